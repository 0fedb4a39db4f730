// Cuts the tetrahedra of a boundary in four dimensions with a 3-space: triangles, oriented outwards.

import type { Seen } from "./hyperplane";

/** Corners of triangles: positions and normals, three numbers each, and a weight twice; they grow and are used again. */
export class Corners {
  positions = new Float32Array(9 * 1024);
  normals = new Float32Array(9 * 1024);
  weights = new Float32Array(6 * 1024);
  count = 0;

  /** Make room for three corners. */
  grow(): void {
    if (3 * this.count + 9 <= this.positions.length) return;
    this.positions = twiceAsLong(this.positions);
    this.normals = twiceAsLong(this.normals);
    this.weights = twiceAsLong(this.weights);
  }
}

function twiceAsLong(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** Tetrahedra of a boundary: four vertices each, by index; which of them are cut; and a normal of each corner, if any. */
export interface Tetrahedra {
  vertices: Uint32Array;
  solid: Uint32Array;
  normals: Float32Array | null;
}

/** The 3-volume of a tetrahedron, of the cube of its longest edge, below which it counts as flat. */
const FLATTEST = 1e-7;

/**
 * For each set of vertices above (bit i for corner i of a tetrahedron), its triangles: corners are edges of the
 * tetrahedron, as pairs of its corners. With those above first, in an even order, the loops are oriented outwards; an
 * odd order turns them round. src/pantin/edit/mesh_slice.py derives it.
 */
const LOOPS: Uint8Array[] = Array.from({ length: 32 }, (_, index) => new Uint8Array(loopsOf(index & 15, index > 15).flat(2)));

/** The corners above, then those below. */
function sidesOf(above: number): [number[], number[]] {
  const isAbove = (corner: number): boolean => ((above >> corner) & 1) === 1;
  return [[0, 1, 2, 3].filter(isAbove), [0, 1, 2, 3].filter((corner) => !isAbove(corner))];
}

/** `crossed`: divide a quadrilateral along its other diagonal. */
function loopsOf(above: number, crossed: boolean): [number, number][][] {
  const [up, down] = sidesOf(above);
  const order = [...up, ...down];
  const inversions = order.flatMap((a, index) => order.slice(index + 1).filter((b) => a > b)).length;
  const [a = 0, b = 0] = up;
  const [c = 0, d = 0] = down;
  const found: Record<number, [number, number][][]> = {
    1: [down.map((corner): [number, number] => [a, corner])],
    2: crossed ? [[[a, d], [b, d], [b, c]], [[a, d], [b, c], [a, c]]] : [[[a, c], [a, d], [b, d]], [[a, c], [b, d], [b, c]]],
    3: [up.map((corner): [number, number] => [corner, c])],
  };
  const loops = found[up.length] ?? [];
  return inversions % 2 ? loops.map((loop) => [...loop].reverse()) : loops;
}

/** The corners of a tetrahedron with two vertices above: those, then the others; null for other tetrahedra. */
const HALVES: (number[] | null)[] = LOOPS.map((loops, above) => (loops.length > 6 ? sidesOf(above & 15).flat() : null));

/** A quadrilateral is divided at the lowest vertices above and below, so that it does not depend on the order of corners. */
function isCrossed([a = 0, b = 0, c = 0, d = 0]: number[], vertices: Uint32Array, start: number): boolean {
  const isReversed = (first: number, second: number): boolean => (vertices[start + first] as number) > (vertices[start + second] as number);
  return isReversed(a, b) !== isReversed(c, d);
}

/** A point between two vertices, by the corners of a tetrahedron that they are. */
interface Between {
  low: number;
  high: number;
  from: number;
  to: number;
  share: number;
}

const ENDS: Between[] = [0, 1, 2].map(() => ({ low: 0, high: 0, from: 0, to: 0, share: 0 }));

/**
 * Add the triangles in which a 3-space cuts tetrahedra. Normals are seen along the axes of its `basis`; `weights` of
 * vertices are interpolated, as positions are.
 */
export function cut(tetrahedra: Tetrahedra, seen: Seen, basis: number[][], out: Corners, weights: Float64Array | null = null): void {
  const { vertices, solid, normals } = tetrahedra;
  const { sides } = seen;
  // A vertex on the 3-space counts as above, or where nothing is below as below, so that neighbours agree.
  const threshold = sides.some((side) => side < 0) ? 0 : Number.MIN_VALUE;
  for (const tetrahedron of solid) {
    const start = 4 * tetrahedron;
    const loops = loopsAt(vertices, start, sides, threshold);
    for (let place = 0; place < loops.length; place += 6) {
      for (let index = 0; index < 3; index++)
        setBetween(ENDS[index] as Between, start + (loops[place + 2 * index] as number), start + (loops[place + 2 * index + 1] as number), vertices, sides);
      if (!isTriangle(ENDS)) continue;
      out.grow();
      for (const end of ENDS) addCorner(end, seen.flat, normals, basis, weights, out);
    }
  }
}

function loopsAt(vertices: Uint32Array, start: number, sides: Float64Array, threshold: number): Uint8Array {
  let above = 0;
  for (let corner = 0; corner < 4; corner++)
    if ((sides[vertices[start + corner] as number] as number) >= threshold) above |= 1 << corner;
  const half = HALVES[above];
  return LOOPS[half && isCrossed(half, vertices, start) ? above + 16 : above] as Uint8Array;
}

/** The lower vertex first, or the one on the 3-space twice: so neighbours have equal corners. */
function setBetween(out: Between, first: number, second: number, vertices: Uint32Array, sides: Float64Array): void {
  const ordered = (vertices[first] as number) < (vertices[second] as number);
  [out.from, out.to] = ordered ? [first, second] : [second, first];
  [out.low, out.high] = [vertices[out.from] as number, vertices[out.to] as number];
  const [low, high] = [sides[out.low] as number, sides[out.high] as number];
  if (high === 0) [out.low, out.from] = [out.high, out.to];
  else if (low === 0) [out.high, out.to] = [out.low, out.from];
  out.share = high === 0 || low === 0 ? 0 : low / (low - high);
}

/** Whether no two corners are one: where vertices are on the 3-space, a loop may be a line or a point. */
function isTriangle([a, b, c]: Between[]): boolean {
  return isApart(a as Between, b as Between) && isApart(b as Between, c as Between) && isApart(c as Between, a as Between);
}

function isApart(one: Between, other: Between): boolean {
  return one.low !== other.low || one.high !== other.high;
}

function addCorner(
  { low, high, from, to, share }: Between,
  flat: Float64Array,
  normals: Float32Array | null,
  basis: number[][],
  weights: Float64Array | null,
  out: Corners,
): void {
  const at = 3 * out.count;
  for (let axis = 0; axis < 3; axis++) {
    const start = flat[3 * low + axis] as number;
    out.positions[at + axis] = start + share * ((flat[3 * high + axis] as number) - start);
    const row = basis[axis] as number[];
    let along = 0;
    for (let column = 0; normals && column < 4; column++) {
      const one = normals[4 * from + column] as number;
      along += (row[column] as number) * (one + share * ((normals[4 * to + column] as number) - one));
    }
    out.normals[at + axis] = along;
  }
  const weight = weights ? (weights[low] as number) + share * ((weights[high] as number) - (weights[low] as number)) : 0;
  out.weights[2 * out.count] = out.weights[2 * out.count + 1] = weight;
  out.count++;
}

/** The tetrahedra that have a volume, by index: others have no side that is outside, and nothing to add to a slice. */
export function solidOnes(points: Float64Array, vertices: Uint32Array): Uint32Array {
  const kept = new Uint32Array(vertices.length / 4);
  let count = 0;
  for (let tetrahedron = 0; tetrahedron < kept.length; tetrahedron++) if (isSolid(points, vertices, 4 * tetrahedron)) kept[count++] = tetrahedron;
  return kept.subarray(0, count);
}

/** Edges of the tetrahedron that is looked at, from its first corner, relative to the longest coordinate. */
const WAYS = new Float64Array(12);

function isSolid(points: Float64Array, vertices: Uint32Array, start: number): boolean {
  const origin = 4 * (vertices[start] as number);
  let reach = 0;
  for (let index = 0; index < 12; index++) {
    const vertex = vertices[start + 1 + (index >> 2)] as number;
    const way = (points[4 * vertex + (index & 3)] as number) - (points[origin + (index & 3)] as number);
    WAYS[index] = way;
    reach = Math.max(reach, Math.abs(way));
  }
  const scale = reach > 0 ? 1 / (reach * reach) : 1;
  const [xx, yy, zz] = [product(0, 0) * scale, product(1, 1) * scale, product(2, 2) * scale];
  const [xy, xz, yz] = [product(0, 1) * scale, product(0, 2) * scale, product(1, 2) * scale];
  const gram = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  return Math.sqrt(Math.abs(gram)) > FLATTEST;
}

function product(one: number, other: number): number {
  let sum = 0;
  for (let axis = 0; axis < 4; axis++) sum += (WAYS[4 * one + axis] as number) * (WAYS[4 * other + axis] as number);
  return sum;
}
