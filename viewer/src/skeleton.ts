// The skeleton over the mesh: a bone from each joint to its child joints, and a ball at each joint. Rigs of thousands of
// joints have thin bones alone, in one mesh.

import {
  BackSide,
  Box3,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  Quaternion,
  type Ray,
  type Raycaster,
  SphereGeometry,
  Vector3,
} from "three";
import { MergedBones } from "./merged_bones";
import type { PageData } from "./page_data";

/** Radius of a bone relative to its length, and its limits relative to the model's size. */
const THICKNESS = 0.09;
const MAX_THICKNESS = 0.02;
const MIN_THICKNESS = 0.003;
/** Length of the stub at a joint without children, relative to its parent bone. */
const STUB = 0.5;
const CHOSEN = new Color("#19c3d9");
export const BONE_COLOUR = "#f6c945";
const PLAIN = new Color(BONE_COLOUR);
const WHITE = new Color("#ffffff");
/** A dark rim around bones, so that they are seen on a model of their colour. */
const RIM = "#1b1e24";
const RIM_WIDTH = 1.35;
/** Rigs with more joints have simple bones, without a rim and without balls, and thinner ones. */
const MANY = 1500;
const THINNER = 0.4;
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
  /** The joints that have a ball. */
  private readonly round: number[];
  private readonly sticks: InstancedMesh | MergedBones;
  private readonly balls: InstancedMesh;
  private readonly colours = new Map<number, Color>();
  private readonly point = new Map<number, Vector3>();
  private readonly tails = new Map<number, Vector3>();
  /** The bones as they were drawn last. */
  private readonly segments: { joint: number; start: Vector3; end: Vector3; thick: number }[] = [];
  private only: number | null = null;
  private readonly isSimple: boolean;

  constructor(
    data: PageData,
    private readonly nodes: (Object3D | undefined)[],
    private readonly size: number,
    parent: Object3D,
  ) {
    const placed = (node: number): boolean => data.four !== null || nodes[node] !== undefined;
    this.joints = data.joints.filter(placed);
    const among = new Set(this.joints);
    for (const joint of this.joints) this.above.set(joint, parentJoint(data, joint, among));
    this.bones = bonesOf(this.joints, this.above);
    for (const [node, x, y, z] of data.tails) this.tails.set(node, new Vector3(x, y, z));
    for (const skeleton of data.skeletons) for (const node of skeleton.joints) this.colours.set(node, new Color(skeleton.colour));
    this.isSimple = this.joints.length > MANY;
    this.round = this.isSimple ? [] : this.joints;
    this.sticks = this.isSimple ? new MergedBones(this.bones.length) : rimmed(octahedron(), this.bones.length);
    this.balls = rimmed(new SphereGeometry(1, 14, 10), this.round.length);
    parent.add(this.sticks, this.balls);
  }

  /** A box around all joints as they are posed. */
  reach(): Box3 {
    const box = new Box3();
    const point = new Vector3();
    for (const joint of this.joints) {
      const object = this.nodes[joint];
      if (object) box.expandByPoint(point.setFromMatrixPosition(object.matrixWorld));
    }
    return box;
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
    const size = new Vector3();
    const at = new Map(this.joints.map((joint) => [joint, this.positionOf(joint)]));
    const origin = new Vector3();
    this.segments.length = 0;
    this.bones.forEach((bone, index) => {
      const start = at.get(bone.joint) ?? origin;
      const end = this.tip(bone, at);
      const along = end.clone().sub(start);
      const length = along.length();
      const shown = this.shown(bone.joint);
      const thick = shown * this.thicknessOf(length);
      if (length > 0) turn.setFromUnitVectors(UP, along.divideScalar(length));
      this.sticks.setMatrixAt(index, matrix.compose(start, turn, size.set(thick, length * shown, thick)));
      this.sticks.setColorAt(index, this.colour(bone.joint, chosen, hovered));
      if (shown) this.segments.push({ joint: bone.joint, start, end, thick });
      for (const joint of [bone.joint, bone.to]) {
        if (joint !== null) radius.set(joint, Math.max(radius.get(joint) ?? 0, thick * 0.6));
      }
    });
    turn.identity();
    this.round.forEach((joint, index) => {
      const thick = this.shown(joint) * (radius.get(joint) ?? MIN_THICKNESS * this.size);
      this.balls.setMatrixAt(index, matrix.compose(at.get(joint) ?? origin, turn, size.set(thick, thick, thick)));
      this.balls.setColorAt(index, this.colour(joint, chosen, hovered));
    });
    for (const mesh of [this.sticks, this.balls]) {
      if (mesh instanceof MergedBones) continue;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  private thicknessOf(length: number): number {
    const thick = Math.min(Math.max(length * THICKNESS, MIN_THICKNESS * this.size), MAX_THICKNESS * this.size);
    return this.isSimple ? thick * THINNER : thick;
  }

  /** 1 for joints that are shown, 0 for others: a bone of no size is neither drawn nor hit. */
  private shown(joint: number): number {
    return this.only === null || this.only === joint ? 1 : 0;
  }

  /** The joint whose bone a ray passes nearest to the camera, and where; null for none. */
  pick({ ray }: Raycaster): { joint: number; point: Vector3 } | null {
    if (!this.visible) return null;
    let best: { joint: number; point: Vector3 } | null = null;
    let nearest = Infinity;
    const onRay = new Vector3();
    const onBone = new Vector3();
    for (const { joint, start, end, thick } of this.segments) {
      if (!passes(ray, start, end, thick)) continue;
      const square = ray.distanceSqToSegment(start, end, onRay, onBone);
      const away = onRay.distanceToSquared(ray.origin);
      if (square > thick * thick || away >= nearest) continue;
      nearest = away;
      best = { joint, point: onBone.clone() };
    }
    return best;
  }

  private tip(bone: Bone, at?: Map<number, Vector3>): Vector3 {
    const position = (joint: number): Vector3 => at?.get(joint) ?? this.positionOf(joint);
    if (bone.to !== null) return position(bone.to).clone();
    const tail = this.tails.get(bone.joint);
    const object = this.nodes[bone.joint];
    if (tail && object) return object.localToWorld(tail.clone());
    const start = position(bone.joint).clone();
    if (bone.above === null) return start.add(new Vector3(0, this.size * 0.05, 0));
    return start.add(start.clone().sub(position(bone.above)).multiplyScalar(STUB));
  }

  private colour(joint: number, chosen: number | null, hovered: number | null): Color {
    if (joint === chosen) return CHOSEN;
    const own = this.colours.get(joint) ?? PLAIN;
    return joint === hovered ? own.clone().lerp(WHITE, 0.45) : own;
  }
}

/** Whether a ray passes a ball around a segment: a cheap test before the exact one. */
function passes(ray: Ray, start: Vector3, end: Vector3, thick: number): boolean {
  const half = start.distanceTo(end) / 2 + thick;
  MIDDLE.addVectors(start, end).multiplyScalar(0.5);
  return ray.distanceSqToPoint(MIDDLE) <= half * half;
}

const MIDDLE = new Vector3();

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

/** Many of one shape, with a dark rim. */
function rimmed(geometry: BufferGeometry, count: number): InstancedMesh {
  const mesh = new InstancedMesh(geometry, new MeshLambertMaterial(), Math.max(1, count));
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  const wide = geometry.clone().scale(RIM_WIDTH, geometry instanceof SphereGeometry ? RIM_WIDTH : 1, RIM_WIDTH);
  const rim = new InstancedMesh(wide, new MeshBasicMaterial({ color: RIM, side: BackSide }), 1);
  rim.instanceMatrix = mesh.instanceMatrix;
  for (const part of [mesh, rim]) Object.assign(part, { count, frustumCulled: false });
  return mesh.add(rim);
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
  return facets(corners);
}

/** Triangles with flat shading. */
function facets(corners: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}
