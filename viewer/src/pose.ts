// The current pose: the rest pose or a clip at a time, then edits of nodes, expressions and blend weights set by hand.

import { type Mesh, type Object3D, Quaternion, Vector3 } from "three";
import type { Clips } from "./clips";
import { eyeRotations, gazeWeights, lookAngles } from "./gaze";
import { limbOf, reach } from "./limbs";
import { solveConstraints } from "./live_constraints";
import type { Expressions } from "./expressions";
import type { PosedSurface } from "./posed_surfaces";
import type { Model } from "./model";
import type { PageData, PoseData } from "./page_data";
import type { NodeEdit, Quad, Store, Triple } from "./state";

/** Weights of expressions that turn eyes. */
type Gaze = [index: number, weight: number][];

export class Poser {
  /** Whether three.js poses surfaces that only Pantin poses exactly, because something was posed by hand. */
  approximate = false;

  constructor(
    private readonly store: Store,
    private readonly model: Model,
    private readonly clips: Clips,
    private readonly posed: PosedSurface[],
    private readonly data: PageData,
    private readonly expressions: Expressions,
    /** Where the camera is, which eyes may follow. */
    private readonly camera: () => Vector3,
  ) {}

  /** Weights of expressions by index, whatever asks for them: the clip, the user, or what the eyes follow. */
  expressed: ReadonlyMap<number, number> = new Map();

  /** Apply the pose; true if another mesh than before is visible for it. */
  apply(): boolean {
    const { clip, time, edits, weights, expressions, poses } = this.store.state;
    this.clips.apply(clip, time);
    const face = this.clips.face(clip, time);
    const gaze = face.gaze ? this.turnEyes(face.gaze, () => true) : [];
    for (const [index, amount] of poses) this.take(this.data.poses[index], amount);
    for (const [node, edit] of edits) this.change(this.model.nodes[node], edit);
    this.expressed = new Map([...face.weights, ...gaze, ...expressions, ...this.follow()]);
    this.expressions.apply(this.expressed);
    for (const [key, amount] of weights) this.blend(key, amount);
    this.model.root.updateMatrixWorld(true);
    if (this.store.state.shown.live && this.data.constraints.length) solveConstraints(this.data.constraints, this.model.nodes);
    let changed = false;
    for (const surface of this.posed) {
      const isShown = !this.store.isPosed && surface.show(clip, time);
      changed ||= isShown !== surface.isShown;
      surface.isShown = isShown;
    }
    this.approximate = this.posed.some((surface) => !surface.isShown);
    return changed;
  }

  /** Whether the clip says what an expression weighs. */
  plays(expression: number): boolean {
    const { clip, time } = this.store.state;
    return this.clips.face(clip, time).weights.has(expression);
  }

  /** Turn the eyes to what they follow. */
  private follow(): Gaze {
    const { gaze, gazeTarget, edits } = this.store.state;
    const { lookAt, humanoid, facesBack } = this.data;
    const head = this.model.nodes[humanoid["head"] ?? -1];
    if (gaze === "pose" || !lookAt || !head) return [];
    this.model.root.updateMatrixWorld(true);
    const point = gaze === "camera" ? this.camera() : new Vector3(...gazeTarget);
    return this.turnEyes(lookAngles(lookAt, facesBack, head, point), (node) => !edits.has(node));
  }

  /** Turn the bones of eyes that are free to turn; for eyes that expressions turn, gives their weights. */
  private turnEyes([yaw, pitch]: [number, number], isFree: (node: number) => boolean): Gaze {
    const { lookAt, facesBack } = this.data;
    if (!lookAt) return [];
    if (lookAt.kind === "expression")
      return Object.entries(gazeWeights(lookAt, yaw, pitch)).flatMap(([name, weight]): Gaze => {
        const index = lookAt.expressions[name];
        return index === undefined ? [] : [[index, weight]];
      });
    for (const [node, rotation] of eyeRotations(lookAt, facesBack, yaw, pitch)) {
      if (isFree(node)) this.model.nodes[node]?.quaternion.copy(rotation);
    }
    return [];
  }

  private change(object: Object3D | undefined, { rotation, translation, scale }: NodeEdit): void {
    object?.quaternion.multiply(new Quaternion(...rotation));
    object?.position.add(new Vector3(...translation));
    object?.scale.multiply(new Vector3(...scale));
  }

  /** Move nodes towards a pose, by a part of the way from where they are. */
  private take(pose: PoseData | undefined, amount: number): void {
    for (const [node, rotation, translation] of pose?.nodes ?? []) {
      const object = this.model.nodes[node];
      object?.quaternion.multiply(new Quaternion().slerp(new Quaternion(...rotation), amount));
      object?.position.addScaledVector(new Vector3(...translation), amount);
    }
  }

  private blend(key: string, amount: number): void {
    const [node, shape] = key.split(".").map(Number);
    for (const surface of this.model.surfaces) {
      const held = surface.node === node ? surface.mesh.morphTargetInfluences : undefined;
      if (held && shape !== undefined && shape < held.length) held[shape] = amount;
    }
  }

  /** Rotate a joint in world space, in addition to its current rotation. */
  rotateInWorld(node: number, turn: Quaternion): void {
    const object = this.model.nodes[node];
    if (!object) return;
    const parent = object.parent?.getWorldQuaternion(new Quaternion()) ?? new Quaternion();
    const local = parent.clone().invert().multiply(turn).multiply(parent).multiply(object.quaternion);
    this.setLocal(node, local);
  }

  /** Set the local rotation of a joint, stored relative to the clip or the rest pose. */
  private setLocal(node: number, local: Quaternion): void {
    const object = this.model.nodes[node] as Object3D;
    const byHand = new Quaternion(...this.store.editOf(node).rotation);
    const base = object.quaternion.clone().multiply(byHand.invert());
    const rotation = base.invert().multiply(local).normalize().toArray() as Quad;
    this.store.edit(node, { rotation });
  }

  /** Move a joint by a way in world space. */
  moveInWorld(node: number, way: Vector3): void {
    const parent = this.model.nodes[node]?.parent;
    if (!parent) return;
    const origin = parent.worldToLocal(new Vector3().setFromMatrixPosition(parent.matrixWorld));
    const local = parent.worldToLocal(new Vector3().setFromMatrixPosition(parent.matrixWorld).add(way)).sub(origin);
    const moved = new Vector3(...this.store.editOf(node).translation).add(local);
    this.store.edit(node, { translation: moved.toArray() });
  }

  /** Multiply the size of a joint. */
  resize(node: number, factor: number): void {
    const scale = this.store.editOf(node).scale.map((value) => Math.min(Math.max(value * factor, 0.01), 100));
    this.store.edit(node, { scale: scale as Triple });
  }

  /** Multiply the size of a joint along its axes. */
  stretch(node: number, factors: Vector3): void {
    const { scale } = this.store.editOf(node);
    const sized = factors.toArray().map((factor, axis) => Math.min(Math.max((scale[axis] ?? 1) * factor, 0.01), 100));
    this.store.edit(node, { scale: sized as Triple });
  }

  /** Bring a joint to a point of the world, as near as the two bones above it can; false where there are not two. */
  reach(node: number, goal: Vector3): boolean {
    const limb = limbOf(this.data, node);
    if (!limb) return false;
    const [upper, lower] = reach(limb, this.model.nodes, goal);
    if (!upper || !lower) return false;
    // The objects are still as they were: what the upper bone will carry the lower one by is taken off.
    const [first, second] = [new Quaternion(...upper[1]), new Quaternion(...lower[1])];
    this.rotateInWorld(upper[0], first);
    this.rotateInWorld(lower[0], first.invert().multiply(second));
    return true;
  }

  /** The vertices of a surface as three.js poses them, in world space. */
  vertices(node: number, surface: number): number[] {
    const found = this.model.surfaces.find((candidate) => candidate.node === node && candidate.surface === surface);
    if (!found) return [];
    const twin = this.posed.find((candidate) => candidate.surface === found && candidate.isShown);
    const mesh: Mesh = twin?.mesh ?? found.mesh;
    const count = mesh.geometry.getAttribute("position").count;
    const point = new Vector3();
    const out: number[] = [];
    for (let index = 0; index < count; index++) {
      mesh.getVertexPosition(index, point);
      out.push(...point.applyMatrix4(mesh.matrixWorld).toArray());
    }
    return out;
  }
}
