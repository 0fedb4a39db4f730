// Springs while somebody poses the model (VRMC_springBone 1.0, "SpringBone Algorithm"), as src/pantin/springs computes
// them with the profile "spec". Tests compare both.

import { Matrix3, Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import type { ColliderData, SpringData } from "./page_data";

/** Seconds of a step: springs are tuned at this rate. */
const STEP = 1 / 60;
/** Steps in a frame at most, so that a slow frame does not make the next one slower. */
const MOST_STEPS = 4;
/** Lengths that count as none or as infinite. */
const TINY = 1e-150;
const HUGE = 1e150;
/** 1 + cosine below which directions are opposite. */
const OPPOSITE = 1e-12;
/** Springs are at rest when no direction changes by more than this in a step. */
const STILL = 1e-5;

interface State {
  tail: Vector3;
  before: Vector3;
  direction: Vector3;
  rotation: Quaternion;
}

interface Placed {
  data: ColliderData;
  position: Vector3;
  along: Vector3;
}

const isMeasurable = (length: number): boolean => length >= TINY && length < HUGE;

export class LiveSprings {
  private states: State[] | null = null;
  private left = 0;
  private isMoving = true;

  constructor(
    private readonly bones: SpringData[],
    private readonly colliders: ColliderData[],
    private readonly nodes: (Object3D | undefined)[],
    private readonly root: Object3D,
  ) {}

  get exist(): boolean {
    return this.bones.length > 0;
  }

  /** Forget the motion: the next step starts from the pose of the objects. */
  reset(): void {
    this.states = null;
    this.left = 0;
    this.isMoving = true;
  }

  /** Something moved: take steps again until everything is at rest. */
  wake(): void {
    this.isMoving = true;
  }

  /** Take the steps of some seconds from the pose of the objects, except for nodes that are held; true while anything moves. */
  advance(seconds: number, held: ReadonlySet<number> | ReadonlyMap<number, unknown>): boolean {
    this.left = Math.min(this.left + seconds, MOST_STEPS * STEP);
    let steps = 0;
    for (; this.left >= STEP * 0.999; this.left -= STEP) {
      this.step(STEP, held);
      steps++;
    }
    // Between two steps the objects have the driving pose again.
    if (!steps) this.show(held);
    return this.isMoving;
  }

  /** One step, with the objects in the driving pose; afterwards they have the rotations of the springs. */
  step(seconds: number, held: ReadonlySet<number> | ReadonlyMap<number, unknown> = new Set()): void {
    const states = (this.states ??= this.start());
    let change = 0;
    this.bones.forEach((bone, index) => {
      const object = this.nodes[bone.node];
      const state = states[index];
      if (!object?.parent || !state || held.has(bone.node)) return;
      change = Math.max(change, this.move(bone, state, object, object.parent, seconds));
    });
    this.isMoving = change > STILL;
  }

  private show(held: ReadonlySet<number> | ReadonlyMap<number, unknown>): void {
    this.bones.forEach((bone, index) => {
      const object = this.nodes[bone.node];
      const state = this.states?.[index];
      if (object && state && !held.has(bone.node)) object.quaternion.copy(state.rotation);
    });
    this.root.updateMatrixWorld(true);
  }

  private start(): State[] {
    return this.bones.map((bone) => {
      const object = this.nodes[bone.node];
      const tail = new Vector3(...bone.vector);
      if (object) tail.applyMatrix4(object.matrixWorld);
      const center = this.centerOf(bone);
      if (center) tail.applyMatrix4(center.clone().invert());
      const rotation = object ? object.quaternion.clone() : new Quaternion(...bone.rest);
      return { tail, before: tail.clone(), direction: new Vector3(...bone.direction), rotation };
    });
  }

  private centerOf(bone: SpringData): Matrix4 | undefined {
    return bone.center === null ? undefined : this.nodes[bone.center]?.matrixWorld;
  }

  /** Move one bone; gives how far its direction changed. */
  private move(bone: SpringData, state: State, object: Object3D, parent: Object3D, seconds: number): number {
    const head = object.position.clone().applyMatrix4(parent.matrixWorld);
    const rest = new Matrix4().makeRotationFromQuaternion(new Quaternion(...bone.rest)).scale(object.scale);
    const frame = new Matrix3().setFromMatrix4(new Matrix4().multiplyMatrices(parent.matrixWorld, rest));
    const axis = new Vector3(...bone.vector).applyMatrix3(frame);
    const size = axis.length();
    const isLong = isMeasurable(size);
    const length = isLong ? size : 0;
    const resting = isLong ? axis.divideScalar(size) : new Vector3();
    const center = this.centerOf(bone)?.clone();
    const tail = center ? state.tail.clone().applyMatrix4(center) : state.tail.clone();
    const before = center ? state.before.clone().applyMatrix4(center) : state.before;
    const way = tail
      .clone()
      .addScaledVector(tail.clone().sub(before), bone.inertia)
      .addScaledVector(resting, seconds * bone.stiffness)
      .addScaledVector(new Vector3(...bone.gravity), seconds)
      .sub(head);
    const unit = this.unit(way, isLong, frame, state, resting);
    const next = head.clone().addScaledVector(unit, length);
    for (const index of bone.colliders) this.collide(index, bone, head, next, unit, length);
    const direction = directionIn(frame, next.clone().sub(head)) ?? state.direction;
    const change = direction.distanceTo(state.direction);
    object.quaternion.copy(turnOf(bone, direction));
    object.updateMatrixWorld(true);
    const inner = center ? next.clone().applyMatrix4(center.invert()) : next;
    state.before = state.tail;
    state.tail = Number.isFinite(inner.lengthSq()) ? inner : state.tail.clone();
    state.direction = direction;
    state.rotation = object.quaternion.clone();
    return change + (state.tail.distanceTo(state.before) / Math.max(length, 1e-9)) * Number(length > 0);
  }

  /** The direction of a way; a lost one is that of the step before, or that of rest. */
  private unit(way: Vector3, isLong: boolean, frame: Matrix3, state: State, resting: Vector3): Vector3 {
    const size = way.length();
    if (isLong && isMeasurable(size)) return way.divideScalar(size);
    const kept = state.direction.clone().applyMatrix3(frame);
    return isMeasurable(kept.length()) ? kept.normalize() : resting.clone();
  }

  /** Push a tail out of a collider, or back inside, and back to the length of its bone. */
  private collide(index: number, bone: SpringData, head: Vector3, tail: Vector3, unit: Vector3, length: number): void {
    const placed = this.place(index);
    if (!placed || !push(placed, bone.radius, tail, unit)) return;
    const way = tail.clone().sub(head);
    const size = way.length();
    if (isMeasurable(size)) unit.copy(way.divideScalar(size));
    tail.copy(head).addScaledVector(unit, length);
  }

  private place(index: number): Placed | null {
    const data = this.colliders[index];
    const node = data && this.nodes[data.node]?.matrixWorld;
    if (!data || !node) return null;
    const position = new Vector3(...data.offset).applyMatrix4(node);
    if (data.shape === "capsule") return { data, position, along: new Vector3(...data.tail).applyMatrix4(node).sub(position) };
    if (data.shape === "sphere") return { data, position, along: new Vector3() };
    return { data, position, along: normalIn(new Matrix3().setFromMatrix4(node), new Vector3(...data.normal)) };
  }
}

/** A normal that stays at right angles to its plane; none where the transform flattens it. */
function normalIn(frame: Matrix3, normal: Vector3): Vector3 {
  const mapped = normal.applyMatrix3(cofactors(frame));
  const size = mapped.length();
  if (size === 0) return mapped;
  return mapped.multiplyScalar((frame.determinant() >= 0 ? 1 : -1) / size);
}

/** The cofactors of a matrix: its inverse transpose times its determinant, also where that is 0. */
function cofactors(frame: Matrix3): Matrix3 {
  const [a = 0, d = 0, g = 0, b = 0, e = 0, h = 0, c = 0, f = 0, l = 0] = frame.elements;
  return new Matrix3().set(
    e * l - f * h, f * g - d * l, d * h - e * g,
    c * h - b * l, a * l - c * g, b * g - a * h,
    b * f - c * e, c * d - a * f, a * e - b * d,
  );
}

/** A way in the world as a unit direction in a frame; null where the frame is flat. */
function directionIn(frame: Matrix3, way: Vector3): Vector3 | null {
  const determinant = frame.determinant();
  const raw = way.applyMatrix3(cofactors(frame).transpose());
  const size = raw.length();
  if (!(size >= TINY * Math.abs(determinant) && size < HUGE * Math.abs(determinant)) || size === 0) return null;
  return raw.divideScalar(determinant > 0 ? size : -size);
}

/** The rest rotation after the shortest turn from the rest direction to another. */
function turnOf(bone: SpringData, to: Vector3): Quaternion {
  const from = new Vector3(...bone.direction);
  const w = 1 + from.dot(to);
  const { x, y, z } = from;
  const across = Math.abs(x) > Math.abs(z) ? new Vector3(-y, x, 0) : new Vector3(0, -z, y);
  const axis = w < OPPOSITE ? across : new Vector3().crossVectors(from, to);
  const turn = new Quaternion(axis.x, axis.y, axis.z, w < OPPOSITE ? 0 : w).normalize();
  return new Quaternion(...bone.rest).multiply(turn);
}

/** Push a tail of some radius; false where the collider does not touch it. */
function push({ data, position, along }: Placed, radius: number, tail: Vector3, unit: Vector3): boolean {
  const delta = tail.clone().sub(position);
  if (data.shape === "plane") {
    const depth = delta.dot(along) - radius;
    if (!(depth < 0)) return false;
    tail.addScaledVector(along, -depth);
    return true;
  }
  const square = along.lengthSq();
  const part = Math.min(Math.max(delta.dot(along) / (square > 0 ? square : 1), 0), 1);
  delta.addScaledVector(along, -part);
  const size = delta.length();
  const reach = data.inside ? data.radius - radius : data.radius + radius;
  const touches = data.inside ? size > reach || reach < 0 : size < reach;
  if (!touches) return false;
  if (size >= TINY) tail.addScaledVector(delta, (reach - size) / size);
  else tail.addScaledVector(unit, reach - size);
  return true;
}
