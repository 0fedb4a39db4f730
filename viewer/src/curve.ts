// What a track of a clip says at a time. three.js's mixer writes only values that changed since its last write, so
// rotations by hand on a paused clip would accumulate; its interpolants are used without the mixer.

import type { Interpolant, KeyframeTrack } from "three";

export type Curve = (time: number) => number[] | Float32Array;

/** The types omit that a track creates its own interpolant, which for cubic splines is glTF's. */
export function curveOf(track: KeyframeTrack): Curve {
  const interpolant = (track as unknown as { createInterpolant(result?: unknown): Interpolant }).createInterpolant();
  return (time) => interpolant.evaluate(time) as Float32Array;
}
