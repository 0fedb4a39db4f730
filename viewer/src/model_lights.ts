// The lights of a model, by the formulas and with the exposure of src/pantin/viewer/model_lights.py.

import { type Box3, type DirectionalLight, type Light, type Object3D, type PointLight, ShaderChunk, type SpotLight, Vector3 } from "three";
import type { PropertyData } from "./page_data";

/** The least distance at which the exposure measures a light, in diagonals of the model. */
const NEAREST = 0.25;

/** What three.js computes in other ways than KHR_lights_punctual: range, small distances and the edge of cones. */
const FORMULAS: [was: string, is: string][] = [
  ["max( pow( lightDistance, decayExponent ), 0.01 )", "max( pow( lightDistance, decayExponent ), 1e-12 )"],
  ["pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) )", "saturate( 1.0 - pow4( lightDistance / cutoffDistance ) )"],
  [
    "smoothstep( coneCosine, penumbraCosine, angleCosine )",
    "pow2( saturate( ( angleCosine - coneCosine ) / max( penumbraCosine - coneCosine, 0.001 ) ) )",
  ],
];

/** Make three.js light models as the specification says. */
export function followSpecification(): void {
  for (const [was, is] of FORMULAS) {
    if (ShaderChunk.lights_pars_begin.includes(is)) continue;
    if (!ShaderChunk.lights_pars_begin.includes(was)) throw new Error(`three.js has no ${was}`);
    ShaderChunk.lights_pars_begin = ShaderChunk.lights_pars_begin.replace(was, is);
  }
}

export function isLight(object: Object3D): object is Light {
  return "isLight" in object;
}

/** Scale all lights of a model with one factor, so that the brightest gives it at most `most` lux; returns the factor. */
export function expose(root: Object3D, nodes: readonly (Object3D | undefined)[], box: Box3, properties: readonly PropertyData[], most: number): number {
  const lights: Light[] = [];
  root.traverse((object) => void (isLight(object) && lights.push(object)));
  root.updateMatrixWorld();
  for (const light of lights) aim(light);
  const peaks = animatedPeaks(nodes, properties);
  const brightest = box.isEmpty() ? 0 : Math.max(0, ...lights.map((light) => illuminance(light, Math.max(light.intensity, peaks.get(light) ?? 0), box)));
  const factor = brightest > most ? most / brightest : 1;
  for (const light of lights) light.intensity *= factor;
  return factor;
}

/** The copy of a light on a second node has a target that is not in the scene. */
function aim(light: Light): void {
  const { target } = light as Partial<SpotLight | DirectionalLight>;
  if (target && target.parent !== light) light.add(target);
}

/** The greatest intensity that a clip gives each light. */
function animatedPeaks(nodes: readonly (Object3D | undefined)[], properties: readonly PropertyData[]): Map<Light, number> {
  const peaks = new Map<Light, number>();
  for (const { part, field, nodes: carriers, values, interpolation } of properties) {
    if (part !== "lights" || field !== "intensity") continue;
    const keys = interpolation === "CUBICSPLINE" ? values.filter((_, index) => index % 3 === 1) : values;
    const peak = keys.reduce((most, value) => Math.max(most, value), 0);
    for (const carrier of carriers) for (const light of carriedLights(nodes[carrier])) peaks.set(light, Math.max(peak, peaks.get(light) ?? 0));
  }
  return peaks;
}

/** The lights of a node: the node itself or its children. */
export function carriedLights(node: Object3D | undefined): Light[] {
  return node ? [node, ...node.children].filter(isLight) : [];
}

/** The lux that a light gives a model at its nearest point. */
function illuminance(light: Light, intensity: number, box: Box3): number {
  if ("isDirectionalLight" in light) return intensity;
  const position = new Vector3().setFromMatrixPosition(light.matrixWorld);
  const nearest = box.containsPoint(position) ? box.getCenter(new Vector3()) : box.clampPoint(position, new Vector3());
  const least = NEAREST * box.getSize(new Vector3()).length();
  const distance = Math.max(position.distanceTo(nearest), least);
  const range = (light as PointLight).distance || Number.POSITIVE_INFINITY;
  return distance ? (intensity * Math.min(Math.max(1 - (distance / range) ** 4, 0), 1)) / distance ** 2 : 0;
}
