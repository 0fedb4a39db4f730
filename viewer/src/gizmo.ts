// Handles at the selected node: rings that rotate it, arrows that move it or that its limb reaches for, boxes that scale
// it; in the axes of the node or of the world. Those of a point that the eyes look at are the same.

import { Object3D, Quaternion, Vector3 } from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { Model } from "./model";
import { limbOf } from "./limbs";
import type { PageData } from "./page_data";
import type { SceneObjects } from "./scene_objects";
import type { Stage } from "./stage";
import type { Store, Tool } from "./state";

const MODES: Record<Tool, "rotate" | "translate" | "scale"> = { rotate: "rotate", move: "translate", scale: "scale", reach: "translate" };
const SIZE = 0.75;

export class Gizmo {
  private readonly controls: TransformControls;
  /** What the handles move; the node follows it. */
  private readonly handle = new Object3D();
  private readonly before = { position: new Vector3(), quaternion: new Quaternion(), scale: new Vector3() };
  private isDragging = false;

  constructor(
    private readonly data: PageData,
    private readonly stage: Stage,
    private readonly store: Store,
    private readonly model: Model,
    private readonly objects: SceneObjects,
  ) {
    stage.overlay.add(this.handle);
    this.controls = new TransformControls(stage.camera, stage.renderer.domElement);
    this.controls.size = SIZE;
    this.controls.attach(this.handle);
    stage.overlay.add(this.controls.getHelper());
    stage.onCamera.push((camera) => (this.controls.camera = camera));
    this.controls.addEventListener("change", () => stage.draw());
    store.on(["tool"], () => stage.draw());
    this.controls.addEventListener("dragging-changed", ({ value }) => {
      this.isDragging = Boolean(value);
      stage.controls.enabled = !value;
      this.remember();
    });
    this.controls.addEventListener("objectChange", () => this.follow());
  }

  /** Whether the pointer is over a handle or drags one: then it selects nothing. A finger is nowhere before it presses. */
  takes(event: PointerEvent): boolean {
    if (!this.controls.enabled) return false;
    const { x, y } = this.stage.toCamera(event.clientX, event.clientY);
    if (!this.isDragging) this.controls.pointerHover({ x, y, button: event.button } as unknown as PointerEvent);
    return this.isDragging || this.controls.axis !== null;
  }

  private get isGazing(): boolean {
    const { gaze, selected } = this.store.state;
    return gaze === "target" && selected === null;
  }

  /** Put the handles where the node is, before each frame. */
  update(): void {
    const { selected, shown, tool, space, layout } = this.store.state;
    const object = selected === null ? undefined : this.model.nodes[selected];
    const isAlone = !this.data.other || layout === "first" || layout === "slider";
    const isPossible = tool !== "reach" || (selected !== null && limbOf(this.data, selected) !== null);
    const isShown = shown.gizmo && isAlone && !this.data.four && ((object !== undefined && isPossible) || this.isGazing);
    this.controls.enabled = isShown;
    this.controls.getHelper().visible = isShown;
    if (!isShown) return;
    this.controls.setMode(this.isGazing ? "translate" : MODES[tool]);
    this.controls.setSpace(this.isGazing || tool === "reach" ? "world" : space);
    if (this.isDragging) return;
    if (object) object.matrixWorld.decompose(this.handle.position, this.handle.quaternion, new Vector3());
    else this.handle.position.set(...this.store.state.gazeTarget);
    this.handle.scale.set(1, 1, 1);
    this.handle.updateMatrixWorld();
    this.remember();
  }

  private remember(): void {
    const { position, quaternion, scale } = this.handle;
    this.before.position.copy(position);
    this.before.quaternion.copy(quaternion);
    this.before.scale.copy(scale);
  }

  /** Do with the node what was done with the handles since the last time. */
  private follow(): void {
    const { selected, tool } = this.store.state;
    const { position, quaternion, scale } = this.handle;
    if (!this.isDragging) return;
    if (this.isGazing) this.store.change(["pose"], (state) => (state.gazeTarget = position.toArray()));
    else if (selected === null) return;
    else if (tool === "rotate") this.objects.poser.rotateInWorld(selected, quaternion.clone().multiply(this.before.quaternion.clone().invert()));
    else if (tool === "move") this.objects.poser.moveInWorld(selected, position.clone().sub(this.before.position));
    else if (tool === "reach") this.objects.poser.reach(selected, position);
    else this.objects.poser.stretch(selected, scale.clone().divide(this.before.scale));
    // What follows is relative to this; the handles themselves stay where they are dragged.
    this.objects.pose();
    this.remember();
  }
}
