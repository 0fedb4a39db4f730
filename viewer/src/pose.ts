// The pose that is shown: the rest pose or a moment of a clip, then what was turned and blended by hand.

import { Mesh, type Object3D, Quaternion, Vector3 } from "three";
import type { Clips } from "./clips";
import type { PosedSurface } from "./frames";
import type { Model } from "./model";
import type { Quad, Store } from "./state";

export class Poser {
  /** Whether three.js poses surfaces that only Pantin poses exactly, because something was turned by hand. */
  approximate = false;

  constructor(
    private readonly store: Store,
    private readonly model: Model,
    private readonly clips: Clips,
    private readonly posed: PosedSurface[],
  ) {}

  /** Bring everything into the pose; true where another mesh than before is to be seen for it. */
  apply(): boolean {
    const { clip, time, turned, amounts } = this.store.state;
    this.clips.apply(clip, time);
    for (const [node, rotation] of turned) {
      this.model.nodes[node]?.quaternion.multiply(new Quaternion(...rotation));
    }
    for (const [key, amount] of amounts) this.blend(key, amount);
    this.model.root.updateMatrixWorld(true);
    const byHand = turned.size > 0 || amounts.size > 0;
    let changed = false;
    for (const one of this.posed) {
      const ours = !byHand && one.show(clip, time);
      changed ||= ours !== one.ours;
      one.ours = ours;
    }
    this.approximate = this.posed.some((one) => !one.ours);
    return changed;
  }

  private blend(key: string, amount: number): void {
    const [node, shape] = key.split(".").map(Number);
    for (const one of this.model.surfaces) {
      const held = one.node === node ? one.mesh.morphTargetInfluences : undefined;
      if (held && shape !== undefined && shape < held.length) held[shape] = amount;
    }
  }

  /** Turn a joint in world space, behind whatever turned it before. */
  turnInWorld(node: number, turn: Quaternion): void {
    const object = this.model.nodes[node];
    if (!object) return;
    const parent = object.parent?.getWorldQuaternion(new Quaternion()) ?? new Quaternion();
    const local = parent.clone().invert().multiply(turn).multiply(parent).multiply(object.quaternion);
    this.setLocal(node, local);
  }

  /** Give a joint a local rotation; what the clip or the rest pose gives is kept below it. */
  private setLocal(node: number, local: Quaternion): void {
    const base = this.base(node).invert().multiply(local).normalize();
    this.store.turn(node, base.toArray() as Quad);
  }

  private base(node: number): Quaternion {
    const object = this.model.nodes[node] as Object3D;
    const turned = this.store.state.turned.get(node);
    const now = object.quaternion.clone();
    return turned ? now.multiply(new Quaternion(...turned).invert()) : now;
  }

  /** A surface's vertices as three.js poses them, in world space. */
  vertices(node: number, surface: number): number[] {
    const found = this.model.surfaces.find((one) => one.node === node && one.surface === surface);
    if (!found) return [];
    const twin = this.posed.find((one) => one.surface === found && one.ours);
    const mesh: Mesh = twin?.mesh ?? found.mesh;
    const count = mesh.geometry.getAttribute("position").count;
    const point = new Vector3();
    const out: number[] = [];
    for (let at = 0; at < count; at++) {
      mesh.getVertexPosition(at, point);
      out.push(...point.applyMatrix4(mesh.matrixWorld).toArray());
    }
    return out;
  }
}
