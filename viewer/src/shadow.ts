// A soft shadow under the model: its outline from below, blurred once, then drawn on the ground. Blurring it in the
// ground's shader took most of a frame without a GPU: forty samples per pixel.

import {
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import type { Box3, Object3D } from "three";

const PIXELS = 192;
/** Margin for the blur around the model, relative to its size. */
const ROOM = 0.35;

const VERTEX = "varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }";
/** Rings of samples, weighted towards the centre: wide enough to look soft, few enough to be cheap. */
const FRAGMENT = `
uniform sampler2D outline;
varying vec2 at;
void main() {
  float sum = texture2D(outline, at).a, weights = 1.0;
  for (int ring = 1; ring <= 4; ring++) {
    float weight = 1.0 / float(ring);
    for (int turn = 0; turn < 10; turn++) {
      float angle = 0.628318 * float(turn) + float(ring);
      sum += weight * texture2D(outline, at + vec2(cos(angle), sin(angle)) * 0.011 * float(ring)).a;
      weights += weight;
    }
  }
  gl_FragColor = vec4(0.0, 0.0, 0.0, 0.23 * sum / weights);
}`;

export class Shadow {
  private readonly outline = new WebGLRenderTarget(PIXELS, PIXELS);
  private readonly soft = new WebGLRenderTarget(PIXELS, PIXELS);
  private readonly blur: Mesh;
  private readonly camera: OrthographicCamera;
  private readonly plane: Mesh;
  private readonly flat = new MeshBasicMaterial({ color: 0 });
  private readonly size: Vector3;

  constructor(
    private readonly scene: Scene,
    private readonly group: Object3D,
    private readonly box: Box3,
  ) {
    const size = box.getSize(new Vector3());
    this.size = size;
    this.camera = new OrthographicCamera();
    this.camera.up.set(0, 0, 1);
    const blurring = new ShaderMaterial({
      uniforms: { outline: { value: this.outline.texture } },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      depthTest: false,
    });
    this.blur = new Mesh(new PlaneGeometry(2, 2), blurring);
    this.blur.frustumCulled = false;
    const laid = new MeshBasicMaterial({ map: this.soft.texture, transparent: true, depthWrite: false });
    this.plane = new Mesh(new PlaneGeometry(2, 2), laid);
    this.plane.rotation.x = -Math.PI / 2;
    this.plane.renderOrder = -1;
    this.fit(box);
    group.add(this.plane);
  }

  /** Make the shadow large enough for everything in a box; its ground stays that of the rest pose. */
  fit(reach: Box3): void {
    const { size } = this;
    const whole = reach.clone().union(this.box);
    const middle = whole.getCenter(new Vector3());
    const wide = whole.getSize(new Vector3());
    const half = (Math.max(wide.x, wide.z) * (1 + ROOM)) / 2 + size.y * 0.08;
    Object.assign(this.camera, { left: -half, right: half, top: half, bottom: -half, near: 0, far: wide.y * 3 + half });
    this.camera.position.set(middle.x, whole.min.y - wide.y - half * 0.01, middle.z);
    this.camera.lookAt(middle.x, whole.max.y + 1, middle.z);
    this.camera.updateProjectionMatrix();
    // Seen from below, left and right are swapped.
    this.plane.scale.set(half, -half, 1);
    this.plane.position.set(middle.x, this.box.min.y - size.length() * 5e-4, middle.z);
  }

  /** Redraw the outline of these objects only. */
  update(renderer: WebGLRenderer, casting: Object3D[]): void {
    const objects = [...this.scene.children.filter((object) => object !== this.group), ...this.group.children];
    const hidden = objects.filter((object) => object.visible && !casting.includes(object));
    const shown = this.group.visible;
    this.group.visible = true;
    const { background } = this.scene;
    for (const object of hidden) object.visible = false;
    this.scene.background = null;
    this.scene.overrideMaterial = this.flat;
    renderer.setClearColor(0, 0);
    renderer.setRenderTarget(this.outline);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(this.soft);
    renderer.render(this.blur, this.camera);
    renderer.setRenderTarget(null);
    this.scene.overrideMaterial = null;
    this.scene.background = background;
    for (const object of hidden) object.visible = true;
    this.group.visible = shown;
  }

  set visible(on: boolean) {
    this.plane.visible = on;
  }
}
