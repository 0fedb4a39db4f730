// The weight map of a joint: each vertex coloured by the joint's weight.

import {
  BufferAttribute,
  type BufferGeometry,
  ClampToEdgeWrapping,
  Color,
  DataTexture,
  DoubleSide,
  LinearFilter,
  LinearSRGBColorSpace,
  type Mesh,
  MeshLambertMaterial,
  type Object3D,
  SkinnedMesh,
  SRGBColorSpace,
} from "three";
import type { Surface } from "./model";

/** The texture coordinate set that holds the weights: glTF files rarely have four. */
const CHANNEL = 3;
const TEXELS = 256;

/** The colour scale as a texture of one row; u is the weight. */
export function scaleTexture(stops: [number, string][]): DataTexture {
  const data = new Uint8Array(TEXELS * 4);
  for (let index = 0; index < TEXELS; index++) {
    const colour = scaleColour(stops, (index + 0.5) / TEXELS).convertLinearToSRGB();
    data.set([colour.r * 255 + 0.5, colour.g * 255 + 0.5, colour.b * 255 + 0.5, 255], index * 4);
  }
  const texture = new DataTexture(data, TEXELS, 1);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.channel = CHANNEL;
  texture.needsUpdate = true;
  return texture;
}

/** A colour of the scale, interpolated in linear space. */
export function scaleColour(stops: [number, string][], index: number): Color {
  const next = stops.findIndex(([stop]) => stop >= index);
  const [highStop, high] = stops[next < 0 ? stops.length - 1 : next] ?? [1, "#ffffff"];
  const [lowStop, low] = stops[Math.max(0, (next < 0 ? stops.length : next) - 1)] ?? [0, "#000000"];
  const share = highStop > lowStop ? (index - lowStop) / (highStop - lowStop) : 0;
  const mixed = new Color().setStyle(low, SRGBColorSpace);
  return mixed.lerp(new Color().setStyle(high, SRGBColorSpace), Math.min(1, Math.max(0, share)));
}

export const UNSKINNED = new MeshLambertMaterial({
  color: new Color().setRGB(0.45, 0.47, 0.5, LinearSRGBColorSpace),
  side: DoubleSide,
});

export function weightMapMaterial(stops: [number, string][]): MeshLambertMaterial {
  return new MeshLambertMaterial({ map: scaleTexture(stops), side: DoubleSide });
}

/** Write the weights of a joint into a surface; false for a surface without a skin. */
export function setWeights(surface: Surface, joint: Object3D | undefined): boolean {
  const { mesh } = surface;
  if (!(mesh instanceof SkinnedMesh)) return false;
  const geometry = mesh.geometry as BufferGeometry;
  const indices = new Set(mesh.skeleton.bones.flatMap((bone, index) => (bone === joint ? [index] : [])));
  const count = geometry.getAttribute("position").count;
  const held = scalars(geometry);
  const sets = influenceSets(geometry);
  for (let vertex = 0; vertex < count; vertex++) {
    let sum = 0;
    for (const [joints, weights] of sets)
      for (let index = 0; index < 4; index++)
        if (indices.has(joints.getComponent(vertex, index))) sum += weights.getComponent(vertex, index);
    held.setX(vertex, sum);
  }
  held.needsUpdate = true;
  return true;
}

/** The joints that move a vertex, each once, the strongest first. */
export function influencesOf(mesh: SkinnedMesh, vertex: number): { joint: Object3D; weight: number }[] {
  const sums = new Map<Object3D, number>();
  for (const [joints, weights] of influenceSets(mesh.geometry))
    for (let slot = 0; slot < 4; slot++) {
      const joint = mesh.skeleton.bones[joints.getComponent(vertex, slot)];
      const weight = weights.getComponent(vertex, slot);
      if (joint && weight > 0) sums.set(joint, (sums.get(joint) ?? 0) + weight);
    }
  return Array.from(sums, ([joint, weight]) => ({ joint, weight })).sort((a, b) => b.weight - a.weight);
}

/** A colour for each vertex of a surface: that of its strongest joint; null for a surface without a skin. */
export function dominantColours(mesh: Mesh, colourOf: (joint: Object3D) => Color): BufferAttribute | null {
  if (!(mesh instanceof SkinnedMesh)) return null;
  const count = mesh.geometry.getAttribute("position").count;
  const colours = new BufferAttribute(new Float32Array(count * 3), 3);
  for (let vertex = 0; vertex < count; vertex++) {
    const [strongest] = influencesOf(mesh, vertex);
    const colour = strongest ? colourOf(strongest.joint) : GREY;
    colours.setXYZ(vertex, colour.r, colour.g, colour.b);
  }
  return colours;
}

const GREY = new Color().setRGB(0.45, 0.47, 0.5, LinearSRGBColorSpace);

/** Write a value from 0 to 1 for each vertex into a surface. */
export function setValues(surface: Surface, values: Float32Array): void {
  const held = scalars(surface.mesh.geometry);
  values.forEach((value, vertex) => held.setX(vertex, value));
  held.needsUpdate = true;
}

/** The attribute that the colour scale is looked up with. */
function scalars(geometry: BufferGeometry): BufferAttribute {
  const name = `uv${CHANNEL}`;
  const known = geometry.getAttribute(name) as BufferAttribute | undefined;
  if (known) return known;
  const made = new BufferAttribute(new Float32Array(geometry.getAttribute("position").count * 2).fill(0.5), 2);
  geometry.setAttribute(name, made);
  return made;
}

/** Joints and weights in sets of four; three.js skins with the first set and keeps the others. */
function influenceSets(geometry: BufferGeometry): [BufferAttribute, BufferAttribute][] {
  const attribute = (name: string): BufferAttribute | undefined =>
    geometry.getAttribute(name) as BufferAttribute | undefined;
  const sets: [BufferAttribute, BufferAttribute][] = [];
  const first = attribute("skinIndex");
  const firstWeights = attribute("skinWeight");
  if (first && firstWeights) sets.push([first, firstWeights]);
  for (let set = 1; ; set++) {
    const joints = attribute(`joints_${set}`);
    const weights = attribute(`weights_${set}`);
    if (!joints || !weights) return sets;
    sets.push([joints, weights]);
  }
}
