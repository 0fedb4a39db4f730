// Edges as tubes and vertices as balls, thicker where they are nearer to the eye in the fourth dimension, and coloured.

import { BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, Mesh, MeshStandardMaterial, SphereGeometry, Vector3 } from "three";
import { scaleColour, scaleTexture } from "../weight_map";

const SIDES = 10;
const SHADES = 128;
/** Radius of a ball relative to that of the tubes that meet there. */
const BALL = 1.9;
/** Numbers of each vertex; the colour scale is a texture on the fourth set of coordinates. */
const ATTRIBUTES = { position: 3, normal: 3, uv3: 2 };
const AROUND = Array.from({ length: SIDES }, (_, side) => (2 * Math.PI * side) / SIDES).map((angle): [number, number] => [Math.cos(angle), Math.sin(angle)]);

/** What a tube is drawn from: points in 3D, a share of the colour scale and a thickness of each. */
export interface Wires {
  points: Float64Array;
  shares: Float64Array;
  radii: Float64Array;
}

export class Tubes {
  readonly group = new Group();
  private readonly tube: Mesh;
  private readonly balls: InstancedMesh;
  private readonly shades: Color[];
  /** The vertices that edges have. */
  private readonly ends: Uint32Array;

  constructor(
    private readonly edges: Uint32Array,
    scale: [number, string][],
  ) {
    this.shades = Array.from({ length: SHADES }, (_, index) => scaleColour(scale, index / (SHADES - 1)));
    this.ends = new Uint32Array(new Set(edges));
    const material = new MeshStandardMaterial({ roughness: 0.45, metalness: 0, map: scaleTexture(scale) });
    this.tube = new Mesh(tubeGeometry(edges.length / 2), material);
    this.balls = new InstancedMesh(new SphereGeometry(1, 16, 12), new MeshStandardMaterial({ roughness: 0.45, metalness: 0 }), Math.max(1, this.ends.length));
    this.balls.count = this.ends.length;
    this.balls.instanceMatrix.setUsage(DynamicDrawUsage);
    for (const mesh of [this.tube, this.balls]) {
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
  }

  set layer(layer: number) {
    for (const mesh of [this.tube, this.balls]) mesh.layers.set(layer);
  }

  update(wires: Wires): void {
    this.updateTubes(wires);
    const matrix = new Matrix4();
    this.ends.forEach((vertex, index) => {
      const size = (wires.radii[vertex] ?? 0) * BALL;
      matrix.makeScale(size, size, size).setPosition(pointOf(wires, vertex));
      this.balls.setMatrixAt(index, matrix);
      this.balls.setColorAt(index, this.shade(wires, vertex));
    });
    this.balls.instanceMatrix.needsUpdate = true;
    if (this.balls.instanceColor) this.balls.instanceColor.needsUpdate = true;
  }

  private shade({ shares }: Wires, vertex: number): Color {
    const index = Math.round((shares[vertex] ?? 0) * (SHADES - 1));
    return this.shades[Math.min(SHADES - 1, Math.max(0, index))] as Color;
  }

  private updateTubes(wires: Wires): void {
    const [positions, normals, shares] = Object.keys(ATTRIBUTES).map((name) => this.tube.geometry.getAttribute(name) as BufferAttribute);
    const [along, first, second, out, corner] = Array.from({ length: 5 }, () => new Vector3()) as [Vector3, Vector3, Vector3, Vector3, Vector3];
    for (let edge = 0; edge < this.edges.length / 2; edge++) {
      const ends = [this.edges[2 * edge] ?? 0, this.edges[2 * edge + 1] ?? 0] as const;
      along.subVectors(pointOf(wires, ends[1]), pointOf(wires, ends[0])).normalize();
      // Across its smallest coordinate the product is longest.
      const [x, y, z] = along.toArray().map(Math.abs) as [number, number, number];
      first.set(x <= y && x <= z ? 1 : 0, y < x && y <= z ? 1 : 0, z < x && z < y ? 1 : 0).cross(along).normalize();
      second.crossVectors(along, first);
      ends.forEach((vertex, end) => {
        AROUND.forEach(([cos, sin], side) => {
          const index = (2 * edge + end) * SIDES + side;
          out.copy(first).multiplyScalar(cos).addScaledVector(second, sin);
          corner.copy(pointOf(wires, vertex)).addScaledVector(out, wires.radii[vertex] ?? 0);
          positions?.setXYZ(index, corner.x, corner.y, corner.z);
          normals?.setXYZ(index, out.x, out.y, out.z);
          shares?.setXY(index, wires.shares[vertex] ?? 0, 0.5);
        });
      });
    }
    for (const attribute of [positions, normals, shares]) if (attribute) attribute.needsUpdate = true;
  }
}

function pointOf({ points }: Wires, vertex: number): Vector3 {
  return new Vector3(points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]);
}

/** Tubes without places yet: each has a ring of vertices at its start and one at its end. */
function tubeGeometry(count: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, width] of Object.entries(ATTRIBUTES))
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(count * 2 * SIDES * width), width).setUsage(DynamicDrawUsage));
  const faces = new Uint32Array(count * SIDES * 6);
  for (let tube = 0; tube < count; tube++)
    for (let side = 0; side < SIDES; side++) {
      const start = tube * 2 * SIDES;
      const next = (side + 1) % SIDES;
      faces.set([start + side, start + next, start + SIDES + side, start + next, start + SIDES + next, start + SIDES + side], (tube * SIDES + side) * 6);
    }
  geometry.setIndex(new BufferAttribute(faces, 1));
  return geometry;
}
