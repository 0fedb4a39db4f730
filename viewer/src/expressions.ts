// Expressions of a VRM (VRMC_vrm 1.0): what they weigh beside each other, and the blend shapes, colours and texture
// transforms that they change. The Python side of the arithmetic is src/pantin/rig/expressions.py.

import { Color, type Material, Texture, type Vector2 } from "three";
import type { Model } from "./model";
import type { ColourTarget, ExpressionData, PageData } from "./page_data";

/** A binary expression is shown above this weight, and not at it. */
const BINARY_THRESHOLD = 0.5;

/** Where materials of three.js and MToon have the colours that expressions change. */
const COLOURS: Record<ColourTarget, string> = {
  color: "color",
  emissionColor: "emissive",
  shadeColor: "shadeColorFactor",
  rimColor: "parametricRimColorFactor",
  outlineColor: "outlineColorFactor",
  matcapColor: "matcapFactor",
};

/** Textures that are looked up by texture coordinates. */
const TEXTURES = [
  "map",
  "alphaMap",
  "aoMap",
  "emissiveMap",
  "metalnessMap",
  "normalMap",
  "roughnessMap",
  "shadeMultiplyTexture",
  "shadingShiftTexture",
  "rimMultiplyTexture",
  "outlineWidthMultiplyTexture",
  "uvAnimationMaskTexture",
];

/** The weights that show: from 0 to 1, binary ones 0 or 1, and overridden by other expressions. */
export function outputWeights(expressions: ExpressionData[], given: ReadonlyMap<number, number>): number[] {
  const shown = expressions.map(({ binary }, index) => {
    const weight = Math.min(Math.max(given.get(index) ?? 0, 0), 1);
    return binary ? Number(weight > BINARY_THRESHOLD) : weight;
  });
  return expressions.map(({ kind, binary }, index) => {
    const weight = shown[index] ?? 0;
    if (!kind) return weight;
    let taken = 0;
    expressions.forEach((other, slot) => {
      const override = other.kind === kind ? "none" : other.overrides[kind];
      const amount = shown[slot] ?? 0;
      if (override === "blend") taken += amount;
      if (override === "block" && amount > 0) taken += 1;
    });
    if (binary) return taken > 0 ? 0 : weight;
    return weight * (1 - Math.min(taken, 1));
  });
}

/** Base + Σ (value − base) · weight. */
function mix(base: number[], values: [number[], number][]): number[] {
  return base.map((start, axis) =>
    values.reduce((total, [value, weight]) => total + ((value[axis] ?? start) - start) * weight, start),
  );
}

/** A material with its colours and textures as the file has them. */
class MaterialBase {
  private readonly colours = new Map<ColourTarget, [Color, Color]>();
  private readonly textures: [Texture, Vector2, Vector2][] = [];
  private readonly opacity: number;

  constructor(private readonly material: Material & Record<string, unknown>, moves: boolean) {
    this.opacity = material.opacity;
    for (const [target, name] of Object.entries(COLOURS) as [ColourTarget, string][]) {
      const colour = material[name];
      if (colour instanceof Color) this.colours.set(target, [colour, colour.clone()]);
    }
    for (const name of moves ? TEXTURES : []) {
      const texture = material[name];
      if (!(texture instanceof Texture)) continue;
      // Other materials may have the same texture, which must stay where it is.
      const own = texture.clone();
      own.needsUpdate = true;
      (material as Record<string, unknown>)[name] = own;
      this.textures.push([own, own.repeat.clone(), own.offset.clone()]);
    }
  }

  show(colours: [ColourTarget, number[], number][], transforms: [number[], number[], number][]): void {
    for (const [target, [shown, base]] of this.colours) {
      const values = colours.filter(([of]) => of === target).map(([, value, weight]): [number[], number] => [value, weight]);
      const [red = 0, green = 0, blue = 0, alpha = 1] = mix([base.r, base.g, base.b, this.opacity], values);
      shown.setRGB(red, green, blue);
      if (target === "color") this.material.opacity = alpha;
    }
    for (const [texture, scale, offset] of this.textures) {
      texture.repeat.fromArray(mix(scale.toArray(), transforms.map(([value, , weight]) => [value, weight])));
      texture.offset.fromArray(mix(offset.toArray(), transforms.map(([, value, weight]) => [value, weight])));
    }
    // MToon copies what it needs into its shader when it is asked to.
    const update = this.material["update"];
    if (typeof update === "function") update.call(this.material, 0);
  }
}

export class Expressions {
  private readonly materials = new Map<number, MaterialBase[]>();

  constructor(
    private readonly data: PageData,
    private readonly model: Model,
  ) {
    const coloured = data.expressions.flatMap(({ colours }) => colours.map(([material]) => material));
    const moved = new Set(data.expressions.flatMap(({ transforms }) => transforms.map(([material]) => material)));
    const changed = new Set([...coloured, ...moved]);
    const known = new Set<Material>();
    for (const { mesh } of changed.size ? model.surfaces : []) {
      // Of several, the first is that of the file; MToon adds one for the outline.
      const listed = [mesh.material].flat();
      const index = listed[0] && model.gltf.parser.associations.get(listed[0])?.materials;
      if (index === undefined || !changed.has(index)) continue;
      for (const material of listed.filter((candidate) => !known.has(candidate))) {
        known.add(material);
        const base = new MaterialBase(material as Material & Record<string, unknown>, moved.has(index));
        this.materials.set(index, [...(this.materials.get(index) ?? []), base]);
      }
    }
  }

  /** Show these weights, by index of an expression: blend shapes that they move start from 0. */
  apply(given: ReadonlyMap<number, number>): void {
    const weights = outputWeights(this.data.expressions, given);
    const shapes = new Map<string, number>();
    this.data.expressions.forEach(({ binds }, index) => {
      for (const [node, shape, full] of given.has(index) ? binds : [])
        shapes.set(`${node}.${shape}`, (shapes.get(`${node}.${shape}`) ?? 0) + full * (weights[index] ?? 0));
    });
    for (const { node, mesh } of this.model.surfaces)
      mesh.morphTargetInfluences?.forEach((before, shape, held) => (held[shape] = shapes.get(`${node}.${shape}`) ?? before));
    for (const [material, bases] of this.materials) this.paint(material, bases, weights);
  }

  private paint(material: number, bases: MaterialBase[], weights: number[]): void {
    const colours: [ColourTarget, number[], number][] = [];
    const transforms: [number[], number[], number][] = [];
    this.data.expressions.forEach((expression, index) => {
      const weight = weights[index] ?? 0;
      if (!weight) return;
      for (const [of, target, value] of expression.colours) if (of === material) colours.push([target, value, weight]);
      for (const [of, scale, offset] of expression.transforms) if (of === material) transforms.push([scale, offset, weight]);
    });
    for (const base of bases) base.show(colours, transforms);
  }
}
