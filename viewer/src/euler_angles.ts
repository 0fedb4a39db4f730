// Euler angles of a rotation: x, then y, then z, in degrees. Two triples give each rotation, and infinitely many where
// y is 90°, so angles that somebody set are kept, and those of a drag go on from the last.

import { Euler, MathUtils, Quaternion } from "three";
import type { Quad, Triple } from "./state";

export function toRotation(degrees: Triple): Quad {
  const [x, y, z] = degrees.map((angle) => MathUtils.degToRad(angle)) as Triple;
  return new Quaternion().setFromEuler(new Euler(x, y, z)).toArray() as Quad;
}

/** The angles of a rotation that are nearest to others. */
export function anglesNear(rotation: Quad, before: Triple): Triple {
  const { x, y, z } = new Euler().setFromQuaternion(new Quaternion(...rotation));
  const first = [x, y, z].map((angle) => MathUtils.radToDeg(angle)) as Triple;
  const second: Triple = [first[0] + 180, 180 - first[1], first[2] + 180];
  const near = (angles: Triple): Triple => angles.map((angle) => wrap(angle)) as Triple;
  const apart = (angles: Triple): number => angles.reduce((sum, angle, axis) => sum + Math.abs(wrap(angle - (before[axis] ?? 0))), 0);
  return apart(second) < apart(first) - 1e-9 ? near(second) : near(first);
}

/** The same angle from −180° to 180°. */
function wrap(angle: number): number {
  return angle - 360 * Math.round(angle / 360);
}
