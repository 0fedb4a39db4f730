// A 3-space in four dimensions, and points seen from it.

import type { Matrix } from "./planes";
import type { Quad } from "../state";

/** All points p with normal · p = offset. The basis has its three axes, which with the normal are right-handed. */
export interface Hyperplane {
  normal: number[];
  offset: number;
  basis: number[][];
}

/** A vertex nearer to a 3-space than this, of its coordinates, is on it; as in src/pantin/edit/mesh_slice.py. */
const ON = 1e-12;

/**
 * The 3-space with this normal. Its axes are those of the world that differ most from the normal, in order, made
 * orthogonal to it; the last is reversed where that is needed to be right-handed. Null for a normal without a length.
 */
export function hyperplane(normal: Quad, offset: number): Hyperplane | null {
  const length = Math.hypot(...normal);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  const unit = normal.map((value) => value / length);
  const order = [0, 1, 2, 3].sort((a, b) => Math.abs(unit[a] ?? 0) - Math.abs(unit[b] ?? 0) || a - b);
  const basis: number[][] = [];
  for (const axis of order.slice(0, 3).sort()) {
    let vector: number[] = [0, 1, 2, 3].map((index) => (index === axis ? 1 : 0));
    for (const other of [unit, ...basis]) {
      const along = dot(vector, other);
      vector = vector.map((value, index) => value - along * (other[index] ?? 0));
    }
    const size = Math.hypot(...vector);
    basis.push(vector.map((value) => value / size));
  }
  if (determinant([...basis, unit]) < 0) basis[2] = (basis[2] ?? []).map((value) => -value);
  return { normal: unit, offset, basis };
}

/** The 3-space in a model that is cut when the rotated model is cut by a 3-space: rotated the other way. */
export function beforeRotation({ normal, offset, basis }: Hyperplane, rotation: Matrix): Hyperplane {
  const back = (vector: number[]): number[] =>
    [0, 1, 2, 3].map((column) => vector.reduce((sum, value, row) => sum + value * (rotation[4 * row + column] ?? 0), 0));
  return { normal: back(normal), offset, basis: basis.map(back) };
}

/** Points in the axes of a 3-space, and how far each is above it. */
export interface Seen {
  flat: Float64Array;
  sides: Float64Array;
}

export function see(points: Float64Array, { normal, offset, basis }: Hyperplane): Seen {
  const count = points.length / 4;
  const flat = new Float64Array(count * 3);
  const sides = new Float64Array(count);
  let size = Math.abs(offset);
  for (const value of points) size = Math.max(size, Math.abs(value));
  [...basis, normal].forEach((row, axis) => {
    const [a = 0, b = 0, c = 0, d = 0] = row;
    for (let vertex = 0, at = 0; vertex < count; vertex++, at += 4) {
      const along = a * (points[at] as number) + b * (points[at + 1] as number) + c * (points[at + 2] as number) + d * (points[at + 3] as number);
      if (axis < 3) flat[3 * vertex + axis] = along;
      else sides[vertex] = Math.abs(along - offset) <= ON * size ? 0 : along - offset;
    }
  });
  return { flat, sides };
}

/** Points as an eye sees them that is at this distance above the 3-space; in parallel where it is null. */
export function project({ flat, sides }: Seen, distance: number | null): Float64Array {
  if (distance === null) return flat;
  return flat.map((value, index) => value * magnification(sides[Math.floor(index / 3)] ?? 0, distance));
}

/** How much larger things are drawn. What is beside or behind the eye is drawn as if it were just in front of it. */
export function magnification(side: number, distance: number): number {
  return distance / Math.max(distance - side, distance * 0.05);
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function determinant(rows: number[][]): number {
  if (rows.length === 1) return rows[0]?.[0] ?? 0;
  const [first = [], ...rest] = rows;
  return first.reduce((sum, value, column) => {
    const minor = rest.map((row) => row.filter((_, index) => index !== column));
    return sum + (column % 2 ? -value : value) * determinant(minor);
  }, 0);
}
