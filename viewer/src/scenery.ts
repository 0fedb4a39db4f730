// Everything that is drawn, kept in step with the state.

import type { Object3D } from "three";
import { Clips } from "./clips";
import { Colliders } from "./colliders";
import { type Facts, readBytes } from "./facts";
import { posedSurfaces } from "./frames";
import { Looks } from "./looks";
import type { Model } from "./model";
import { Poser } from "./pose";
import { Shadow } from "./shadow";
import { SkeletonOverlay } from "./skeleton";
import type { Stage } from "./stage";
import type { Store } from "./state";

export class Scenery {
  readonly skeleton: SkeletonOverlay;
  readonly poser: Poser;
  readonly looks: Looks;
  readonly colliders: Colliders;
  private readonly shadow: Shadow;
  private readonly casting: Object3D[];
  private stale = true;

  constructor(
    facts: Facts,
    private readonly store: Store,
    model: Model,
    private readonly stage: Stage,
  ) {
    stage.scene.add(model.root);
    const posed = posedSurfaces(facts, model.surfaces, readBytes("frames"), stage.scene);
    this.looks = new Looks(facts, model, posed);
    this.poser = new Poser(store, model, new Clips(model.root, model.gltf.animations), posed);
    this.skeleton = new SkeletonOverlay(facts, model.nodes, stage.size, stage.overlay);
    this.colliders = new Colliders(facts.colliders, model.nodes, stage.size);
    stage.scene.add(this.colliders.group);
    this.shadow = new Shadow(stage.scene, stage.box);
    this.casting = [model.root, ...posed.map((one) => one.mesh)];
    store.on(["shown", "selected", "turntable", "slice"], () => this.paint());
    store.on(["pose", "time", "clip", "slice"], () => this.repose());
  }

  /** Show what is to be shown, in its colours. */
  private paint(): void {
    const { state } = this.store;
    this.looks.paint(state);
    this.stage.show(state.shown.grid, state.shown.axes);
    this.skeleton.visible = state.shown.skeleton;
    this.colliders.group.visible = state.shown.colliders;
    this.shadow.visible = state.shown.mesh;
    this.stage.controls.autoRotate = state.turntable;
    this.stage.draw();
  }

  /** Ask for the pose to be made again before the next frame. */
  repose(): void {
    this.stale = true;
    this.stage.draw();
  }

  /** Make the pose now; whoever reads vertices does not wait for a frame. */
  pose(): void {
    if (this.poser.apply()) this.looks.paint(this.store.state);
  }

  /** Bring everything to where it is in the next frame; true where the pose is another one. */
  update(hovered: number | null, shaded: boolean): boolean {
    const changed = this.stale;
    if (changed) {
      this.pose();
      this.colliders.update();
      if (shaded) this.shadow.update(this.stage.renderer, this.casting);
      this.stale = false;
    }
    if (this.skeleton.visible) this.skeleton.update(this.store.state.selected, hovered);
    return changed;
  }
}
