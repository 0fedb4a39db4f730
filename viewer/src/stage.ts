// The stage: renderer, camera, lights and ground. It draws on request, not continuously.

import {
  AxesHelper,
  Box3,
  type Camera,
  Color,
  DirectionalLight,
  GridHelper,
  Group,
  HemisphereLight,
  type LineBasicMaterial,
  NeutralToneMapping,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  Spherical,
  type Texture,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { StudioData } from "./page_data";
import type { CameraPosition } from "./share_link";
import { CONTEXT, studioTexture } from "./studio";

/** Layers: visible with a shadow, hidden, visible without a shadow. */
export const VISIBLE = 0;
export const HIDDEN = 1;
export const SHADOWLESS = 2;

export type Covered = { left: number; right: number; top: number; bottom: number };

/** A part of the canvas from `left` to `right`, in pixels, and what is visible in it. */
export interface Viewport {
  left: number;
  right: number;
  show(): void;
}

/** How the canvas is divided: all viewports show one picture, cut between them, or each has a picture of its own. */
export interface Division {
  cut: boolean;
  viewports: Viewport[];
}

const FIELD = 32;
/** How a new view sees the model: degrees from its front to its left, and up. */
const FIRST_VIEW = { yaw: 32, pitch: 14 };
/** Views along an axis; straight from above, left and right would be lost. */
export const PRESETS = {
  front: { yaw: 0, pitch: 0 },
  back: { yaw: 180, pitch: 0 },
  left: { yaw: 90, pitch: 0 },
  right: { yaw: -90, pitch: 0 },
  top: { yaw: 0, pitch: 89.99 },
  bottom: { yaw: 0, pitch: -89.99 },
};
export type Preset = keyof typeof PRESETS;

/** A picture to save: pixels for each of the window, and whether its background is transparent. */
export interface PictureOptions {
  scale?: number;
  transparent?: boolean;
}

/** Margin around the model, relative to the picture. */
const MARGIN = 1.12;
/** Degrees that an arrow key orbits, and how much nearer + goes. */
const STEP = 8;
const NEARER = 0.85;
/** The part of the light from all sides that lamps give where there is no studio. */
const HEMISPHERE = 2.3;

export class Stage {
  readonly scene = new Scene();
  /** Drawn on top: bones are visible through the mesh. */
  readonly overlay = new Scene();
  camera: PerspectiveCamera | OrthographicCamera;
  readonly renderer: WebGLRenderer;
  readonly controls: OrbitControls;
  readonly box: Box3;
  readonly size: number;
  /** Called before each frame with the seconds since the last; return true to request another frame. */
  readonly beforeFrame: ((seconds: number) => boolean)[] = [];
  readonly afterFrame: (() => void)[] = [];
  /** Divides the canvas, given the pixels that are not covered; the whole canvas where it is null. */
  divide: ((left: number, right: number, wide: number) => Division) | null = null;
  private readonly hemisphere = new HemisphereLight(0xf8fbff, 0xa39a90, HEMISPHERE);
  private readonly lamps: [DirectionalLight, number][] = [];
  private readonly cameras = { perspective: new PerspectiveCamera(FIELD, 1, 0.01, 100), orthographic: new OrthographicCamera() };
  /** The lamps that move with the camera. */
  private readonly carried = new Group();
  /** The height of an orthographic picture. */
  private high = 1;
  /** The direction of the view where `frame` chose the camera. */
  private view = FIRST_VIEW;
  private studioLight: Texture | null = null;
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
    private readonly boxes: { rest: Box3; moving: Box3 },
    private readonly front: number,
    private readonly studio: StudioData,
  ) {
    this.renderer = new WebGLRenderer({ canvas, ...CONTEXT });
    this.camera = this.cameras.perspective;
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.autoClear = false;
    this.box = boxes.rest.isEmpty() ? new Box3(new Vector3(-1, 0, -1), new Vector3(1, 2, 1)) : boxes.rest;
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
    canvas.addEventListener("keydown", (event) => this.orbit(event));
    this.resize();
  }

  private light(): void {
    this.scene.add(this.hemisphere);
    this.overlay.add(new HemisphereLight(0xffffff, 0xa39a90, 2.6));
    const above = new DirectionalLight(0xffffff, 1.4);
    above.position.set(0.4, 1, 0.8);
    this.overlay.add(above);
    // Key, fill and rim light move with the camera, as in `pantin render`.
    for (const { direction, colour, power } of this.studio.lamps) {
      const lamp = new DirectionalLight(colour, power);
      lamp.position.set(...direction);
      this.carried.add(lamp, lamp.target);
      this.lamps.push([lamp, power]);
    }
    this.camera.add(this.carried);
    for (const camera of Object.values(this.cameras)) {
      camera.layers.enable(SHADOWLESS);
      this.scene.add(camera);
    }
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

  show(grid: boolean, axes: boolean, studio: boolean): void {
    this.grid.visible = grid;
    this.axes.visible = axes;
    if (studio) this.studioLight ??= studioTexture(this.renderer, this.studio, this.front);
    this.scene.environment = studio ? this.studioLight : null;
    this.hemisphere.intensity = studio ? 0 : HEMISPHERE;
    for (const [lamp, power] of this.lamps) lamp.intensity = power * (studio ? 1 : this.studio.alone);
    this.draw();
  }

  /** Orbit with the arrow keys, and go nearer or farther with + and −, while the canvas has the focus. */
  private orbit(event: KeyboardEvent): void {
    const turns: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const turn = turns[event.key];
    const nearer = { "+": NEARER, "=": NEARER, "-": 1 / NEARER }[event.key];
    if (!turn && !nearer) return;
    event.preventDefault();
    const away = new Spherical().setFromVector3(this.camera.position.clone().sub(this.controls.target));
    const step = (STEP * Math.PI) / 180;
    away.theta += (turn?.[0] ?? 0) * step;
    away.phi += (turn?.[1] ?? 0) * step;
    if (this.isOrthographic) this.cameras.orthographic.zoom /= nearer ?? 1;
    else away.radius *= nearer ?? 1;
    this.framed = false;
    this.camera.position.copy(this.controls.target).add(new Vector3().setFromSpherical(away.makeSafe()));
    this.moved();
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
    this.view = FIRST_VIEW;
    this.frameAll();
  }

  private frameAll(): void {
    const yaw = ((this.front + this.view.yaw) * Math.PI) / 180;
    const pitch = (this.view.pitch * Math.PI) / 180;
    const away = new Vector3(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
    this.fit(this.boxes.moving.isEmpty() ? this.box : this.boxes.moving, away);
    this.framed = true;
  }

  /** Look at the model along an axis: all of it, or what the camera was moved to. */
  preset(name: Preset): void {
    this.endLens();
    const wasFramed = this.framed;
    const { target } = this.controls;
    const [centre, distance] = [target.clone(), this.camera.position.distanceTo(target)];
    const { high } = this;
    const { zoom } = this.cameras.orthographic;
    this.view = PRESETS[name];
    this.frameAll();
    if (wasFramed) return;
    const away = this.camera.position.clone().sub(target).setLength(distance);
    target.copy(centre);
    this.high = high;
    this.cameras.orthographic.zoom = zoom;
    this.camera.position.copy(centre).add(away);
    this.framed = false;
    this.moved();
  }

  /** Frame a part of the model, from where the camera is. */
  frameBox(box: Box3): void {
    this.fit(box, this.camera.position.clone().sub(this.controls.target).normalize());
    this.framed = false;
  }

  /** Put the camera as near to a box, on one side of it, as shows all of it. */
  private fit(box: Box3, away: Vector3): void {
    this.endLens();
    const middle = box.getCenter(new Vector3());
    const half = box.getSize(new Vector3()).multiplyScalar(0.5);
    this.camera.position.copy(middle).add(away);
    this.camera.lookAt(middle);
    this.camera.updateMatrixWorld();
    const { distance, high } = this.needed(half);
    this.high = high * MARGIN;
    this.cameras.orthographic.zoom = 1;
    this.controls.target.copy(middle);
    // A parallel picture is the same from far away, where nothing is behind the camera.
    const apart = this.isOrthographic ? Math.max(distance, 2 * this.size) : distance;
    this.camera.position.copy(middle).addScaledVector(away, apart * MARGIN);
    for (const camera of Object.values(this.cameras)) {
      camera.near = (apart * MARGIN) / 200;
      camera.far = Math.max(apart, this.size) * MARGIN * 60;
    }
    this.moved();
  }

  /** After the camera was moved: the controls, the projection and the next frame follow. */
  private moved(): void {
    this.controls.update();
    this.aim(0, Math.max(1, this.renderer.domElement.clientWidth));
    this.draw();
  }

  get isOrthographic(): boolean {
    return this.camera === this.cameras.orthographic;
  }

  /** See the model in perspective or in parallel lines, as large as before where the camera is directed to. */
  set isOrthographic(on: boolean) {
    if (on === this.isOrthographic) return;
    this.endLens();
    const { perspective, orthographic } = this.cameras;
    const { target } = this.controls;
    const up = 2 * Math.tan((FIELD * Math.PI) / 360);
    const away = this.camera.position.clone().sub(target);
    if (on) {
      this.high = away.length() * up;
      orthographic.zoom = 1;
      away.setLength(Math.max(away.length(), 2 * this.size));
    } else away.setLength(this.high / orthographic.zoom / up);
    this.use(on ? orthographic : perspective);
    this.camera.position.copy(target).add(away);
    this.moved();
  }

  private use(camera: PerspectiveCamera | OrthographicCamera): void {
    this.camera = camera;
    camera.add(this.carried);
    this.controls.object = camera;
    for (const changed of this.onCamera) changed(camera);
  }

  /** Called with another camera than before. */
  readonly onCamera: ((camera: PerspectiveCamera | OrthographicCamera) => void)[] = [];

  /** Look through a camera of the file, from where it is now; orbiting goes on from there. */
  lookThrough(camera: Camera): void {
    this.framed = false;
    const place = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    const ahead = new Vector3(0, 0, -1).transformDirection(camera.matrixWorld);
    const distance = Math.max(ahead.dot(this.box.getCenter(new Vector3()).sub(place)), this.size * 0.1);
    const isFlat = camera instanceof OrthographicCamera;
    this.isOrthographic = isFlat;
    this.controls.target.copy(place).addScaledVector(ahead, distance);
    this.camera.position.copy(place);
    if (isFlat) {
      this.high = (camera.top - camera.bottom) / camera.zoom;
      this.cameras.orthographic.zoom = 1;
    } else if (camera instanceof PerspectiveCamera) this.cameras.perspective.fov = camera.fov;
    this.camera.near = Math.min(this.camera.near, distance / 200);
    this.moved();
  }

  /** Back to the angle of view of the page, after one of the file. */
  private endLens(): void {
    this.cameras.perspective.fov = FIELD;
  }

  /** Keep the centre of the view in the centre of the uncovered area. */
  cover(covered: Covered): void {
    this.covered = covered;
    this.resize();
  }

  /** The distance from which all corners of a box around the target are in the picture, and the height of a parallel one. */
  private needed(half: Vector3): { distance: number; high: number } {
    const up = Math.tan((FIELD * Math.PI) / 360);
    const { top, bottom } = this.covered;
    const { clientHeight } = this.renderer.domElement;
    const across = (up * this.freeWidth()) / Math.max(1, clientHeight);
    const high = up * free(top + bottom, clientHeight);
    const toCamera = this.camera.quaternion.clone().invert();
    let [distance, most] = [1e-6, 1e-6];
    for (let corner = 0; corner < 8; corner++) {
      const point = new Vector3(
        corner & 1 ? half.x : -half.x,
        corner & 2 ? half.y : -half.y,
        corner & 4 ? half.z : -half.z,
      ).applyQuaternion(toCamera);
      distance = Math.max(distance, Math.abs(point.x) / across + point.z, Math.abs(point.y) / high + point.z);
      most = Math.max(most, (2 * up * Math.abs(point.x)) / across, (2 * up * Math.abs(point.y)) / high);
    }
    return { distance, high: most };
  }

  setCamera(seen: CameraPosition): void {
    this.framed = false;
    this.isOrthographic = seen.high !== undefined;
    this.high = seen.high ?? this.high;
    this.controls.target.fromArray(seen.target);
    this.camera.position.fromArray(seen.position);
    this.moved();
  }

  cameraPosition(): CameraPosition {
    const seen = { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
    return this.isOrthographic ? { ...seen, high: this.high / this.cameras.orthographic.zoom } : seen;
  }

  resize(scale = 1): void {
    const holder = this.renderer.domElement.parentElement as HTMLElement;
    const [wide, high] = [Math.max(1, holder.clientWidth), Math.max(1, holder.clientHeight)];
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * scale);
    this.renderer.setSize(wide, high);
    this.aim(0, wide);
    if (this.framed && !this.controls.autoRotate) this.frameAll();
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
    this.render();
    for (const step of this.afterFrame) step();
    if (more) this.draw();
  }

  private render(): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const { cut, viewports } = this.division();
    this.renderer.setScissorTest(viewports.length > 1);
    for (const { left, right, show } of viewports) {
      show();
      if (cut) this.aim(0, clientWidth);
      else this.aim(left, right);
      this.renderer.setViewport(cut ? 0 : left, 0, cut ? clientWidth : right - left, clientHeight);
      this.renderer.setScissor(left, 0, right - left, clientHeight);
      this.renderer.clear();
      this.renderer.render(this.scene, this.camera);
      this.renderer.clearDepth();
      this.overlay.updateMatrixWorld();
      this.renderer.render(this.overlay, this.camera);
    }
    const [first] = viewports;
    if (first && !cut) this.aim(first.left, first.right);
  }

  private division(): Division {
    const wide = this.renderer.domElement.clientWidth;
    const { left, right } = this.covered;
    return this.divide?.(left, wide - right, wide) ?? { cut: true, viewports: [{ left: 0, right: wide, show: () => undefined }] };
  }

  /** Point the camera into a part of the canvas: its centre is the centre of what panels leave free of it. */
  private aim(left: number, right: number): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const [wide, high] = [Math.max(1, right - left), Math.max(1, clientHeight)];
    const covered = { left: Math.max(0, this.covered.left - left), right: Math.max(0, this.covered.right - (clientWidth - right)) };
    const { top, bottom } = this.covered;
    if (this.camera instanceof PerspectiveCamera) this.camera.aspect = wide / high;
    else {
      this.camera.top = this.high / 2;
      this.camera.right = (this.camera.top * wide) / high;
      [this.camera.bottom, this.camera.left] = [-this.camera.top, -this.camera.right];
    }
    this.camera.setViewOffset(wide, high, (covered.right - covered.left) / 2, (bottom - top) / 2, wide, high);
  }

  /** The pixels across in which the model must fit. */
  private freeWidth(): number {
    const { cut, viewports } = this.division();
    const wide = this.renderer.domElement.clientWidth;
    const free = Math.max(wide - this.covered.left - this.covered.right, wide / 5);
    return cut ? free : free / viewports.length;
  }

  /** A point of the window in the coordinates of the camera, which is pointed into the viewport of the point. */
  toCamera(x: number, y: number): Vector2 {
    const box = this.renderer.domElement.getBoundingClientRect();
    const { cut, viewports } = this.division();
    const inside = x - box.left;
    const part = cut ? undefined : viewports.find(({ left, right }) => inside >= left && inside < right);
    const [left, right] = part ? [part.left, part.right] : [0, box.width];
    this.aim(left, right);
    return new Vector2(((inside - left) / (right - left)) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
  }

  /** Where a point of the model is in the window, in pixels of the first viewport; null outside it. */
  toWindow(point: Vector3): { x: number; y: number } | null {
    const { cut, viewports } = this.division();
    const { clientWidth, clientHeight } = this.renderer.domElement;
    const [first] = viewports;
    const [left, right] = cut || !first ? [0, clientWidth] : [first.left, first.right];
    const seen = point.clone().project(this.camera);
    if (seen.z > 1 || Math.abs(seen.x) > 1 || Math.abs(seen.y) > 1) return null;
    return { x: left + ((seen.x + 1) / 2) * (right - left), y: ((1 - seen.y) / 2) * clientHeight };
  }

  /** The current view as a PNG. */
  async picture({ scale = 1, transparent = false }: PictureOptions = {}): Promise<Blob> {
    const { background } = this.scene;
    const isGridShown = this.grid.visible;
    if (transparent) [this.scene.background, this.grid.visible] = [null, false];
    if (scale !== 1) this.resize(scale);
    this.render();
    // The pixels are read before anything else is drawn.
    const picture = new Promise<Blob>((done, failed) =>
      this.renderer.domElement.toBlob((blob) => (blob ? done(blob) : failed(new Error("the browser returned no image"))), "image/png"),
    );
    [this.scene.background, this.grid.visible] = [background, isGridShown];
    if (scale !== 1) this.resize();
    this.draw();
    return picture;
  }
}

/** The uncovered fraction of a length; at least a fifth. */
function free(covered: number, length: number): number {
  return Math.max(0.2, 1 - covered / Math.max(1, length));
}
