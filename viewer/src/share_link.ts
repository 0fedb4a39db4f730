// The state as the fragment of a URL, so that a link shows what its sender saw.

import * as four from "./four_dimensions/state";
import { CHANNELS, GAZES, LAYOUTS, LOOPS, SPACES, type EditPart, NO_EDIT, type NodeEdit, type Quad, type Shown, type State, type Triple, TOOLS } from "./state";

export interface CameraPosition {
  position: number[];
  target: number[];
  /** The height of an orthographic picture; absent in perspective. */
  high?: number;
}

/** How many of each kind a model has: a link cannot name others. */
export interface Counts {
  nodes: number;
  clips: number;
  poses: number;
  expressions: number;
  variants: number;
}

/** What of the page is not in the state. */
export interface Page {
  camera: CameraPosition;
  dark: boolean;
  tab: string;
  folded: boolean;
}

/** Largest weight of a blend shape, and largest scale, that a link can set. */
const MAX_WEIGHT = 100;

/** Significant digits, not decimals: models can be tiny. */
const short = (value: number): string => String(Number(value.toPrecision(6)));
const list = (values: Iterable<number>): string => Array.from(values, short).join(",");
const numbers = (text: string): number[] => text.split(",").map((word) => (word.trim() ? Number(word) : NaN));

/** Values by key: `3:0.5;7:1`. */
function pairs<Key, Value>(values: Map<Key, Value>, text: (value: Value) => string): string {
  return Array.from(values, ([key, value]) => `${key}:${text(value)}`).join(";");
}

function* readPairs(text: string | null): Generator<[string, number[]]> {
  for (const part of (text ?? "").split(";")) {
    const [key, values] = part.split(":");
    if (key && values) yield [key, numbers(values)];
  }
}

const index = (text: string, count: number): number | null => (/^\d+$/.test(text) && Number(text) < count ? Number(text) : null);

/** Parts of an edit: their names in a link, and the largest number that they may have. */
const EDITS: [name: string, part: EditPart, largest: number][] = [
  ["pose", "rotation", 1],
  ["move", "translation", Infinity],
  ["scale", "scale", MAX_WEIGHT],
];

export function write(state: State, page: Page): string {
  const parts = new URLSearchParams();
  const shown = Object.entries(state.shown).filter(([, on]) => on);
  parts.set("show", shown.map(([name]) => name).join(","));
  const put = (name: string, value: string, unless = ""): void => {
    if (value !== unless) parts.set(name, value);
  };
  put("node", state.selected === null ? "" : String(state.selected));
  put("clip", state.clip === null ? "" : String(state.clip));
  put("time", short(state.time), "0");
  put("play", state.playing ? "1" : "");
  put("speed", short(state.speed), "1");
  four.write(state.four, put);
  put("turntable", state.turntable ? "1" : "");
  put("tool", state.tool, "rotate");
  put("space", state.space, "local");
  put("loop", state.loop, "loop");
  put("range", state.range ? list(state.range) : "");
  put("channel", state.channel, "lit");
  put("hide", list(state.hidden));
  put("variant", state.variant === null ? "" : String(state.variant));
  put("gaze", state.gaze, "pose");
  if (state.gaze === "target") put("gazeTo", list(state.gazeTarget));
  put("firstPerson", state.firstPerson ? "1" : "");
  put("layout", state.layout, "slider");
  put("split", short(state.split), "0.5");
  for (const [name, part] of EDITS) put(name, writeEdits(state.edits, part));
  put("blend", pairs(state.weights, short));
  put("expressions", pairs(state.expressions, short));
  put("poses", pairs(state.poses, short));
  put("dark", page.dark ? "1" : "0");
  put("tab", page.tab);
  put("panel", page.folded ? "0" : "1");
  put("from", list(page.camera.position));
  put("to", list(page.camera.target));
  if (page.camera.high !== undefined) put("high", short(page.camera.high));
  return parts.toString();
}

/** One part of the edits, of the nodes that it changes. */
function writeEdits(edits: Map<number, NodeEdit>, part: EditPart): string {
  const changed = Array.from(edits, ([node, edit]): [number, number[]] => [node, edit[part]]);
  return pairs(new Map(changed.filter(([, values]) => list(values) !== list(NO_EDIT[part]))), list);
}

/** Read a link into the state; returns what else it says. Anything that this model does not have is ignored. */
export function read(hash: string, state: State, counts: Counts): Partial<Page> {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const whole = (name: string, count: number): number | null => index(parts.get(name) ?? "", count);
  const within = (name: string, low: number, high: number): number | null => {
    const value = Number(parts.get(name) || NaN);
    return value >= low && value <= high ? value : null;
  };
  readShown(parts.get("show"), state.shown);
  state.selected = whole("node", counts.nodes) ?? state.selected;
  // A link that the page made has no clip where none is chosen; one that somebody typed may have nothing but a clip.
  const [clip, time] = [whole("clip", counts.clips), within("time", 0, 1e9)];
  state.clip = parts.has("show") ? clip : (clip ?? state.clip);
  if (parts.has("show") || time !== null) state.playing = parts.get("play") === "1";
  four.read(parts, state.four, counts.nodes);
  state.time = time ?? state.time;
  state.speed = within("speed", 0.01, 4) ?? state.speed;
  state.turntable = parts.get("turntable") === "1";
  state.tool = TOOLS.find((tool) => tool === parts.get("tool")) ?? state.tool;
  state.layout = LAYOUTS.find((layout) => layout === parts.get("layout")) ?? state.layout;
  state.split = within("split", 0, 1) ?? state.split;
  readView(parts, state, counts);
  readPose(parts, state, counts);
  return readPage(parts);
}

function readView(parts: URLSearchParams, state: State, counts: Counts): void {
  const word = <Word extends string>(name: string, words: readonly Word[], otherwise: Word): Word =>
    words.find((known) => known === parts.get(name)) ?? otherwise;
  state.space = word("space", SPACES, state.space);
  state.loop = word("loop", LOOPS, state.loop);
  state.channel = word("channel", CHANNELS, state.channel);
  state.gaze = word("gaze", GAZES, state.gaze);
  state.firstPerson = parts.get("firstPerson") === "1";
  state.variant = index(parts.get("variant") ?? "", counts.variants);
  const [from = NaN, to = NaN] = numbers(parts.get("range") ?? "");
  state.range = from >= 0 && to > from && to < 1e9 ? [from, to] : null;
  const target = numbers(parts.get("gazeTo") ?? "");
  if (target.length === 3 && target.every(Number.isFinite)) state.gazeTarget = target as Triple;
  const hidden = (parts.get("hide") ?? "").split(",").map((node) => index(node, counts.nodes));
  state.hidden = new Set(hidden.filter((node) => node !== null));
}

function readShown(names: string | null, shown: Shown): void {
  if (names === null) return;
  const on = new Set(names.split(","));
  for (const name of Object.keys(shown) as (keyof Shown)[]) shown[name] = on.has(name);
}

function readPose(parts: URLSearchParams, state: State, counts: Counts): void {
  for (const [name, part, largest] of EDITS)
    for (const [key, values] of readPairs(parts.get(name))) {
      const node = index(key, counts.nodes);
      const inside = values.every((value) => Number.isFinite(value) && Math.abs(value) <= largest);
      const sound = values.length === NO_EDIT[part].length && inside && (part !== "rotation" || Math.hypot(...values) > 0.5);
      if (node !== null && sound) state.edits.set(node, { ...NO_EDIT, ...state.edits.get(node), [part]: values as Quad & Triple });
    }
  for (const [key, [weight = NaN]] of readPairs(parts.get("blend")))
    if (/^\d+\.\d+$/.test(key) && Math.abs(weight) <= MAX_WEIGHT) state.weights.set(key, weight);
  const shares = { expressions: counts.expressions, poses: counts.poses };
  for (const [name, count] of Object.entries(shares) as ["expressions" | "poses", number][])
    for (const [key, [weight = NaN]] of readPairs(parts.get(name))) {
      const at = index(key, count);
      if (at !== null && weight > 0 && weight <= 1) state[name].set(at, weight);
    }
}

function readPage(parts: URLSearchParams): Partial<Page> {
  const page: Partial<Page> = {};
  const position = numbers(parts.get("from") ?? "");
  const target = numbers(parts.get("to") ?? "");
  const isPoint = (values: number[]): boolean => values.length === 3 && values.every(Number.isFinite);
  if (isPoint(position) && isPoint(target)) page.camera = { position, target };
  const high = Number(parts.get("high") || NaN);
  if (page.camera && high > 0 && high < 1e9) page.camera.high = high;
  const flag = (name: string): boolean | null => (parts.has(name) ? parts.get(name) === "1" : null);
  const [dark, panel, tab] = [flag("dark"), flag("panel"), parts.get("tab")];
  if (dark !== null) page.dark = dark;
  if (panel !== null) page.folded = !panel;
  if (tab) page.tab = tab;
  return page;
}

