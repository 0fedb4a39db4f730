// Playback of clips: which one, the time, the speed.

import { byId, fill, create } from "./dom";
import type { PageData } from "./page_data";
import type { Store } from "./state";

export class Playback {
  private readonly select = byId<HTMLSelectElement>("clip");
  private readonly scrub = byId<HTMLInputElement>("scrub");
  private readonly play = byId("play");
  private readonly clock = byId("clock");

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
  ) {
    byId("transport").hidden = !data.clips.length;
    const choice = (value: string, text: string): HTMLOptionElement => {
      const option = create("option", "", text);
      option.value = value;
      return option;
    };
    const choices = data.clips.map((clip, index) => choice(String(index), clip.name));
    const made = create("optgroup");
    made.label = "Made for this page";
    made.append(...choices.filter((_, index) => data.clips[index]?.reference === null));
    this.select.append(choice("", "No clip"), ...choices.filter((option) => option.parentElement !== made));
    if (made.childElementCount) this.select.append(made);
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
    store.on(["clip", "time"], () => this.update());
    this.update();
  }

  private get seconds(): number {
    const { clip } = this.store.state;
    return clip === null ? 0 : (this.data.clips[clip]?.seconds ?? 0);
  }

  choose(clip: number | null): void {
    this.store.change(["clip"], (state) => {
      state.clip = clip;
      state.time = 0;
      state.playing = clip !== null;
    });
  }

  toggle(): void {
    if (!this.data.clips.length) return;
    const springs = this.data.clips.findIndex((clip) => clip.springs);
    if (this.store.state.clip === null) return this.choose(Math.max(0, springs));
    this.store.change(["clip"], (state) => (state.playing = !state.playing));
  }

  /** Advance the clip by some seconds, looping. */
  advance(seconds: number): boolean {
    const { state } = this.store;
    if (!state.playing || this.seconds <= 0) return false;
    this.store.change(["time"], (now) => (now.time = (now.time + seconds * now.speed) % this.seconds));
    return true;
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

  /** Pause and step 1/30 s back or forward. */
  step(way: number): void {
    if (this.seconds <= 0) return;
    this.store.change(["time"], (state) => {
      state.playing = false;
      state.time = Math.min(Math.max(state.time + way / 30, 0), this.seconds);
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
    this.clock.textContent = clip === null ? "–" : words;
    // A screen reader says the value of the bar when it changes: only while nothing plays.
    if (!playing) this.scrub.setAttribute("aria-valuetext", clip === null ? "no clip" : `${time.toFixed(2)} of ${this.seconds.toFixed(2)} seconds`);
  }
}
