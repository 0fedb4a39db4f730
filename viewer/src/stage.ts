// The stage: renderer, camera, lights and ground. It draws on request, not continuously.

import {
  AxesHelper,
  Box3,
  Color,
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  LineBasicMaterial,
  NeutralToneMapping,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { CameraPosition } from "./share_link";

/** Layers: visible with a shadow, hidden, visible without a shadow. */
export const VISIBLE = 0;
export const HIDDEN = 1;
export const SHADOWLESS = 2;

export type Covered = { left: number; right: number; top: number; bottom: number };

const FIELD = 32;
/** Margin around the model, relative to the picture. */
const MARGIN = 1.12;

export class Stage {
  readonly scene = new Scene();
  /** Drawn on top: bones are visible through the mesh. */
  readonly overlay = new Scene();
  readonly camera = new PerspectiveCamera(FIELD, 1, 0.01, 100);
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly box: Box3;
  readonly size: number;
  /** Called before each frame with the seconds since the last; return true to request another frame. */
  readonly beforeFrame: ((seconds: number) => boolean)[] = [];
  readonly afterFrame: (() => void)[] = [];
  private readonly grid: GridHelper;
  private readonly axes: AxesHelper;
  /** Pixels at each side that panels cover. */
  private covered: Covered = { left: 0, right: 0, top: 0, bottom: 0 };
  /** Whether the camera is where `frame` put it, and follows when the window is resized. */
  private framed = false;
  private pending = 0;
  private last = 0;

  constructor(
    canvas: HTMLCanvasElement,
    bounds: Box3,
    private readonly front: number,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.autoClear = false;
    this.box = bounds.isEmpty() ? new Box3(new Vector3(-1, 0, -1), new Vector3(1, 2, 1)) : bounds;
    this.size = Math.max(...this.box.getSize(new Vector3()).toArray(), 1e-6);
    this.light();
    this.grid = this.ground();
    this.axes = new AxesHelper(this.size * 0.4);
    this.overlay.add(this.axes);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.autoRotateSpeed = 3;
    this.controls.minDistance = this.size * 0.05;
    this.controls.maxDistance = this.size * 20;
    this.controls.addEventListener("change", () => this.draw());
    this.controls.addEventListener("start", () => (this.framed = false));
    this.frame();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement as HTMLElement);
    this.resize();
  }

  private light(): void {
    this.scene.add(new HemisphereLight(0xf8fbff, 0xa39a90, 2.3));
    this.overlay.add(new HemisphereLight(0xffffff, 0xa39a90, 2.6));
    const above = new DirectionalLight(0xffffff, 1.4);
    above.position.set(0.4, 1, 0.8);
    this.overlay.add(above);
    // Key, fill and rim light move with the camera, as in `pantin render`.
    for (const [x, y, z, colour, power] of [
      [-0.6, 0.9, 1.2, 0xfff4e6, 2.1],
      [1.2, 0.2, 0.6, 0xdfe9ff, 0.9],
      [0.3, 1.2, -1.4, 0xffffff, 0.9],
    ] as const) {
      const lamp = new DirectionalLight(colour, power);
      lamp.position.set(x, y, z);
      this.camera.add(lamp, lamp.target);
    }
    this.camera.layers.enable(SHADOWLESS);
    this.scene.add(this.camera);
  }

  private ground(): GridHelper {
    const cell = 10 ** Math.floor(Math.log10(this.size / 2));
    const cells = Math.min(40, Math.max(10, 2 * Math.ceil((this.size * 1.5) / cell)));
    const grid = new GridHelper(cells * cell, cells);
    grid.position.y = this.box.min.y - this.size * 1e-3;
    const centre = this.box.getCenter(new Vector3());
    grid.position.x = Math.round(centre.x / cell) * cell;
    grid.position.z = Math.round(centre.z / cell) * cell;
    (grid.material as LineBasicMaterial).transparent = true;
    (grid.material as LineBasicMaterial).depthWrite = false;
    this.scene.add(grid);
    return grid;
  }

  show(grid: boolean, axes: boolean): void {
    this.grid.visible = grid;
    this.axes.visible = axes;
    this.draw();
  }

  colour(background: string, lines: string): void {
    this.scene.background = new Color(background);
    const material = this.grid.material as LineBasicMaterial;
    material.vertexColors = false;
    material.color.set(lines);
    material.opacity = 0.55;
    material.needsUpdate = true;
    this.draw();
  }

  /** Frame the model: a little to the side and above, as close as shows all of it. */
  frame(): void {
    const middle = this.box.getCenter(new Vector3());
    const half = this.box.getSize(new Vector3()).multiplyScalar(0.5);
    const yaw = ((this.front + 32) * Math.PI) / 180;
    const pitch = (14 * Math.PI) / 180;
    const away = new Vector3(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
    this.camera.position.copy(middle).add(away);
    this.camera.lookAt(middle);
    this.camera.updateMatrixWorld();
    const distance = this.distance(half) * MARGIN;
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(away, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.framed = true;
    this.draw();
  }

  /** Keep the centre of the view in the centre of the uncovered area. */
  cover(covered: Covered): void {
    this.covered = covered;
    this.resize();
  }

  /** The distance from which all corners of a box around the target are in the picture. */
  private distance(half: Vector3): number {
    const up = Math.tan((FIELD * Math.PI) / 360);
    const { left, right, top, bottom } = this.covered;
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const across = up * this.camera.aspect * free(left + right, clientWidth);
    const high = up * free(top + bottom, clientHeight);
    const toCamera = this.camera.quaternion.clone().invert();
    let needed = 1e-6;
    for (let corner = 0; corner < 8; corner++) {
      const point = new Vector3(
        corner & 1 ? half.x : -half.x,
        corner & 2 ? half.y : -half.y,
        corner & 4 ? half.z : -half.z,
      ).applyQuaternion(toCamera);
      needed = Math.max(needed, Math.abs(point.x) / across + point.z, Math.abs(point.y) / high + point.z);
    }
    return needed;
  }

  setCamera(seen: CameraPosition): void {
    this.framed = false;
    this.controls.target.fromArray(seen.target);
    this.camera.position.fromArray(seen.position);
    this.controls.update();
    this.draw();
  }

  cameraPosition(): CameraPosition {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  resize(): void {
    const holder = this.renderer.domElement.parentElement as HTMLElement;
    const [wide, high] = [Math.max(1, holder.clientWidth), Math.max(1, holder.clientHeight)];
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(wide, high);
    this.camera.aspect = wide / high;
    const { left, right, top, bottom } = this.covered;
    this.camera.setViewOffset(wide, high, (right - left) / 2, (bottom - top) / 2, wide, high);
    if (this.framed && !this.controls.autoRotate) this.frame();
    this.draw();
  }

  /** Request a frame; several requests before it make one. */
  draw(): void {
    if (!this.pending) this.pending = requestAnimationFrame((now) => this.run(now));
  }

  private run(now: number): void {
    this.pending = 0;
    // After a pause the clock restarts, so nothing jumps.
    const seconds = this.last ? Math.min((now - this.last) / 1000, 0.25) : 0;
    let more = false;
    for (const step of this.beforeFrame) more = step(seconds) || more;
    if (this.controls.autoRotate) more = this.controls.update(seconds) || more;
    this.last = more ? now : 0;
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    this.renderer.clearDepth();
    this.overlay.updateMatrixWorld();
    this.renderer.render(this.overlay, this.camera);
    for (const step of this.afterFrame) step();
    if (more) this.draw();
  }
}

/** The uncovered fraction of a length; at least a fifth. */
function free(covered: number, length: number): number {
  return Math.max(0.2, 1 - covered / Math.max(1, length));
}
