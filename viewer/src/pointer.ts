// The pointer over the view: clicking a bone selects it, dragging rotates, moves or scales it.

import { type Mesh, Plane, Quaternion, Raycaster, SkinnedMesh, Vector2, Vector3 } from "three";
import type { Gizmo } from "./gizmo";
import type { Model } from "./model";
import type { PageData } from "./page_data";
import type { Poser } from "./pose";
import type { SkeletonOverlay } from "./skeleton";
import type { Stage } from "./stage";
import { Picker, type SurfaceHit } from "./surface_picker";
import type { Store } from "./state";
import { influencesOf } from "./weight_map";
import { WeightReadout } from "./weight_readout";

/** Milliseconds of preparation for clicks after which what somebody does has its turn. */
const PATIENCE = 8;
/** Milliseconds after which a page prepares clicks. */
const WARMUP = 200;
/** Pixels that the pointer may move in a click. */
const STILL = 4;

interface Grip {
  joint: number;
  held: Vector3;
  plane: Plane;
  moved: boolean;
}

export class Pointer {
  hovered: number | null = null;
  private grip: Grip | null = null;
  private pressed: Vector2 | null = null;
  private pressedJoint: number | null = null;
  private readonly ray = new Raycaster();
  private readonly picker = new Picker();
  private isPreparing = false;
  /** Answers what was asked last. */
  private asked = (): void => undefined;
  private readonly readout: WeightReadout;

  constructor(
    data: PageData,
    private readonly stage: Stage,
    private readonly store: Store,
    private readonly skeleton: SkeletonOverlay,
    private readonly model: Model,
    private readonly poser: Poser,
    private readonly movable: boolean,
    private readonly gizmo: Gizmo,
  ) {
    this.readout = new WeightReadout(data, model);
    store.on(["shown"], () => this.readout.show(null, new Vector2()));
    const canvas = stage.renderer.domElement;
    // Before the camera's listener, so that dragging a bone does not orbit the camera too.
    canvas.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", () => this.drop());
    canvas.addEventListener("pointerleave", () => {
      this.hover(null);
      this.readout.show(null, new Vector2());
    });
  }

  /** The triangles that can be clicked. */
  private get visible(): Mesh[] {
    const { hidden } = this.store.state;
    return this.model.surfaces.filter(({ node, mesh }) => mesh.isMesh && !hidden.has(node)).map(({ mesh }) => mesh);
  }

  /** Prepare clicks before anybody clicks; then look at what is in the middle, so that the first click does not wait for
   * the browser to compile the search. */
  prepare(): void {
    setTimeout(() => {
      if (this.isPreparing) return;
      this.ray.setFromCamera(new Vector2(), this.stage.camera);
      this.look(() => undefined);
    }, WARMUP);
  }

  /** Find what the ray hits. Large meshes are prepared for it first, a part at a time, so that nothing else waits;
   * of several clicks meanwhile, the last one counts. */
  private look(take: (hit: SurfaceHit | null) => void): void {
    const ray = this.ray.ray.clone();
    this.asked = () => take(this.picker.hit(ray, this.visible));
    if (!this.isPreparing) this.answer();
  }

  private answer(): void {
    this.isPreparing = !this.picker.prepare(this.visible, PATIENCE);
    if (this.isPreparing) setTimeout(() => this.answer());
    else this.asked();
  }

  private aim(event: PointerEvent): Vector2 {
    this.ray.setFromCamera(this.stage.toCamera(event.clientX, event.clientY), this.stage.camera);
    return new Vector2(event.clientX, event.clientY);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || this.gizmo.takes(event)) return;
    this.pressed = this.aim(event);
    const hit = this.skeleton.pick(this.ray);
    this.pressedJoint = hit?.joint ?? null;
    // Only the selected bone is dragged: pressing another one may begin an orbit.
    if (!hit || !this.movable || hit.joint !== this.store.state.selected) return;
    const facing = this.stage.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, hit.point);
    this.grip = { joint: hit.joint, held: hit.point.clone(), plane, moved: false };
    this.stage.controls.enabled = false;
    this.stage.renderer.domElement.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const position = this.aim(event);
    if (this.grip && this.pressed) {
      if (this.grip.moved || position.distanceTo(this.pressed) > STILL) this.pull(this.grip, event.shiftKey);
    } else if (event.buttons === 0) {
      this.hover(this.skeleton.pick(this.ray)?.joint ?? null);
      this.readWeights(position);
    }
  }

  /** While weights are shown as colours, the numbers of the vertex under the pointer. */
  private readWeights(position: Vector2): void {
    const { shown, channel } = this.store.state;
    if (!shown.heat && channel !== "dominant") this.readout.show(null, position);
    // A click that waits for preparation is not to be forgotten.
    else if (!this.isPreparing) this.look((hit) => this.readout.show(hit, position));
  }

  /** Rotate, move or scale the joint so that the grabbed point follows the pointer. */
  private pull(grip: Grip, twist: boolean): void {
    const target = this.ray.ray.intersectPlane(grip.plane, new Vector3());
    if (!target) return;
    grip.moved = true;
    const pivot = this.skeleton.positionOf(grip.joint);
    const before = grip.held.clone().sub(pivot);
    const { tool } = this.store.state;
    if (tool === "reach") this.reach(grip, pivot.add(target.clone().sub(grip.held)));
    else if (tool === "move") this.poser.moveInWorld(grip.joint, target.clone().sub(grip.held));
    else if (tool === "scale") this.poser.resize(grip.joint, 1 + this.across(target.clone().sub(grip.held)));
    else this.turn(grip, target, before, twist);
    grip.held.copy(target);
  }

  /** The joint goes where it is dragged to, and the bones above it follow. */
  private reach({ joint }: Grip, goal: Vector3): void {
    if (this.poser.reach(joint, goal)) this.poser.apply();
  }

  /** How far a way leads to the right in the picture, relative to the model's size. */
  private across(way: Vector3): number {
    return way.dot(new Vector3(1, 0, 0).applyQuaternion(this.stage.camera.quaternion)) / this.stage.size;
  }

  /** With Shift, twist about the bone. */
  private turn(grip: Grip, target: Vector3, before: Vector3, twist: boolean): void {
    const pivot = this.skeleton.positionOf(grip.joint);
    const turn = new Quaternion();
    if (twist) turn.setFromAxisAngle(before.normalize(), this.across(target.clone().sub(grip.held)) * Math.PI * 2);
    else turn.setFromUnitVectors(before.normalize(), target.clone().sub(pivot).normalize());
    this.poser.rotateInWorld(grip.joint, turn);
  }

  private release(event: PointerEvent): void {
    const position = this.aim(event);
    const still = this.pressed !== null && position.distanceTo(this.pressed) <= STILL;
    if (still && this.pressedJoint !== null) this.store.select(this.pressedJoint);
    else if (still) this.look((hit) => this.pickSurface(hit));
    this.drop();
  }

  private drop(): void {
    this.grip = this.pressed = this.pressedJoint = null;
    this.stage.controls.enabled = true;
  }

  /** A click on the mesh selects the joint with the largest weight there; one beside it deselects. */
  private pickSurface(hit: SurfaceHit | null): void {
    if (!hit || !this.movable) return this.store.select(null);
    const { mesh } = hit;
    const surface = this.model.surfaces.find((candidate) => candidate.mesh === mesh);
    if (mesh instanceof SkinnedMesh) {
      const [strongest] = influencesOf(mesh, hit.vertex);
      const node = this.model.nodes.findIndex((object) => object !== undefined && object === strongest?.joint);
      if (node >= 0) return this.store.select(node);
    }
    this.store.select(surface?.node ?? null);
  }

  private hover(joint: number | null): void {
    if (joint === this.hovered) return;
    this.hovered = joint;
    const grab = this.movable && joint === this.store.state.selected;
    this.stage.renderer.domElement.style.cursor = joint === null ? "" : grab ? "grab" : "pointer";
    this.stage.draw();
  }
}
