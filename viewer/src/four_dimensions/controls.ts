// The controls of a 4D model: the kind of picture, the 3-space, a slider for each plane, and which planes turn.

import { byId, create, fill, slider } from "../dom";
import type { Store } from "../state";
import { angleOf, type Plane, PLANES, parseTurns, withAngle, wrap, writeTurns } from "./planes";
import type { FourScene } from "./scene";
import { ALONG_W, MODES, type Mode, normalOf } from "./state";

const LABELS: Record<Mode, string> = { slice: "Slice", orthographic: "Parallel", perspective: "Perspective" };
/** Degrees per second of a plane that turns. */
const SPEED = 40;
/** The plane that the turntable starts with: it turns the model out of our space. */
const FIRST: Plane = "xw";

export class FourControls {
  private readonly scrub = byId<HTMLInputElement>("slice");
  private readonly value = byId("slice-value");
  private readonly rotate = create("input", "field");
  private readonly normal = create("input", "field");
  private readonly sliders = new Map<Plane, (value: number) => void>();
  private readonly spins = new Map<Plane, HTMLButtonElement>();
  private readonly modes = create("div", "choice");
  private readonly distance;
  /** The planes that `toggle` lets turn again. */
  private paused: Plane[] = [];

  constructor(
    private readonly store: Store,
    private readonly scene: FourScene,
    private readonly suggested: number,
  ) {
    const holder = byId("four");
    this.addModes();
    this.distance = slider("Eye distance", { min: suggested * 0.55, max: suggested * 3, step: suggested / 200 }, (value) =>
      store.change(["four"], ({ four }) => (four.distance = value)),
    );
    this.distance.row.dataset["distance"] = "";
    holder.append(this.modes, this.distance.row, create("h2", "sub", "Rotate the model, in degrees"));
    for (const plane of PLANES) holder.append(this.row(plane));
    holder.append(this.labelled("Rotations", this.rotate, "applied from left to right, as in --rotate"));
    holder.append(this.labelled("Normal", this.normal, "of the slicing 3-space: x,y,z,w"));
    holder.append(this.resetButton());
    this.rotate.addEventListener("change", () => this.enter(this.rotate, parseTurns(this.rotate.value), (turns) => (store.state.four.turns = turns)));
    this.normal.addEventListener("change", () => this.enter(this.normal, normalOf(this.normal.value), (normal) => (store.state.four.normal = normal)));
    this.scrub.step = "any";
    this.scrub.addEventListener("input", () => store.change(["four"], ({ four }) => (four.offset = Number(this.scrub.value))));
    this.scrub.addEventListener("keydown", (event) => this.nudge(event));
  }

  private addModes(): void {
    this.modes.setAttribute("role", "group");
    this.modes.setAttribute("aria-label", "4D display mode");
    for (const mode of MODES) {
      const button = create("button", "", LABELS[mode]);
      button.type = "button";
      button.dataset["mode"] = mode;
      button.addEventListener("click", () => this.store.change(["four"], ({ four }) => (four.mode = mode)));
      this.modes.append(button);
    }
  }

  /** A slider for a plane, and a button that lets it turn. */
  private row(plane: Plane): HTMLElement {
    const { row, set } = slider(plane, { min: -180, max: 180, step: 1 }, (value) =>
      this.store.change(["four"], ({ four }) => (four.turns = withAngle(four.turns, plane, value))),
    );
    row.dataset["plane"] = plane;
    const spin = create("button", "spin", "↻");
    spin.type = "button";
    spin.title = `Keep rotating in ${plane}`;
    spin.setAttribute("aria-label", spin.title);
    spin.addEventListener("click", () => this.spin(plane));
    this.sliders.set(plane, set);
    this.spins.set(plane, spin);
    const line = create("div", "plane");
    line.append(row, spin);
    return line;
  }

  private labelled(name: string, input: HTMLInputElement, words: string): HTMLElement {
    const label = create("label", "labelled");
    input.spellcheck = false;
    input.title = words;
    label.append(create("span", "", name), input);
    return label;
  }

  private resetButton(): HTMLElement {
    const line = create("div", "line");
    const button = create("button", "plain", "Reset the view in 4D");
    button.type = "button";
    button.addEventListener("click", () =>
      this.store.change(["four"], ({ four }) => Object.assign(four, { turns: [], spin: [], normal: [...ALONG_W], offset: 0, distance: null })),
    );
    line.append(button);
    return line;
  }

  /** Take what was typed, or mark it where it cannot be read. */
  private enter<Value>(input: HTMLInputElement, value: Value | null, take: (value: Value) => void): void {
    input.setAttribute("aria-invalid", String(value === null));
    if (value !== null) this.store.change(["four"], () => take(value));
  }

  /** Arrow keys move the slice by a hundredth of the model. */
  private nudge(event: KeyboardEvent): void {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const [low, high] = this.scene.extent;
    this.store.change(["four"], ({ four }) => (four.offset = Math.min(high, Math.max(low, four.offset + (way * (high - low)) / 100))));
  }

  private spin(plane: Plane): void {
    this.store.change(["four"], ({ four }) => {
      four.spin = four.spin.includes(plane) ? four.spin.filter((held) => held !== plane) : [...four.spin, plane];
    });
  }

  /** Stop the turntable, or start it again with the planes that turned last. */
  toggle(): void {
    this.store.change(["four"], ({ four }) => {
      [four.spin, this.paused] = four.spin.length ? [[], four.spin] : [this.paused.length ? this.paused : [FIRST], []];
    });
  }

  /** Turn the planes that do so by themselves; true if there are any. */
  advance(seconds: number): boolean {
    const { four } = this.store.state;
    if (!four.spin.length) return false;
    this.store.change(["four"], () => {
      for (const plane of four.spin) four.turns = withAngle(four.turns, plane, wrap(angleOf(four.turns, plane) + SPEED * seconds));
    });
    return true;
  }

  /** Show the state, after the scene was updated. */
  update(): void {
    const { four } = this.store.state;
    const [low, high] = this.scene.extent;
    byId("slicer").hidden = four.mode !== "slice";
    this.scrub.min = String(low);
    this.scrub.max = String(high);
    this.scrub.value = String(four.offset);
    fill(this.scrub);
    const along = four.normal.join() === ALONG_W.join() ? "w" : "offset";
    this.value.textContent = `${along} = ${four.offset.toFixed(3)}${this.scene.triangles ? "" : " (empty)"}`;
    this.distance.row.hidden = four.mode !== "perspective";
    this.distance.set(four.distance ?? this.suggested);
    for (const button of this.modes.querySelectorAll<HTMLElement>("[data-mode]"))
      button.setAttribute("aria-pressed", String(button.dataset["mode"] === four.mode));
    for (const plane of PLANES) {
      this.sliders.get(plane)?.(angleOf(four.turns, plane));
      this.spins.get(plane)?.setAttribute("aria-pressed", String(four.spin.includes(plane)));
    }
    if (document.activeElement !== this.rotate) this.rotate.value = writeTurns(four.turns);
    if (document.activeElement !== this.normal) this.normal.value = four.normal.join(",");
  }
}
