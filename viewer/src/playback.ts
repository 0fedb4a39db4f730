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
    this.select.append(
      choice("", "Rest pose"),
      ...data.clips.map((clip, index) => choice(String(index), clip.name)),
    );
    this.select.addEventListener("change", () => this.choose(this.select.value ? Number(this.select.value) : null));
    this.play.addEventListener("click", () => this.toggle());
    this.scrub.addEventListener("input", () =>
      store.change(["time"], (state) => {
        state.playing = false;
        state.time = Number(this.scrub.value) * this.seconds;
      }),
    );
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
    this.clock.textContent = clip === null ? "–" : `${time.toFixed(2)} / ${this.seconds.toFixed(2)} s`;
  }
}
