// The studio around the model: light from each direction, by the formula of src/pantin/viewer/studio.py. Reflections
// need it; without it metal is black.

import { DataTexture, EquirectangularReflectionMapping, FloatType, LinearFilter, LinearSRGBColorSpace, PMREMGenerator, type Texture, Vector3, type WebGLRenderer } from "three";
import type { StudioData } from "./page_data";

const [WIDE, HIGH] = [256, 128];

/** Names of renderers that compute on the processor, where the studio costs seconds and every frame is slow. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** What the context of the view can do. Alpha is for pictures with a transparent background; the page's own is opaque. */
export const CONTEXT = { antialias: true, alpha: true };

/** Whether the browser draws in three dimensions at all. The renderer uses the same context later: another one, for this
 * question alone, costs a tenth of a second. */
export function hasWebGL(canvas: HTMLCanvasElement): boolean {
  return canvas.getContext("webgl2", CONTEXT) !== null;
}

export function hasGpu(renderer: WebGLRenderer): boolean {
  const context = renderer.getContext();
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  return !SOFTWARE.test(String(name));
}

/** The linear radiance from a direction of unit length. */
export function radiance(studio: StudioData, direction: Vector3): [number, number, number] {
  const share = Math.abs(direction.y) ** 0.6;
  const end = direction.y >= 0 ? studio.zenith : studio.ground;
  const light = studio.horizon.map((value, channel) => value + ((end[channel] ?? 0) - value) * share);
  for (const panel of studio.panels) {
    const towards = new Vector3(...panel.direction).normalize();
    const angle = (Math.acos(Math.min(Math.max(direction.dot(towards), -1), 1)) * 180) / Math.PI;
    const near = Math.min(Math.max((panel.outer - angle) / (panel.outer - panel.inner), 0), 1);
    const strength = near * near * (3 - 2 * near);
    panel.colour.forEach((value, channel) => (light[channel] = (light[channel] ?? 0) + value * strength));
  }
  return light as [number, number, number];
}

/** The studio as three.js reflects it; `front` is the yaw of the model's front in degrees. */
export function studioTexture(renderer: WebGLRenderer, studio: StudioData, front: number): Texture {
  const data = new Float32Array(WIDE * HIGH * 4);
  const turn = (front * Math.PI) / 180;
  for (let row = 0; row < HIGH; row++)
    for (let column = 0; column < WIDE; column++) {
      const up = ((row + 0.5) / HIGH - 0.5) * Math.PI;
      const around = ((column + 0.5) / WIDE - 0.5) * 2 * Math.PI;
      const direction = new Vector3(Math.cos(up) * Math.cos(around), Math.sin(up), Math.cos(up) * Math.sin(around));
      data.set([...radiance(studio, direction.applyAxisAngle(UP, -turn)), 1], (row * WIDE + column) * 4);
    }
  const sky = new DataTexture(data, WIDE, HIGH);
  sky.type = FloatType;
  sky.mapping = EquirectangularReflectionMapping;
  sky.colorSpace = LinearSRGBColorSpace;
  sky.magFilter = sky.minFilter = LinearFilter;
  sky.needsUpdate = true;
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromEquirectangular(sky);
  generator.dispose();
  sky.dispose();
  return texture;
}

const UP = new Vector3(0, 1, 0);
