// Playback of clips: which one, the time, the speed.

import { byId, fill, create } from "./dom";
import { type PageData, USUAL_RATE } from "./page_data";
import { LOOPS, type Loop, type Store } from "./state";

const LOOP_NAMES: Record<Loop, string> = { loop: "Loop", once: "Once", bounce: "Back and forth" };

export class Playback {
  private readonly select = byId<HTMLSelectElement>("clip");
  private readonly scrub = byId<HTMLInputElement>("scrub");
  private readonly play = byId("play");
  private readonly clock = byId("clock");
  private readonly loop = byId<HTMLSelectElement>("loop");
  /** Whether the clock counts frames instead of seconds. */
  private isInFrames = false;
  /** Whether a clip that goes back and forth is on its way back. */
  private isReturning = false;

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
  ) {
    this.list();
    this.select.addEventListener("change", () => this.choose(this.select.value ? Number(this.select.value) : null));
    this.play.addEventListener("click", () => this.toggle());
    this.scrub.addEventListener("input", () =>
      store.change(["time"], (state) => {
        state.playing = false;
        state.time = Number(this.scrub.value) * this.seconds;
      }),
    );
    this.scrub.addEventListener("keydown", (event) => this.scrubBy(event));
    const speed = byId<HTMLSelectElement>("speed");
    speed.value = String(store.state.speed);
    speed.addEventListener("change", () => store.change(["clip"], (state) => (state.speed = Number(speed.value))));
    this.addRange();
    store.on(["clip", "time"], () => this.update());
    this.update();
  }

  /** The second row: what happens at the end, from where to where, and frames. */
  private addRange(): void {
    const { store } = this;
    const more = byId("more-transport");
    const button = byId("more");
    button.addEventListener("click", () => {
      more.hidden = !more.hidden;
      button.setAttribute("aria-expanded", String(!more.hidden));
      this.onResize();
    });
    this.loop.append(...LOOPS.map((loop) => choice(loop, LOOP_NAMES[loop])));
    this.loop.addEventListener("change", () => store.change(["clip"], (state) => (state.loop = this.loop.value as Loop)));
    byId("range-from").addEventListener("click", () => this.setRange(0));
    byId("range-to").addEventListener("click", () => this.setRange(1));
    byId("range-none").addEventListener("click", () => store.change(["clip"], (state) => (state.range = null)));
    this.clock.addEventListener("click", () => {
      this.isInFrames = !this.isInFrames;
      this.update();
    });
    byId<HTMLInputElement>("frame").addEventListener("input", (event) => {
      const { value, validity } = event.target as HTMLInputElement;
      if (!value || !validity.valid) return;
      store.change(["time"], (state) => {
        state.playing = false;
        state.time = Math.min(Number(value) / this.rate, this.seconds);
      });
    });
  }

  /** Called when the bar has another height. */
  onResize: () => void = () => undefined;

  /** Begin (0) or end (1) the range at the current time; one that would be empty goes to that end of the clip. */
  private setRange(end: 0 | 1): void {
    if (this.seconds <= 0) return;
    this.store.change(["clip"], (state) => {
      const range: [number, number] = state.range ? [...state.range] : [0, this.seconds];
      range[end] = state.time;
      if (range[1] - range[0] < 1e-6) range[1 - end] = end ? 0 : this.seconds;
      state.range = range[1] > range[0] ? range : null;
    });
  }

  private get rate(): number {
    const { clip } = this.store.state;
    return clip === null ? USUAL_RATE : (this.data.clips[clip]?.rate ?? USUAL_RATE);
  }

  /** From where to where the clip is played. */
  private get played(): [from: number, to: number] {
    const [from, to] = this.store.state.range ?? [0, this.seconds];
    return from < this.seconds ? [from, Math.min(to, this.seconds)] : [0, this.seconds];
  }

  /** The clips to choose from; those that are not of the file stand apart. */
  list(): void {
    byId("transport").hidden = !this.data.clips.length;
    const choices = this.data.clips.map((clip, index) => choice(String(index), clip.name));
    const made = create("optgroup");
    made.label = "Not in the file";
    made.append(...choices.filter((_, index) => this.data.clips[index]?.reference === null));
    this.select.replaceChildren(choice("", "No clip"), ...choices.filter((option) => option.parentElement !== made));
    if (made.childElementCount) this.select.append(made);
  }

  private get seconds(): number {
    const { clip } = this.store.state;
    return clip === null ? 0 : (this.data.clips[clip]?.seconds ?? 0);
  }

  choose(clip: number | null): void {
    this.store.change(["clip"], (state) => {
      state.clip = clip;
      state.time = 0;
      state.range = null;
      state.playing = clip !== null;
    });
  }

  toggle(): void {
    if (!this.data.clips.length) return;
    const springs = this.data.clips.findIndex((clip) => clip.springs);
    if (this.store.state.clip === null) return this.choose(Math.max(0, springs));
    this.isReturning = false;
    this.store.change(["clip"], (state) => {
      state.playing = !state.playing;
      // A clip that is played once starts again from its end.
      const [from, to] = this.played;
      if (state.playing && state.loop === "once" && state.time >= to) state.time = from;
    });
  }

  /** Advance the clip by some seconds; what happens at its end is the user's choice. */
  advance(seconds: number): boolean {
    const { state } = this.store;
    if (!state.playing || this.seconds <= 0) return false;
    const moved = advanced(state.time, seconds * state.speed, this.played, state.loop, this.isReturning);
    this.isReturning = moved.isReturning;
    this.store.change(moved.isOver ? ["time", "clip"] : ["time"], (now) => {
      now.time = moved.time;
      now.playing = !moved.isOver;
    });
    return !moved.isOver;
  }

  /** Arrow keys step by frames on the scrub bar, and page keys by ten; its own step is too small to see. */
  private scrubBy(event: KeyboardEvent): void {
    const ways: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(way);
  }

  /** Pause and step a frame back or forward. */
  step(way: number): void {
    if (this.seconds <= 0) return;
    this.store.change(["time"], (state) => {
      state.playing = false;
      state.time = Math.min(Math.max(state.time + way / this.rate, 0), this.seconds);
    });
  }

  private update(): void {
    const { clip, time, playing } = this.store.state;
    this.select.value = clip === null ? "" : String(clip);
    this.play.classList.toggle("on", playing);
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.scrub.disabled = clip === null;
    this.scrub.value = String(this.seconds > 0 ? time / this.seconds : 0);
    fill(this.scrub);
    const words = `${time.toFixed(2)} / ${this.seconds.toFixed(2)} s`;
    const frame = Math.round(time * this.rate);
    const frames = `${frame} / ${Math.round(this.seconds * this.rate)} f`;
    this.clock.textContent = clip === null ? "–" : this.isInFrames ? frames : words;
    this.updateRange(frame);
    // A screen reader says the value of the bar when it changes: only while nothing plays.
    if (!playing) this.scrub.setAttribute("aria-valuetext", clip === null ? "no clip" : `${time.toFixed(2)} of ${this.seconds.toFixed(2)} seconds`);
  }

  private updateRange(frame: number): void {
    const { clip, loop, range } = this.store.state;
    this.loop.value = loop;
    const field = byId<HTMLInputElement>("frame");
    if (document.activeElement !== field) field.value = String(frame);
    field.max = String(Math.round(this.seconds * this.rate));
    byId("frame-rate").textContent = `${this.rate} fps`;
    const [from, to] = this.played;
    const place = (time: number): string => `${this.seconds > 0 ? (100 * time) / this.seconds : 0}%`;
    byId("range").textContent = range && clip !== null ? `${from.toFixed(2)}–${to.toFixed(2)} s` : "";
    byId("range-none").hidden = !range;
    const mark = byId("range-mark");
    mark.hidden = !range || clip === null;
    mark.style.left = place(from);
    mark.style.width = place(to - from);
  }
}

function choice(value: string, text: string): HTMLOptionElement {
  const option = create("option", "", text);
  option.value = value;
  return option;
}

/** A time after some seconds of playing between two ends. */
export function advanced(
  time: number,
  seconds: number,
  [from, to]: [number, number],
  loop: Loop,
  isReturning: boolean,
): { time: number; isReturning: boolean; isOver: boolean } {
  const length = to - from;
  const start = Math.min(Math.max(time, from), to);
  if (length <= 0) return { time: from, isReturning: false, isOver: loop === "once" };
  if (loop === "once") {
    const next = start + seconds;
    return { time: Math.min(next, to), isReturning: false, isOver: next >= to };
  }
  if (loop === "loop") return { time: from + ((start - from + seconds) % length), isReturning: false, isOver: false };
  // There and back is one way of twice the length.
  const way = ((isReturning ? 2 * length - (start - from) : start - from) + seconds) % (2 * length);
  return { time: from + (way > length ? 2 * length - way : way), isReturning: way > length, isOver: false };
}
