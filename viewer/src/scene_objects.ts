// The drawn objects of a model, updated from the state.

import { Box3, Group, type Material, type Mesh, type Object3D, Vector3 } from "three";
import { AnimatedProperties } from "./animated_properties";
import { Clips } from "./clips";
import { BoneShapes } from "./bone_shapes";
import { Colliders } from "./colliders";
import { LiveSprings } from "./live_springs";
import { expose } from "./model_lights";
import { Expressions } from "./expressions";
import { FourScene } from "./four_dimensions/scene";
import type { PageData } from "./page_data";
import { posedSurfaces } from "./posed_surfaces";
import { SurfaceMaterials } from "./surface_materials";
import type { Model } from "./model";
import { Poser } from "./pose";
import { Shadow } from "./shadow";
import { SkeletonOverlay } from "./skeleton";
import type { Stage } from "./stage";
import type { Store } from "./state";
import { variantMaterials } from "./variants";

export class SceneObjects {
  readonly skeleton: SkeletonOverlay;
  readonly poser: Poser;
  readonly clips: Clips;
  readonly materials: SurfaceMaterials;
  readonly colliders: Colliders;
  readonly four: FourScene | null;
  readonly springs: LiveSprings;
  /** Whether springs move, so that another frame is needed. */
  isMoving = false;
  /** All objects of the model, in the scene and in what is drawn over it. */
  private readonly groups = [new Group(), new Group()] as const;
  private readonly properties: AnimatedProperties;
  private readonly shapes: BoneShapes;
  private readonly shadow: Shadow;
  private readonly casting: Object3D[];
  private stale = true;

  constructor(
    private readonly data: PageData,
    private readonly store: Store,
    model: Model,
    frames: ArrayBuffer,
    private readonly stage: Stage,
  ) {
    const [group, overlay] = this.groups;
    stage.scene.add(group);
    stage.overlay.add(overlay);
    group.add(model.root);
    const posed = posedSurfaces(data, model.surfaces, frames, group);
    this.materials = new SurfaceMaterials(data, model, posed, frames);
    this.clips = new Clips(model.root, model.gltf.animations);
    const { bounds, properties, studio } = data;
    const box = bounds ? new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max)) : new Box3().setFromObject(model.root);
    const exposure = expose(model.root, model.nodes, box, properties, studio.brightest);
    this.properties = new AnimatedProperties(properties, model, exposure);
    this.poser = new Poser(store, model, this.clips, posed, data, new Expressions(data, model), () => stage.camera.position);
    this.skeleton = new SkeletonOverlay(data, model.nodes, stage.size, overlay);
    this.springs = new LiveSprings(data.springs, data.colliders, model.nodes, model.root);
    this.colliders = new Colliders(data.colliders, model.nodes, stage.size);
    group.add(this.colliders.group);
    this.shapes = new BoneShapes(data.boneShapes, model.nodes, this.colliders.group);
    this.shadow = new Shadow(stage.scene, group, stage.box);
    this.four = data.four && new FourScene(data.four, data, frames);
    if (this.four) group.add(this.four.group);
    this.casting = [model.root, ...posed.map((surface) => surface.mesh), ...(this.four ? [this.four.group] : [])];
    store.on(["shown", "selected", "turntable"], () => this.paint());
    store.on(["pose", "time", "clip"], () => this.repose());
    stage.controls.addEventListener("change", () => store.state.gaze === "camera" && this.repose());
    store.on(["shown"], () => void this.vary(model));
    if (!this.four) return;
    this.four.pose(store.state);
    store.on(["pose", "time", "clip"], () => this.four?.pose(store.state));
    store.on(["four", "shown", "selected"], () => this.repose());
  }

  private variant: number | null = null;

  /** Load the materials of the chosen variant, and show them. */
  private async vary(model: Model): Promise<void> {
    const { variant } = this.store.state;
    if (variant === this.variant) return;
    this.variant = variant;
    const materials = variant === null ? new Map<Mesh, Material>() : await variantMaterials(model, variant);
    if (variant !== this.variant) return;
    this.materials.variant = materials;
    this.paint();
  }

  /** Update visibility and materials. */
  private paint(): void {
    const { state } = this.store;
    this.materials.paint(state);
    this.stage.show(state.shown.grid, state.shown.axes, state.shown.studio);
    this.skeleton.show(state.shown.skeleton, state.selected);
    this.colliders.group.visible = state.shown.colliders;
    this.shadow.visible = state.shown.mesh;
    this.stage.controls.autoRotate = state.turntable;
    if (this.data.springs.length + this.data.constraints.length) this.stale = true;
    this.stage.draw();
  }

  set visible(on: boolean) {
    for (const group of this.groups) group.visible = on;
  }

  /** Whether springs are simulated here: not where a clip has them and nothing else moves. */
  private get areSpringsLive(): boolean {
    const { shown, clip } = this.store.state;
    const isBaked = clip !== null && this.data.clips[clip]?.springs === true;
    return shown.live && this.springs.exist && (this.store.isPosed || !isBaked);
  }

  /** Request that the pose is applied before the next frame. */
  repose(): void {
    this.stale = true;
    this.stage.draw();
  }

  /** Apply the pose now, for readers of vertices that do not wait for a frame. */
  pose(): void {
    this.properties.apply(this.store.state.clip, this.store.state.time);
    if (this.poser.apply()) this.materials.paint(this.store.state);
    if (!this.four) return;
    this.four.update(this.store.state);
    this.skeleton.place(this.four.nodePositions(this.store.state.four));
  }

  /** Update everything for the next frame; true if the pose changed. */
  update(hovered: number | null, shaded: boolean, seconds: number): boolean {
    const changed = this.stale || this.isMoving;
    if (changed) {
      const wasMoving = this.isMoving;
      this.pose();
      if (!this.areSpringsLive) this.springs.reset();
      else if (this.stale) this.springs.wake();
      // The clock of a stage that stood still starts with this frame.
      this.isMoving = this.areSpringsLive && (this.springs.advance(seconds, this.store.state.edits) || !wasMoving);
      this.colliders.update();
      this.shapes.update();
      if (shaded) this.shadow.fit(this.skeleton.reach());
      if (shaded) this.shadow.update(this.stage.renderer, this.casting);
      this.stale = false;
    }
    if (this.skeleton.visible) this.skeleton.update(this.store.state.selected, hovered);
    return changed;
  }
}
