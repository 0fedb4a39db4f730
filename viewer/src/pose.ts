// The current pose: the rest pose or a clip at a time, then edits of nodes, expressions and blend weights set by hand.

import { type Mesh, type Object3D, Quaternion, Vector3 } from "three";
import type { Clips } from "./clips";
import { solveConstraints } from "./live_constraints";
import type { Expressions } from "./expressions";
import type { PosedSurface } from "./posed_surfaces";
import type { Model } from "./model";
import type { PageData, PoseData } from "./page_data";
import type { NodeEdit, Quad, Store, Triple } from "./state";

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
  ) {}

  /** Apply the pose; true if another mesh than before is visible for it. */
  apply(): boolean {
    const { clip, time, edits, weights, expressions, poses } = this.store.state;
    this.clips.apply(clip, time);
    for (const [index, amount] of poses) this.take(this.data.poses[index], amount);
    for (const [node, edit] of edits) this.change(this.model.nodes[node], edit);
    this.expressions.apply(expressions);
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
