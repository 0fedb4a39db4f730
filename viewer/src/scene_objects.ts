// The drawn objects, updated from the state.

import type { Object3D } from "three";
import { Clips } from "./clips";
import { Colliders } from "./colliders";
import { Expressions } from "./expressions";
import { type PageData, readBytes } from "./page_data";
import { posedSurfaces } from "./posed_surfaces";
import { SurfaceMaterials } from "./surface_materials";
import type { Model } from "./model";
import { Poser } from "./pose";
import { Shadow } from "./shadow";
import { SkeletonOverlay } from "./skeleton";
import type { Stage } from "./stage";
import type { Store } from "./state";

export class SceneObjects {
  readonly skeleton: SkeletonOverlay;
  readonly poser: Poser;
  readonly materials: SurfaceMaterials;
  readonly colliders: Colliders;
  private readonly shadow: Shadow;
  private readonly casting: Object3D[];
  private stale = true;

  constructor(
    data: PageData,
    private readonly store: Store,
    model: Model,
    private readonly stage: Stage,
  ) {
    stage.scene.add(model.root);
    const posed = posedSurfaces(data, model.surfaces, readBytes("frames"), stage.scene);
    this.materials = new SurfaceMaterials(data, model, posed);
    this.poser = new Poser(store, model, new Clips(model.root, model.gltf.animations), posed, data, new Expressions(data, model));
    this.skeleton = new SkeletonOverlay(data, model.nodes, stage.size, stage.overlay);
    this.colliders = new Colliders(data.colliders, model.nodes, stage.size);
    stage.scene.add(this.colliders.group);
    this.shadow = new Shadow(stage.scene, stage.box);
    this.casting = [model.root, ...posed.map((surface) => surface.mesh)];
    store.on(["shown", "selected", "turntable", "slice"], () => this.paint());
    store.on(["pose", "time", "clip", "slice"], () => this.repose());
  }

  /** Update visibility and materials. */
  private paint(): void {
    const { state } = this.store;
    this.materials.paint(state);
    this.stage.show(state.shown.grid, state.shown.axes);
    this.skeleton.visible = state.shown.skeleton;
    this.colliders.group.visible = state.shown.colliders;
    this.shadow.visible = state.shown.mesh;
    this.stage.controls.autoRotate = state.turntable;
    this.stage.draw();
  }

  /** Request that the pose is applied before the next frame. */
  repose(): void {
    this.stale = true;
    this.stage.draw();
  }

  /** Apply the pose now, for readers of vertices that do not wait for a frame. */
  pose(): void {
    if (this.poser.apply()) this.materials.paint(this.store.state);
  }

  /** Update everything for the next frame; true if the pose changed. */
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
