// Variants of the materials (KHR_materials_variants): names, and which surface has which material in one of them.

import type { Material, Mesh } from "three";
import { keepUnlit, type Model } from "./model";

const NAME = "KHR_materials_variants";

interface Mapping {
  material: number;
  variants: number[];
}

type Json = Record<string, unknown>;

export function variantNames(model: Model): string[] {
  const { json } = model.gltf.parser as { json: Json };
  const held = (json["extensions"] as Json | undefined)?.[NAME] as { variants?: { name?: unknown }[] } | undefined;
  return Array.isArray(held?.variants) ? held.variants.map(({ name }, index) => (typeof name === "string" ? name : `variant ${index}`)) : [];
}

/** The materials of a variant, by mesh; surfaces without one keep their own. */
export async function variantMaterials(model: Model, variant: number): Promise<Map<Mesh, Material>> {
  const { parser } = model.gltf;
  const found = new Map<Mesh, Material>();
  for (const { mesh } of model.surfaces) {
    const extensions = mesh.userData["gltfExtensions"] as Record<string, { mappings?: Mapping[] }> | undefined;
    const mapping = extensions?.[NAME]?.mappings?.find(({ variants }) => variants.includes(variant));
    if (!mapping) continue;
    // The parser gives a mesh the copy of a material that fits it: with vertex colours, flat, or with tangents.
    const before = mesh.material;
    mesh.material = (await parser.getDependency("material", mapping.material)) as Material;
    parser.assignFinalMaterial(mesh);
    keepUnlit(mesh.material as Material);
    found.set(mesh, mesh.material as Material);
    mesh.material = before;
  }
  return found;
}
