// How a 4D model is turned, cut and posed; the parts of a link that say so.

import { type Plane, PLANES, parseTurns, type Turn, writeTurns } from "./planes";

/** A slice, or the edges of the whole model in parallel or in perspective, as `--project` calls it. */
export const MODES = ["slice", "orthographic", "perspective"] as const;
export type Mode = (typeof MODES)[number];

export interface FourState {
  /** Rotations of the model, applied from left to right. */
  turns: Turn[];
  /** The planes that turn by themselves. */
  spin: Plane[];
  mode: Mode;
  /** The 3-space that cuts, or on which edges are projected, after the rotation. */
  normal: [number, number, number, number];
  offset: number;
  /** Of the eye from the 3-space; null: as far as Pantin suggests. */
  distance: number | null;
  /** Rotations of nodes by hand, in their own space. */
  joints: Map<number, Turn[]>;
}

export const ALONG_W: FourState["normal"] = [0, 0, 0, 1];
/** Turns in a list: more than anybody sets by hand. */
const MAX_TURNS = 64;

export function initialFour(): FourState {
  return { turns: [], spin: [], mode: "slice", normal: [...ALONG_W], offset: 0, distance: null, joints: new Map() };
}

export function write(state: FourState, put: (name: string, value: string, unless?: string) => void): void {
  const short = (value: number): string => String(Number(value.toPrecision(6)));
  put("rotate", writeTurns(state.turns));
  put("spin", state.spin.join(","));
  put("mode", state.mode, "slice");
  put("normal", state.normal.map(short).join(","), ALONG_W.join(","));
  put("w", short(state.offset), "0");
  put("distance", state.distance === null ? "" : short(state.distance));
  put("planes", Array.from(state.joints, ([node, turns]) => `${node}=${writeTurns(turns)}`).join(";"));
}

/** Read a link; anything that is invalid, or that this model does not have, is ignored. */
export function read(parts: URLSearchParams, state: FourState, nodes: number): void {
  const number = (name: string): number | null => {
    const value = Number(parts.get(name) || NaN);
    return Number.isFinite(value) ? value : null;
  };
  state.turns = turnsOf(parts.get("rotate")) ?? state.turns;
  const spin = (parts.get("spin") ?? "").split(",");
  state.spin = PLANES.filter((plane) => spin.includes(plane));
  state.mode = MODES.find((mode) => mode === parts.get("mode")) ?? state.mode;
  state.normal = normalOf(parts.get("normal") ?? "") ?? state.normal;
  state.offset = number("w") ?? state.offset;
  const distance = number("distance");
  state.distance = distance !== null && distance > 0 ? distance : null;
  for (const part of (parts.get("planes") ?? "").split(";")) {
    const [, node, text] = /^(\d{1,9})=(.+)$/.exec(part) ?? [];
    const turns = turnsOf(text);
    if (turns?.length && Number(node) < nodes) state.joints.set(Number(node), turns);
  }
}

function turnsOf(text: string | null | undefined): Turn[] | null {
  const turns = text ? parseTurns(text) : null;
  return turns && turns.length <= MAX_TURNS ? turns : null;
}

/** Four numbers with commas between, not all 0. */
export function normalOf(text: string): FourState["normal"] | null {
  const values = text.split(",").map((word) => (word.trim() ? Number(word) : NaN));
  const isNormal = values.length === 4 && values.every(Number.isFinite) && values.some((value) => value !== 0);
  return isNormal ? (values as FourState["normal"]) : null;
}
