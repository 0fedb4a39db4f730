// A second model beside the first: same camera, clip, time and pose, divided by a slider or side by side.

import { byId, create, fill, scaleBackground } from "./dom";
import { loadModel } from "./model";
import { type Bounds, type PageData, readBytes } from "./page_data";
import { SceneObjects } from "./scene_objects";
import type { Division, Stage } from "./stage";
import { LAYOUTS, type Layout, type State, Store } from "./state";

const LABELS: Record<Layout, string> = { slider: "Slider", side: "Side by side", first: "First", second: "Second" };

export class Comparison {
  readonly store = new Store();
  readonly objects: SceneObjects;
  private readonly split = byId<HTMLInputElement>("split");
  private readonly divider = byId("divider");
  /** The pixels from left to right that no panel covers. */
  private free: [number, number] = [0, 1];

  /** Load the second model of the page; null where it has one only. */
  static async load(data: PageData, store: Store, stage: Stage, first: SceneObjects): Promise<Comparison | null> {
    if (!data.other) return null;
    const model = await loadModel(readBytes("other-model"));
    return new Comparison(data, data.other, model, store, stage, first);
  }

  private constructor(
    private readonly data: PageData,
    private readonly other: PageData,
    model: Awaited<ReturnType<typeof loadModel>>,
    private readonly leader: Store,
    private readonly stage: Stage,
    private readonly first: SceneObjects,
  ) {
    this.objects = new SceneObjects(other, this.store, model, readBytes("other-frames"), stage);
    stage.divide = (left, right, wide) => this.divide(left, right, wide);
    leader.on(["shown", "clip", "time", "pose", "selected", "turntable"], () => this.follow());
    leader.on(["layout"], () => this.update());
    this.addControls();
    this.follow();
    this.update();
  }

  /** Give the second model the state of the first, by the names of its parts. */
  private follow(): void {
    this.store.change(["shown", "clip", "time", "pose", "selected", "turntable"], (state) => {
      followState(this.data, this.leader.state, this.other, state);
    });
  }

  private divide(left: number, right: number, wide: number): Division {
    const { layout, split } = this.leader.state;
    const show = (first: boolean) => (): void => {
      this.first.visible = first;
      this.objects.visible = !first;
    };
    if (layout === "first" || layout === "second") return { cut: true, viewports: [{ left: 0, right: wide, show: show(layout === "first") }] };
    const at = Math.round(layout === "side" ? (left + right) / 2 : left + (right - left) * split);
    this.divider.style.left = `${at}px`;
    this.free = [left, right];
    const viewports = [
      { left: 0, right: at, show: show(true) },
      { left: at, right: wide, show: show(false) },
    ];
    return { cut: layout === "slider", viewports };
  }

  private addControls(): void {
    byId("comparer").hidden = false;
    byId("first-title").textContent = this.data.title;
    byId("second-title").textContent = this.other.title + sizeNote(this.data.bounds, this.other.bounds);
    for (const layout of LAYOUTS) {
      const button = create("button", "", LABELS[layout]);
      button.type = "button";
      button.dataset["layout"] = layout;
      button.addEventListener("click", () => this.leader.change(["layout"], (state) => (state.layout = layout)));
      byId("layouts").append(button);
    }
    this.split.addEventListener("input", () => this.leader.change(["layout"], (state) => (state.split = Number(this.split.value))));
    byId("distance-ramp").style.background = scaleBackground(this.data.weightScale);
    this.divider.addEventListener("pointerdown", (event) => this.divider.setPointerCapture(event.pointerId));
    this.divider.addEventListener("pointermove", (event) => {
      if (!this.divider.hasPointerCapture(event.pointerId)) return;
      const [left, right] = this.free;
      const at = Math.min(Math.max((event.clientX - left) / (right - left), 0), 1);
      this.leader.change(["layout"], (state) => (state.split = at));
    });
    const distances = byId("distances");
    distances.hidden = !this.data.distances && !this.other.distances;
    distances.addEventListener("click", () => this.leader.toggle("distances"));
    this.leader.on(["shown"], () => this.update());
  }

  private update(): void {
    const { layout, split, shown } = this.leader.state;
    for (const button of byId("layouts").querySelectorAll<HTMLElement>("[data-layout]"))
      button.setAttribute("aria-pressed", String(button.dataset["layout"] === layout));
    this.split.value = String(split);
    this.split.hidden = layout !== "slider";
    this.divider.hidden = layout === "first" || layout === "second";
    this.divider.classList.toggle("fixed", layout === "side");
    fill(this.split);
    byId("first-title").hidden = layout === "second";
    byId("second-title").hidden = layout === "first";
    byId("distances").setAttribute("aria-pressed", String(shown.distances));
    const largest = Math.max(this.data.distances?.largest ?? 0, this.other.distances?.largest ?? 0);
    byId("distance-legend").hidden = !shown.distances;
    byId("largest-distance").textContent = String(Number(largest.toPrecision(3)));
    this.stage.resize();
  }
}

/** Copy a state to another model: nodes, clips, shapes, expressions and poses are matched by name. */
export function followState(data: PageData, from: State, other: PageData, to: State): void {
  const node = match(data.names, other.names);
  Object.assign(to.shown, from.shown);
  to.selected = from.selected === null ? null : (node(from.selected) ?? null);
  to.clip = from.clip === null ? null : (match(namesOf(data.clips), namesOf(other.clips))(from.clip) ?? null);
  Object.assign(to, { time: from.time, playing: from.playing, speed: from.speed, turntable: from.turntable });
  Object.assign(to, { channel: from.channel, loop: from.loop, range: from.range, gaze: from.gaze, gazeTarget: from.gazeTarget });
  to.hidden = new Set([...from.hidden].flatMap((hidden) => node(hidden) ?? []));
  to.edits = matched(from.edits, node);
  to.expressions = matched(from.expressions, match(namesOf(data.expressions), namesOf(other.expressions)));
  to.poses = matched(from.poses, match(namesOf(data.poses), namesOf(other.poses)));
  to.weights = new Map();
  for (const [key, weight] of from.weights) {
    const [of = -1, shape = -1] = key.split(".").map(Number);
    const there = other.blendShapes.find((shapes) => shapes.node === node(of));
    const name = data.blendShapes.find((shapes) => shapes.node === of)?.names[shape];
    const index = name === undefined ? -1 : (there?.names.indexOf(name) ?? -1);
    if (there && index >= 0) to.weights.set(`${there.node}.${index}`, weight);
  }
}

export const namesOf = (parts: { name: string }[]): string[] => parts.map(({ name }) => name);

/** The index in the second list of what has the same name as an index of the first; unnamed ones have the same index. */
export function match(names: (string | null)[], others: (string | null)[]): (index: number) => number | undefined {
  const there = new Map(others.map((name, index) => [name, index]));
  return (index) => {
    const name = names[index];
    return name ? there.get(name) : index < others.length ? index : undefined;
  };
}

function matched<Value>(values: Map<number, Value>, to: (index: number) => number | undefined): Map<number, Value> {
  const found = new Map<number, Value>();
  for (const [index, value] of values) {
    const there = to(index);
    if (there !== undefined) found.set(there, value);
  }
  return found;
}

/** How many times as large one of two models must be for the title to say so: the other can hardly be seen then. */
const UNLIKE = 5;

/** How the size of the second model compares with that of the first, where they are far apart: other units, mostly. */
export function sizeNote(first: Bounds | null, second: Bounds | null): string {
  const [one, other] = [first, second].map((box) => (box ? Math.max(...box.max.map((value, axis) => value - (box.min[axis] ?? 0))) : 0));
  if (!one || !other) return "";
  const times = Math.max(one / other, other / one);
  return times < UNLIKE ? "" : ` (${Number(times.toPrecision(2))}× as ${other > one ? "large" : "small"})`;
}
