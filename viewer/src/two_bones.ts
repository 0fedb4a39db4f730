// Two bones that reach for a point, in closed form: what src/pantin/motion/two_bones.py computes. Tests compare both.

import type { Quad, Triple } from "./state";

/** The sine of the bend of a limb above which it shows the axis that it bends about. */
const BENT = 1e-6;
const LEAST = 1e-300;

/**
 * World rotations of the upper and of the lower bone that bring the end of a limb to a goal. The plane of the limb
 * turns with the line from its root to its end, by the smallest rotation; a goal out of reach is approached with a
 * straight limb.
 */
export function limbTurns(root: Triple, middle: Triple, end: Triple, goal: Triple): [upper: Quad, lower: Quad] {
  const [u, v, w, g] = [minus(middle, root), minus(end, middle), minus(end, root), minus(goal, root)];
  const [first, second, away] = [length(u), length(v), length(g)];
  const n = normal(u, v, w, first * second);
  const along = times(g, 1 / Math.max(away, LEAST));
  const m = turnedNormal(n, w, u, along);
  const d = clamp(away, Math.abs(first - second), first + second);
  const x = clamp((first * first - second * second + d * d) / (2 * Math.max(d, LEAST)), -first, first);
  const beside = Math.sqrt(Math.max(first * first - x * x, 0));
  const newU = plus(times(along, x), times(cross(along, m), beside));
  const newV = minus(times(along, d), newU);
  const plane = arc(n, m, u);
  return [inPlane(plane, m, u, newU), inPlane(plane, m, v, newV)];
}

function normal(u: Triple, v: Triple, w: Triple, product: number): Triple {
  const axis = cross(u, v);
  const size = length(axis);
  if (size > BENT * product) return times(axis, 1 / size);
  const line = length(w) > 0 ? w : u;
  const along = times(line, 1 / Math.max(length(line), LEAST));
  const free = bendAxis(along);
  return unit(minus(free, times(along, dot(free, along))));
}

/** What a straight limb bends about: knees go forwards (+z), elbows backwards; one that points forwards or backwards bends upwards. */
function bendAxis(along: Triple): Triple {
  const [x, y, z] = along.map(Math.abs) as Triple;
  const forward = z > Math.max(x, y);
  return unit(cross([0, forward ? 1 : 0, forward ? 0 : y >= x ? 1 : -1], along));
}

/** A normal of w after the smallest rotation from w to a direction. */
function turnedNormal(n: Triple, w: Triple, u: Triple, along: Triple): Triple {
  const line = unit(length(w) <= BENT * length(u) ? u : w);
  const total = 1 + dot(line, along);
  const factor = total > 1e-12 ? dot(n, along) / total : 0;
  const turned = minus(n, times(plus(line, along), factor));
  return unit(minus(turned, times(along, dot(turned, along))));
}

/** The smallest rotation between two unit vectors; opposite ones turn about a third one. */
function arc(start: Triple, end: Triple, across: Triple): Quad {
  const real = 1 + dot(start, end);
  return real < 1e-12 ? normalize([...across, 0]) : normalize([...cross(start, end), real]);
}

/** The rotation of a plane, and then in it from one direction to another. */
function inPlane(plane: Quad, axis: Triple, old: Triple, now: Triple): Quad {
  const carried = rotate(plane, old);
  const size = length(carried) * length(now);
  if (size <= LEAST) return plane;
  const real = size + dot(carried, now);
  const turn: Quad = real <= 1e-12 * size ? [...axis, 0] : [...times(axis, dot(axis, cross(carried, now))), real];
  return multiply(normalize(turn), plane);
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
const minus = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Triple, b: number): Triple => [a[0] * b, a[1] * b, a[2] * b];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Triple): number => Math.sqrt(dot(a, a));
const unit = (a: Triple): Triple => times(a, 1 / Math.max(length(a), LEAST));
const cross = (a: Triple, b: Triple): Triple => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const normalize = (q: Quad): Quad => q.map((part) => part / Math.max(Math.hypot(...q), LEAST)) as Quad;

function multiply([ax, ay, az, aw]: Quad, [bx, by, bz, bw]: Quad): Quad {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function rotate([x, y, z, w]: Quad, v: Triple): Triple {
  const twice = times(cross([x, y, z], v), 2);
  return plus(plus(v, times(twice, w)), cross([x, y, z], twice));
}
