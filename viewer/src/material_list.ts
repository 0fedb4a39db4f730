// The materials of the model: colour, numbers, and their textures as small pictures.

import { byId, create } from "./dom";
import type { Model } from "./model";
import { type Picture, TextureView } from "./texture_view";

/** Pixels of a thumbnail, twice as many as it is wide on the page. */
const PIXELS = 112;
const MAX_MATERIALS = 200;
/** Milliseconds that a material is marked for. */
const MARKED = 2500;

interface TextureUse {
  /** `base color`, or `mtoon shade multiply` of an extension. */
  slot: string;
  texture: number;
}

type Json = Record<string, unknown>;

/** The textures of a material, also those of its extensions: every member that is called …Texture. */
export function textureUses(material: Json, extension = ""): TextureUse[] {
  return Object.entries(material).flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const { index } = value as { index?: unknown };
    if (/texture$/i.test(name) && typeof index === "number") return [{ slot: extension + words(name), texture: index }];
    if (name === "extensions") return Object.entries(value).flatMap(([from, held]) => textureUses((held ?? {}) as Json, `${from.replace(/^.*_/, "")} `));
    return name === "extras" ? [] : textureUses(value as Json, extension);
  });
}

/** `baseColorTexture` as `base color`. */
function words(name: string): string {
  return name
    .replace(/Texture$/, "")
    .replace(/([A-Z])/g, " $1")
    .toLowerCase()
    .trim();
}

/** What is worth a line about a material: what differs from glTF's defaults. */
export function materialFacts(material: Json): string[] {
  const pbr = (material["pbrMetallicRoughness"] ?? {}) as Json;
  const number = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);
  const facts = [`metallic ${number(pbr["metallicFactor"], 1)}`, `roughness ${number(pbr["roughnessFactor"], 1)}`];
  const extensions = Object.keys((material["extensions"] ?? {}) as Json);
  if (extensions.includes("KHR_materials_unlit")) facts.splice(0, 2, "unlit");
  if (extensions.includes("VRMC_materials_mtoon")) facts.splice(0, 2, "MToon");
  if (material["alphaMode"] === "BLEND") facts.push("blended");
  if (material["alphaMode"] === "MASK") facts.push(`masked at ${number(material["alphaCutoff"], 0.5)}`);
  if (material["doubleSided"] === true) facts.push("double-sided");
  return facts;
}

export class MaterialList {
  private isFilled = false;

  constructor(private readonly model: Model) {}

  /** Fill the list when it is first shown: large textures take time to draw. */
  fill(): void {
    if (this.isFilled) return;
    this.isFilled = true;
    const { json } = this.model.gltf.parser as { json: Json };
    const materials = (Array.isArray(json["materials"]) ? json["materials"] : []) as Json[];
    const holder = byId("materials");
    if (!materials.length) holder.append(create("p", "empty", "This model has no materials."));
    materials.slice(0, MAX_MATERIALS).forEach((material, index) => holder.append(this.row(material, index)));
    if (materials.length > MAX_MATERIALS) holder.append(create("p", "empty", `and ${materials.length - MAX_MATERIALS} more`));
  }

  /** Scroll to a material and mark it for a moment. */
  reveal(index: number): void {
    const row = byId("materials").querySelector<HTMLElement>(`[data-material="${index}"]`);
    row?.scrollIntoView({ block: "nearest" });
    row?.classList.add("marked");
    setTimeout(() => row?.classList.remove("marked"), MARKED);
  }

  private row(material: Json, index: number): HTMLElement {
    const box = create("div", "material");
    box.dataset["material"] = String(index);
    const head = create("h2", "sub", typeof material["name"] === "string" && material["name"] ? material["name"] : `material ${index}`);
    const colour = ((material["pbrMetallicRoughness"] as Json | undefined)?.["baseColorFactor"] ?? [1, 1, 1, 1]) as number[];
    const swatch = create("i", "swatch");
    swatch.style.background = `rgb(${colour.slice(0, 3).map((value) => Math.round(255 * encode(value))).join(" ")})`;
    head.prepend(swatch);
    box.append(head, create("p", "facts", materialFacts(material).join(" · ")));
    const strip = create("div", "textures");
    for (const use of textureUses(material)) strip.append(this.thumbnail(use));
    box.append(strip);
    return box;
  }

  private thumbnail({ slot, texture }: TextureUse): HTMLElement {
    const figure = create("figure");
    const caption = create("figcaption", "", slot);
    const canvas = create("canvas");
    canvas.width = canvas.height = PIXELS;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `Texture ${slot}`);
    const button = create("button");
    button.type = "button";
    button.append(canvas);
    button.addEventListener("click", () => void this.enlarge(slot, texture));
    figure.append(button, caption);
    this.load(texture, canvas).then(
      (size) => (figure.title = `${slot}, texture ${texture}: ${size}`),
      () => (figure.title = `${slot}, texture ${texture}: not available`),
    );
    return figure;
  }

  private async enlarge(slot: string, texture: number): Promise<void> {
    const { image } = await this.image(texture);
    (this.viewer ??= new TextureView()).open(`${slot}, texture ${texture}`, image);
  }

  private viewer: TextureView | null = null;

  private image(texture: number): Promise<{ image: Picture }> {
    return this.model.gltf.parser.getDependency("texture", texture) as Promise<{ image: Picture }>;
  }

  /** Draw a texture into a canvas; gives its size in pixels. */
  private async load(texture: number, canvas: HTMLCanvasElement): Promise<string> {
    const { image } = await this.image(texture);
    const scale = PIXELS / Math.max(image.width, image.height);
    const [wide, high] = [image.width * scale, image.height * scale];
    canvas.getContext("2d")?.drawImage(image, (PIXELS - wide) / 2, (PIXELS - high) / 2, wide, high);
    return `${image.width} × ${image.height} pixels`;
  }
}

/** A linear value as sRGB (IEC 61966-2-1). */
function encode(value: number): number {
  const inside = Math.min(Math.max(value, 0), 1);
  return inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
}
