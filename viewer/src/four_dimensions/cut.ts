// Cuts the tetrahedra of a boundary in four dimensions with a 3-space: triangles, wound outwards.

import type { Seen } from "./hyperplane";
import { AXES } from "./planes";

/** Corners of triangles, three numbers each, and a weight of each twice; they grow and are used again. */
export class Corners {
  values = new Float32Array(9 * 1024);
  weights = new Float32Array(6 * 1024);
  length = 0;

  add(x: number, y: number, z: number, weight: number): void {
    if (this.length + 3 > this.values.length) {
      this.values = twiceAsLong(this.values);
      this.weights = twiceAsLong(this.weights);
    }
    this.weights.fill(weight, (this.length / 3) * 2, (this.length / 3) * 2 + 2);
    this.values[this.length++] = x;
    this.values[this.length++] = y;
    this.values[this.length++] = z;
  }
}

function twiceAsLong(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** The 3-volume of a tetrahedron, of the cube of its longest edge, below which it counts as flat. */
const FLATTEST = 1e-7;

/**
 * For each set of vertices above (bit i for corner i of a tetrahedron), its triangles: corners are edges of the
 * tetrahedron, as pairs of its corners. With those above first, in an even order, the loops are wound outwards; an
 * odd order turns them round. src/pantin/edit/mesh_slice.py derives it.
 */
const LOOPS: [number, number][][][] = Array.from({ length: 16 }, (_, above) => loopsOf(above));

function loopsOf(above: number): [number, number][][] {
  const isAbove = (corner: number): boolean => ((above >> corner) & 1) === 1;
  const [up, down] = [[0, 1, 2, 3].filter(isAbove), [0, 1, 2, 3].filter((corner) => !isAbove(corner))];
  const order = [...up, ...down];
  const inversions = order.flatMap((a, index) => order.slice(index + 1).filter((b) => a > b)).length;
  const [a = 0, b = 0] = up;
  const [c = 0, d = 0] = down;
  const found: Record<number, [number, number][][]> = {
    1: [down.map((corner): [number, number] => [a, corner])],
    2: [[[a, c], [a, d], [b, d]], [[a, c], [b, d], [b, c]]],
    3: [up.map((corner): [number, number] => [corner, c])],
  };
  const loops = found[up.length] ?? [];
  return inversions % 2 ? loops.map((loop) => [...loop].reverse()) : loops;
}

/**
 * Add the triangles in which a 3-space cuts tetrahedra: `simplexes` has four vertices each, by index; `weights` is
 * interpolated between vertices, as positions are.
 */
export function cut(simplexes: Uint32Array, seen: Seen, out: Corners, weights: Float64Array | null = null): void {
  const { sides } = seen;
  // A vertex on the 3-space counts as above, or where nothing is below as below, so that neighbours agree.
  const threshold = sides.some((side) => side < 0) ? 0 : Number.MIN_VALUE;
  const [low, high] = [[0, 0, 0], [0, 0, 0]];
  for (let start = 0; start < simplexes.length; start += 4) {
    const four = simplexes.subarray(start, start + 4);
    for (const loop of LOOPS[cornersAbove(four, sides, threshold)] ?? []) {
      loop.forEach(([first, second], index) => {
        const [a, b] = [four[first] ?? 0, four[second] ?? 0];
        // The lower index first, or the end on the 3-space twice: so neighbours have equal corners.
        low[index] = sides[a] === 0 ? a : sides[b] === 0 ? b : Math.min(a, b);
        high[index] = sides[b] === 0 ? b : sides[a] === 0 ? a : Math.max(a, b);
      });
      if (isTriangle(low, high)) for (let index = 0; index < 3; index++) addPoint(low[index] ?? 0, high[index] ?? 0, seen, weights, out);
    }
  }
}

function cornersAbove(four: Uint32Array, sides: Float64Array, threshold: number): number {
  let above = 0;
  for (let corner = 0; corner < 4; corner++) if ((sides[four[corner] ?? 0] ?? 0) >= threshold) above |= 1 << corner;
  return above;
}

/** Whether no two corners are one: where vertices are on the 3-space, a loop may be a line or a point. */
function isTriangle(low: number[], high: number[]): boolean {
  return [0, 1, 2].every((index) => low[index] !== low[(index + 1) % 3] || high[index] !== high[(index + 1) % 3]);
}

function addPoint(low: number, high: number, { flat, sides }: Seen, weights: Float64Array | null, out: Corners): void {
  const [from, to] = [sides[low] ?? 0, sides[high] ?? 0];
  const share = from === to ? 0 : from / (from - to);
  const between = (start = 0, end = 0): number => start + share * (end - start);
  const along = (axis: number): number => between(flat[3 * low + axis], flat[3 * high + axis]);
  out.add(along(0), along(1), along(2), between(weights?.[low], weights?.[high]));
}

/** The tetrahedra that have a volume: others have no side that is outside, and nothing to add to a slice. */
export function solidOnes(points: Float64Array, simplexes: Uint32Array): Uint32Array {
  const kept = new Uint32Array(simplexes.length);
  let length = 0;
  for (let start = 0; start < simplexes.length; start += 4) {
    const four = simplexes.subarray(start, start + 4);
    if (!isSolid(points, four)) continue;
    kept.set(four, length);
    length += 4;
  }
  return kept.subarray(0, length);
}

function isSolid(points: Float64Array, [origin = 0, ...others]: Uint32Array): boolean {
  const ways = others.map((vertex) => AXES.map((_, axis) => (points[4 * vertex + axis] ?? 0) - (points[4 * origin + axis] ?? 0)));
  const reach = Math.max(...ways.flat().map(Math.abs)) || 1;
  const product = (a: number, b: number): number =>
    AXES.reduce((sum, _, axis) => sum + ((ways[a]?.[axis] ?? 0) / reach) * ((ways[b]?.[axis] ?? 0) / reach), 0);
  const [xx, yy, zz, xy, xz, yz] = [product(0, 0), product(1, 1), product(2, 2), product(0, 1), product(0, 2), product(1, 2)];
  const gram = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  return Math.sqrt(Math.abs(gram)) > FLATTEST;
}
