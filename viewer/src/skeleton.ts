// The skeleton over the mesh: a bone from each joint to its child joints, and a ball at each joint.

import {
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  type Object3D,
  Quaternion,
  type Raycaster,
  SphereGeometry,
  Vector3,
} from "three";
import type { PageData } from "./page_data";

/** Radius of a bone relative to its length, and its limits relative to the model's size. */
const THICKNESS = 0.09;
const MAX_THICKNESS = 0.02;
const MIN_THICKNESS = 0.003;
/** Length of the stub at a joint without children, relative to its parent bone. */
const STUB = 0.5;
const CHOSEN = new Color("#19c3d9");
const PLAIN = "#f6c945";
const UP = new Vector3(0, 1, 0);

interface Bone {
  /** The joint that rotates when this bone is dragged. */
  joint: number;
  /** The joint at its end; null for a stub. */
  to: number | null;
  above: number | null;
}

export class SkeletonOverlay {
  readonly above = new Map<number, number | null>();
  private readonly bones: Bone[];
  private readonly joints: number[];
  private readonly sticks: InstancedMesh;
  private readonly balls: InstancedMesh;
  private readonly colours = new Map<number, Color>();
  private readonly point = new Map<number, Vector3>();
  private readonly tails = new Map<number, Vector3>();
  private only: number | null = null;

  constructor(
    data: PageData,
    private readonly nodes: (Object3D | undefined)[],
    private readonly size: number,
    parent: Object3D,
  ) {
    const placed = (node: number): boolean => data.four !== null || nodes[node] !== undefined;
    this.joints = data.joints.filter(placed);
    for (const joint of this.joints) this.above.set(joint, parentJoint(data, joint, new Set(this.joints)));
    this.bones = bonesOf(this.joints, this.above);
    for (const [node, x, y, z] of data.tails) this.tails.set(node, new Vector3(x, y, z));
    for (const skeleton of data.skeletons) for (const node of skeleton.joints) this.colours.set(node, new Color(skeleton.colour));
    const material = (): MeshLambertMaterial => new MeshLambertMaterial();
    this.sticks = new InstancedMesh(octahedron(), material(), Math.max(1, this.bones.length));
    this.balls = new InstancedMesh(new SphereGeometry(1, 14, 10), material(), Math.max(1, this.joints.length));
    for (const mesh of [this.sticks, this.balls]) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      parent.add(mesh);
    }
    this.sticks.count = this.bones.length;
    this.balls.count = this.joints.length;
  }

  /** Where the nodes are, if no object of three.js knows it. */
  place(positions: Vector3[]): void {
    positions.forEach((position, node) => this.point.set(node, position));
  }

  get visible(): boolean {
    return this.sticks.visible;
  }

  /** Show all bones, or those of the selected joint alone. */
  show(all: boolean, selected: number | null): void {
    this.only = all ? null : selected;
    this.sticks.visible = this.balls.visible = all || (selected !== null && this.has(selected));
  }

  has(node: number): boolean {
    return this.above.has(node);
  }

  /** The current position of a joint. */
  positionOf(node: number): Vector3 {
    const fixed = this.point.get(node);
    if (fixed) return fixed;
    const object = this.nodes[node];
    return object ? new Vector3().setFromMatrixPosition(object.matrixWorld) : new Vector3();
  }

  /** Move bones and balls to the joints. */
  update(chosen: number | null, hovered: number | null): void {
    const radius = new Map<number, number>();
    const matrix = new Matrix4();
    const turn = new Quaternion();
    this.bones.forEach((bone, index) => {
      const start = this.positionOf(bone.joint);
      const along = this.tip(bone).sub(start);
      const length = along.length();
      const thick = this.shown(bone.joint) * Math.min(Math.max(length * THICKNESS, MIN_THICKNESS * this.size), MAX_THICKNESS * this.size);
      if (length > 0) turn.setFromUnitVectors(UP, along.divideScalar(length));
      this.sticks.setMatrixAt(index, matrix.compose(start, turn, new Vector3(thick, length * this.shown(bone.joint), thick)));
      this.sticks.setColorAt(index, this.colour(bone.joint, chosen, hovered));
      for (const end of [bone.joint, bone.to]) {
        if (end !== null) radius.set(end, Math.max(radius.get(end) ?? 0, thick * 0.6));
      }
    });
    turn.identity();
    this.joints.forEach((joint, index) => {
      const thick = this.shown(joint) * (radius.get(joint) ?? MIN_THICKNESS * this.size);
      this.balls.setMatrixAt(index, matrix.compose(this.positionOf(joint), turn, new Vector3(thick, thick, thick)));
      this.balls.setColorAt(index, this.colour(joint, chosen, hovered));
    });
    for (const mesh of [this.sticks, this.balls]) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      mesh.computeBoundingSphere();
    }
  }

  /** 1 for joints that are shown, 0 for others: a bone of no size is neither drawn nor hit. */
  private shown(joint: number): number {
    return this.only === null || this.only === joint ? 1 : 0;
  }

  /** The joint that a ray hits, and where; null for none. */
  pick(ray: Raycaster): { joint: number; point: Vector3 } | null {
    if (!this.visible || !this.joints.length) return null;
    const [hit] = ray.intersectObjects([this.sticks, this.balls]);
    if (!hit || hit.instanceId === undefined) return null;
    const joint = hit.object === this.sticks ? this.bones[hit.instanceId]?.joint : this.joints[hit.instanceId];
    return joint === undefined ? null : { joint, point: hit.point };
  }

  private tip(bone: Bone): Vector3 {
    if (bone.to !== null) return this.positionOf(bone.to).clone();
    const tail = this.tails.get(bone.joint);
    const object = this.nodes[bone.joint];
    if (tail && object) return object.localToWorld(tail.clone());
    const start = this.positionOf(bone.joint).clone();
    if (bone.above === null) return start.add(new Vector3(0, this.size * 0.05, 0));
    return start.add(start.clone().sub(this.positionOf(bone.above)).multiplyScalar(STUB));
  }

  private colour(joint: number, chosen: number | null, hovered: number | null): Color {
    if (joint === chosen) return CHOSEN;
    const own = this.colours.get(joint) ?? new Color(PLAIN);
    return joint === hovered ? own.clone().lerp(new Color("#ffffff"), 0.45) : own;
  }
}

function parentJoint(data: PageData, joint: number, among: Set<number>): number | null {
  let node = data.parents[joint] ?? -1;
  while (node >= 0 && !among.has(node)) node = data.parents[node] ?? -1;
  return node >= 0 ? node : null;
}

function bonesOf(joints: number[], above: Map<number, number | null>): Bone[] {
  const bones: Bone[] = [];
  const parents = new Set(above.values());
  for (const joint of joints) {
    const up = above.get(joint) ?? null;
    if (up !== null) bones.push({ joint: up, to: joint, above: above.get(up) ?? null });
    if (!parents.has(joint)) bones.push({ joint, to: null, above: up });
  }
  return bones;
}

/** A bone along +Y of length 1 and radius 1, thickest near its joint. */
function octahedron(): BufferGeometry {
  const waist = 0.16;
  const ring = [0, 1, 2, 3].map((index): [number, number, number] => {
    const angle = (index * Math.PI) / 2;
    return [Math.cos(angle), waist, Math.sin(angle)];
  });
  const corners: number[] = [];
  for (let index = 0; index < 4; index++) {
    const a = ring[index] as [number, number, number];
    const b = ring[(index + 1) % 4] as [number, number, number];
    corners.push(...a, 0, 1, 0, ...b, ...a, ...b, 0, 0, 0);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}
