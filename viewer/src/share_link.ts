// The state as the fragment of a URL, so that a link shows what its sender saw.

import type { Quad, Shown, State } from "./state";

export interface CameraPosition {
  position: number[];
  target: number[];
}

/** Significant digits, not decimals: models can be tiny. */
const short = (value: number): string => String(Number(value.toPrecision(6)));
/** Largest weight of a blend shape that a link can set. */
const MAX_WEIGHT = 100;
const list = (values: Iterable<number>): string => Array.from(values, short).join(",");
const numbers = (text: string): number[] => text.split(",").map(Number);

/** Parts of 1 by index: `3:0.5;7:1`. */
const shares = (values: Map<number, number>): string =>
  Array.from(values, ([index, amount]) => `${index}:${short(amount)}`).join(";");

function readShares(text: string | null, into: Map<number, number>, count: number): void {
  for (const part of (text ?? "").split(";")) {
    const [index, amount] = part.split(":").map(Number);
    const known = index !== undefined && Number.isInteger(index) && index >= 0 && index < count;
    if (known && amount !== undefined && amount > 0 && amount <= 1) into.set(index, amount);
  }
}

export function write(state: State, seen: CameraPosition, dark: boolean): string {
  const parts = new URLSearchParams();
  const shown = Object.entries(state.shown).filter(([, on]) => on);
  parts.set("show", shown.map(([name]) => name).join(","));
  if (state.selected !== null) parts.set("node", String(state.selected));
  if (state.clip !== null) parts.set("clip", String(state.clip));
  if (state.time) parts.set("time", short(state.time));
  if (state.playing) parts.set("play", "1");
  if (state.speed !== 1) parts.set("speed", short(state.speed));
  if (state.slice) parts.set("slice", String(state.slice));
  if (state.turntable) parts.set("turntable", "1");
  if (dark) parts.set("dark", "1");
  if (state.rotations.size) parts.set("pose", Array.from(state.rotations, ([index, q]) => `${index}:${list(q)}`).join(";"));
  if (state.weights.size)
    parts.set("blend", Array.from(state.weights, ([index, amount]) => `${index}:${short(amount)}`).join(";"));
  if (state.expressions.size) parts.set("expressions", shares(state.expressions));
  if (state.poses.size) parts.set("poses", shares(state.poses));
  parts.set("from", list(seen.position));
  parts.set("to", list(seen.target));
  return parts.toString();
}

/** Read a link into the state. Anything that this model does not have is ignored. */
export function read(
  hash: string,
  state: State,
  nodes: number,
  clips: number,
  slices: number,
  poses: number,
  expressions: number,
): CameraPosition | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const whole = (name: string, count: number): number | null => {
    const value = Number(parts.get(name) ?? NaN);
    return Number.isInteger(value) && value >= 0 && value < count ? value : null;
  };
  const show = parts.get("show");
  if (show !== null) {
    const on = new Set(show.split(","));
    for (const name of Object.keys(state.shown) as (keyof Shown)[]) state.shown[name] = on.has(name);
  }
  state.selected = whole("node", nodes) ?? state.selected;
  state.clip = parts.has("show") ? whole("clip", clips) : state.clip;
  state.slice = whole("slice", slices) ?? state.slice;
  const time = Number(parts.get("time") ?? NaN);
  if (Number.isFinite(time) && time >= 0) state.time = time;
  const speed = Number(parts.get("speed") ?? NaN);
  if (speed > 0 && speed <= 4) state.speed = speed;
  state.playing = parts.has("show") ? parts.get("play") === "1" : state.playing;
  state.turntable = parts.get("turntable") === "1";
  for (const part of (parts.get("pose") ?? "").split(";")) {
    const [node, rotation] = part.split(":");
    const values = numbers(rotation ?? "");
    const turn = values.length === 4 && values.every((value) => Math.abs(value) <= 1);
    if (turn && Number.isInteger(Number(node)) && Number(node) >= 0 && Number(node) < nodes)
      state.rotations.set(Number(node), values as Quad);
  }
  for (const part of (parts.get("blend") ?? "").split(";")) {
    const [key, amount] = part.split(":");
    if (key && /^\d+\.\d+$/.test(key) && Math.abs(Number(amount ?? NaN)) <= MAX_WEIGHT) state.weights.set(key, Number(amount));
  }
  readShares(parts.get("expressions"), state.expressions, expressions);
  readShares(parts.get("poses"), state.poses, poses);
  const position = numbers(parts.get("from") ?? "");
  const target = numbers(parts.get("to") ?? "");
  const whole3 = (values: number[]): boolean => values.length === 3 && values.every(Number.isFinite);
  return whole3(position) && whole3(target) ? { position, target } : null;
}
