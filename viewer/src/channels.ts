// One thing that the look of a surface is made of, as plain colours: a texture, a channel of one, vertex colours, a
// checker over the texture coordinates.

import { CanvasTexture, Color, DoubleSide, type Material, type Mesh, MeshBasicMaterial, RepeatWrapping, SRGBColorSpace, type Texture } from "three";
import type { Channel } from "./state";

export const CHANNEL_NAMES: Record<Channel, string> = {
  lit: "The model",
  dominant: "Strongest joint",
  checker: "Texture coordinates",
  base: "Base colour",
  alpha: "Alpha",
  metallic: "Metallic",
  roughness: "Roughness",
  occlusion: "Occlusion",
  emissive: "Emission",
  normal: "Normal texture",
  vertex: "Vertex colours",
};

/** A channel of a material: its texture, the part of it that counts, a factor, and whether it is a colour. */
interface Source {
  map?: Texture | null;
  swizzle: string;
  factor: Color;
  isColour: boolean;
}

type Loose = Material & { [name: string]: unknown };

const grey = (value: unknown): Color => new Color().setScalar(typeof value === "number" ? value : 1);
const texture = (value: unknown): Texture | null => (value as Texture | undefined | null) ?? null;
const colour = (value: unknown): Color => (value instanceof Color ? value.clone() : new Color(1, 1, 1));

const SOURCES: Partial<Record<Channel, (material: Loose) => Source>> = {
  base: (material) => ({ map: texture(material["map"]), swizzle: "rgb", factor: colour(material["color"]), isColour: true }),
  alpha: (material) => ({ map: texture(material["map"]), swizzle: "aaa", factor: grey(material.opacity), isColour: false }),
  metallic: (material) => ({ map: texture(material["metalnessMap"]), swizzle: "bbb", factor: grey(material["metalness"] ?? 0), isColour: false }),
  roughness: (material) => ({ map: texture(material["roughnessMap"]), swizzle: "ggg", factor: grey(material["roughness"]), isColour: false }),
  occlusion: (material) => ({ map: texture(material["aoMap"]), swizzle: "rrr", factor: grey(1), isColour: false }),
  emissive: (material) => ({ map: texture(material["emissiveMap"]), swizzle: "rgb", factor: material["emissive"] instanceof Color ? colour(material["emissive"]) : grey(0), isColour: true }),
  normal: (material) => ({ map: texture(material["normalMap"]), swizzle: "rgb", factor: texture(material["normalMap"]) ? grey(1) : new Color(0.5, 0.5, 1), isColour: false }),
};

/** Squares on each side of the checker, with a letter and a number. */
const SQUARES = 8;
const CHECKER_PIXELS = 1024;

export class ChannelMaterials {
  private readonly made = new Map<string, MeshBasicMaterial>();
  private checker: MeshBasicMaterial | null = null;
  private readonly vertexColours = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, toneMapped: false });
  private readonly none = new MeshBasicMaterial({ color: "#767a82", side: DoubleSide, toneMapped: false });

  /** The material that shows a channel of a surface with a material of its own; grey where there is nothing to show. */
  of(channel: Channel, mesh: Mesh, own: Material | Material[]): Material {
    const { geometry } = mesh;
    if (channel === "vertex") return geometry.hasAttribute("color") ? this.vertexColours : this.none;
    if (channel === "checker") return geometry.hasAttribute("uv") ? (this.checker ??= checkerMaterial()) : this.none;
    const [material] = [own].flat();
    const source = material && SOURCES[channel]?.(material as Loose);
    if (!material || !source) return this.none;
    const key = `${channel} ${material.uuid}`;
    let made = this.made.get(key);
    if (!made) this.made.set(key, (made = channelMaterial(source, material)));
    return made;
  }
}

function channelMaterial({ map, swizzle, factor, isColour }: Source, own: Material): MeshBasicMaterial {
  const made = new MeshBasicMaterial({ map: map ?? null, side: own.side, toneMapped: false });
  made.color.copy(factor);
  if (own.alphaTest) made.alphaTest = own.alphaTest;
  made.onBeforeCompile = (shader) => {
    const read = map ? `diffuseColor.rgb = texture2D( map, vMapUv ).${swizzle} * diffuse;` : "diffuseColor.rgb = diffuse;";
    shader.fragmentShader = shader.fragmentShader.replace("#include <map_fragment>", read);
    // Numbers are shown as they are stored: 0.5 is the grey of 50 %.
    if (!isColour) shader.fragmentShader = shader.fragmentShader.replace("#include <colorspace_fragment>", "");
  };
  made.customProgramCacheKey = () => `${swizzle} ${isColour} ${Boolean(map)}`;
  return made;
}

function checkerMaterial(): MeshBasicMaterial {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = CHECKER_PIXELS;
  const paper = canvas.getContext("2d");
  const side = CHECKER_PIXELS / SQUARES;
  for (let row = 0; row < SQUARES; row++)
    for (let column = 0; column < SQUARES && paper; column++) {
      const light = (row + column) % 2 ? 82 : 58;
      paper.fillStyle = `hsl(${(column * 360) / SQUARES} 45% ${light - row * 2}%)`;
      paper.fillRect(column * side, row * side, side, side);
      paper.fillStyle = "#1b1e24";
      paper.font = `600 ${side * 0.36}px sans-serif`;
      paper.textAlign = "center";
      paper.textBaseline = "middle";
      paper.fillText(`${"ABCDEFGH"[column]}${row + 1}`, (column + 0.5) * side, (row + 0.5) * side);
    }
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  map.wrapS = map.wrapT = RepeatWrapping;
  map.flipY = false;
  map.anisotropy = 8;
  return new MeshBasicMaterial({ map, side: DoubleSide, toneMapped: false });
}
