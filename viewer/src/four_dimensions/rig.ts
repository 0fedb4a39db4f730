// A rig in four dimensions, as Pantin wrote it into the page: posed here, as src/pantin/deformation does.

import { solidOnes, type Tetrahedra } from "./cut";
import type { FourClipData } from "./motion";
import { AXES, type Matrix, rotationOf, type Turn } from "./planes";

/** An affine transform: four rows of five numbers, the last of which is the translation. */
export type Affine = number[];

/** Tetrahedra of one material, and a normal of each of their corners by index (uint32) into float32 values, if any. */
export interface PartData {
  simplexes: number;
  count: number;
  normals: { indices: number; values: number; count: number } | null;
  colour: number[];
  metallic: number;
  roughness: number;
}

/** Byte offsets among the frames of a page; how many there are follows from the counts. */
export interface BodyData {
  node: number;
  vertices: number;
  /** float64, four of each vertex. */
  positions: number;
  /** uint32, four vertices of each tetrahedron. */
  parts: PartData[];
  /** uint32, two vertices of each edge. */
  edges: number;
  edgeCount: number;
  /** The matrices that move vertices: a node's world transform (−1: the world itself) times `bind`. */
  palette: { node: number; bind: Affine | null }[];
  /** Where the entries of each vertex begin (uint32), the matrix of each (uint32) and its weight (float64); null: all follow the first. */
  influences: { offsets: number; matrices: number; weights: number; count: number } | null;
  /** Differences of the positions at weight 1 (float64, all vertices), for each blend shape; null for one without. */
  shapes: (number | null)[];
  /** Weights of the blend shapes at rest. */
  weights: number[];
}

export interface FourData {
  /** Local transforms of the nodes at the start, and an order in which parents come first. */
  locals: Affine[];
  order: number[];
  /** Nodes that the pose of the start moves. */
  posed: number[];
  bodies: BodyData[];
  /** The clips of the page; null for one that is too long to be played. */
  clips: (FourClipData | null)[];
  /** Colours from the lowest to the highest along the normal of the 3-space. */
  scale: [number, string][];
  /** The default camera distance; farther than any vertex can be when the model is rotated. */
  distance: number;
  /** Radius of the tubes that edges are drawn as. */
  radius: number;
  /** What the page starts with: a list of turns, and the w of the slice. */
  start: { rotate: string; w: number };
}

/** Surfaces on common vertices, posed. */
export class Body {
  readonly points: Float64Array;
  readonly edges: Uint32Array;
  readonly parts: Tetrahedra[];
  private readonly rest: Float64Array;
  /** Normals of corners at rest, of each part. */
  private readonly restNormals: (Float32Array | null)[];

  constructor(
    readonly data: BodyData,
    private readonly bytes: ArrayBuffer,
  ) {
    this.rest = new Float64Array(bytes, data.positions, data.vertices * 4);
    this.points = this.rest.slice();
    this.edges = new Uint32Array(bytes, data.edges, data.edgeCount * 2);
    this.restNormals = data.parts.map((part) => cornerNormals(part, bytes));
    this.parts = data.parts.map(({ simplexes, count }, index) => {
      const vertices = new Uint32Array(bytes, simplexes, count * 4);
      return { vertices, solid: new Uint32Array(), normals: this.restNormals[index]?.slice() ?? null };
    });
  }

  /** Move the points: blend shapes first, then the matrices of the nodes by their weights. */
  pose(world: Affine[], weightOf: (shape: number) => number | undefined): void {
    const { data, bytes } = this;
    const blended = this.rest.slice();
    data.shapes.forEach((start, shape) => {
      const weight = weightOf(shape) ?? data.weights[shape] ?? 0;
      if (start === null || !weight) return;
      const deltas = new Float64Array(bytes, start, blended.length);
      for (let index = 0; index < blended.length; index++) blended[index] = (blended[index] ?? 0) + weight * (deltas[index] ?? 0);
    });
    const palette = data.palette.map(({ node, bind }) => {
      const moved = world[node] ?? IDENTITY;
      return bind ? multiply(moved, bind) : moved;
    });
    const matrices = this.matrices(palette);
    for (let vertex = 0; vertex < data.vertices; vertex++) transform(blended, 4 * vertex, matrices(vertex), this.points, 1);
    this.parts.forEach((part, index) => {
      part.solid = solidOnes(this.points, part.vertices);
      const from = this.restNormals[index];
      if (!from || !part.normals) return;
      for (let corner = 0; corner < part.vertices.length; corner++)
        transform(from, 4 * corner, matrices(part.vertices[corner] ?? 0), part.normals, 0);
    });
  }

  /** The matrix that moves a vertex: the mean of those of its joints, by their weights. */
  private matrices(palette: Affine[]): (vertex: number) => Affine {
    const { influences, vertices } = this.data;
    const [first = IDENTITY] = palette;
    if (!influences) return () => first;
    const starts = new Uint32Array(this.bytes, influences.offsets, vertices + 1);
    const indices = new Uint32Array(this.bytes, influences.matrices, influences.count);
    const shares = new Float64Array(this.bytes, influences.weights, influences.count);
    const blended = new Array<number>(20);
    return (vertex) => {
      blended.fill(0);
      for (let entry = starts[vertex] ?? 0; entry < (starts[vertex + 1] ?? 0); entry++) {
        const matrix = palette[indices[entry] ?? 0] ?? IDENTITY;
        for (let index = 0; index < 20; index++) blended[index] = (blended[index] as number) + (shares[entry] as number) * (matrix[index] as number);
      }
      return blended;
    };
  }

  /** The weight of a joint at each vertex; null without a skin. */
  weightsOf(joint: number): Float64Array | null {
    const { influences, palette, vertices } = this.data;
    if (!influences) return null;
    const starts = new Uint32Array(this.bytes, influences.offsets, vertices + 1);
    const indices = new Uint32Array(this.bytes, influences.matrices, influences.count);
    const shares = new Float64Array(this.bytes, influences.weights, influences.count);
    return new Float64Array(vertices).map((_, vertex) => {
      let sum = 0;
      for (let entry = starts[vertex] ?? 0; entry < (starts[vertex + 1] ?? 0); entry++)
        if (palette[indices[entry] ?? 0]?.node === joint) sum += shares[entry] ?? 0;
      return sum;
    });
  }
}

function cornerNormals({ normals, count }: PartData, bytes: ArrayBuffer): Float32Array | null {
  if (!normals) return null;
  const values = new Float32Array(bytes, normals.values, normals.count * 4);
  const indices = new Uint32Array(bytes, normals.indices, count * 4);
  const out = new Float32Array(count * 16);
  indices.forEach((value, corner) => out.set(values.subarray(4 * value, 4 * value + 4), 4 * corner));
  return out;
}

/**
 * Four numbers through a matrix: a point, or with `translated` 0 a direction. For normals that is exact where joints
 * rotate and scale evenly; where they do not, shading alone is affected.
 */
function transform(from: Float64Array | Float32Array, at: number, matrix: Affine, out: Float64Array | Float32Array, translated: number): void {
  for (let row = 0; row < 4; row++) {
    let sum = translated * (matrix[5 * row + 4] as number);
    for (let column = 0; column < 4; column++) sum += (matrix[5 * row + column] as number) * (from[at + column] as number);
    out[at + row] = sum;
  }
}

export const IDENTITY: Affine = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0];

export function multiply(a: Affine, b: Affine): Affine {
  return Array.from({ length: 20 }, (_, index) => {
    const [row, column] = [Math.floor(index / 5), index % 5];
    const sum = AXES.reduce((total, _name, inner) => total + (a[5 * row + inner] ?? 0) * (b[5 * inner + column] ?? 0), 0);
    return column === 4 ? sum + (a[5 * row + 4] ?? 0) : sum;
  });
}

/** A local transform, rotated in its own axes before they are scaled: as `planes` of a pose, after the rotation at rest. */
export function rotated(local: Affine, turns: Turn[]): Affine {
  const scales = AXES.map((_, column) => Math.hypot(...AXES.map((_name, row) => local[5 * row + column] ?? 0)) || 1);
  const unscaled = local.map((value, index) => (index % 5 < 4 ? value / (scales[index % 5] ?? 1) : value));
  const rotation: Matrix = rotationOf(turns);
  const turned = multiply(unscaled, AXES.flatMap((_, row) => [...rotation.slice(4 * row, 4 * row + 4), 0]));
  return turned.map((value, index) => (index % 5 < 4 ? value * (scales[index % 5] ?? 1) : value));
}

/** World transforms of the nodes, some of which are rotated. */
export function worldTransforms(locals: Affine[], order: number[], parents: number[], joints: Map<number, Turn[]>): Affine[] {
  const world: Affine[] = [];
  for (const node of order) {
    const local = locals[node] ?? IDENTITY;
    const turns = joints.get(node);
    const posed = turns ? rotated(local, turns) : local;
    const parent = parents[node] ?? -1;
    world[node] = parent < 0 ? posed : multiply(world[parent] ?? IDENTITY, posed);
  }
  return world;
}
