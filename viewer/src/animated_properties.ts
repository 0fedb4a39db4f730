// Properties that clips animate beside transforms and weights: of materials, lights, cameras, and the visibility of nodes.
// GLTFLoader leaves their channels out (KHR_animation_pointer).

import { type Camera, type Color, type Light, type Material, type Object3D, OrthographicCamera, PerspectiveCamera, SpotLight, type Texture, type Vector2 } from "three";
import type { Model } from "./model";
import { carriedLights } from "./model_lights";
import type { PropertyData } from "./page_data";

type Numbers = readonly number[];

/** A property of an object of three.js as numbers. */
interface Accessor {
  get(): number[];
  set(values: Numbers): void;
}

interface Animated {
  data: PropertyData;
  accessors: Accessor[];
  rest: number[][];
}

const NUMBERS: Record<string, string> = {
  metallic: "metalness",
  roughness: "roughness",
  alpha_cutoff: "alphaTest",
  emissive_strength: "emissiveIntensity",
  occlusion_strength: "aoMapIntensity",
  ior: "ior",
  dispersion: "dispersion",
  "anisotropy.strength": "anisotropy",
  "anisotropy.rotation": "anisotropyRotation",
  "clearcoat.factor": "clearcoat",
  "clearcoat.roughness": "clearcoatRoughness",
  "iridescence.factor": "iridescence",
  "iridescence.ior": "iridescenceIOR",
  "sheen.roughness": "sheenRoughness",
  "specular.factor": "specularIntensity",
  "transmission.factor": "transmission",
  "volume.thickness": "thickness",
  "volume.attenuation_distance": "attenuationDistance",
};

const COLOURS: Record<string, string> = {
  base_color: "color",
  emissive: "emissive",
  "sheen.color": "sheenColor",
  "specular.color": "specularColor",
  "volume.attenuation_color": "attenuationColor",
};

const SCALES: Record<string, string> = { normal_scale: "normalScale", "clearcoat.normal_scale": "clearcoatNormalScale" };

const TEXTURES: Record<string, string[]> = {
  base_color_texture: ["map"],
  metallic_roughness_texture: ["metalnessMap", "roughnessMap"],
  normal_texture: ["normalMap"],
  occlusion_texture: ["aoMap"],
  emissive_texture: ["emissiveMap"],
  "anisotropy.texture": ["anisotropyMap"],
  "clearcoat.texture": ["clearcoatMap"],
  "clearcoat.roughness_texture": ["clearcoatRoughnessMap"],
  "clearcoat.normal_texture": ["clearcoatNormalMap"],
  "iridescence.texture": ["iridescenceMap"],
  "iridescence.thickness_texture": ["iridescenceThicknessMap"],
  "sheen.color_texture": ["sheenColorMap"],
  "sheen.roughness_texture": ["sheenRoughnessMap"],
  "specular.texture": ["specularIntensityMap"],
  "specular.color_texture": ["specularColorMap"],
  "transmission.texture": ["transmissionMap"],
  "volume.thickness_texture": ["thicknessMap"],
};

export class AnimatedProperties {
  private readonly animated: Animated[];

  /** `exposure` is the factor of the intensity of all lights. */
  constructor(properties: PropertyData[], model: Model, exposure = 1) {
    this.animated = properties.map((data) => {
      const accessors = accessorsOf(data, model, exposure);
      const rest = accessors.map((accessor) => data.rest ?? accessor.get());
      return { data, accessors, rest };
    });
  }

  /** Give all properties their values in a clip at a time, or those at rest. */
  apply(clip: number | null, time: number): void {
    for (const { data, accessors, rest } of this.animated)
      if (data.clip !== clip) accessors.forEach((accessor, index) => accessor.set(rest[index] ?? []));
    for (const { data, accessors } of this.animated)
      if (data.clip === clip) {
        const values = sampleKeys(data, time);
        for (const accessor of accessors) accessor.set(values);
      }
  }
}

/** Values at a time, between keys as glTF 2.0 appendix C says. */
export function sampleKeys({ times, values, width, interpolation }: PropertyData, time: number): number[] {
  const rows = interpolation === "CUBICSPLINE" ? 3 : 1;
  const at = (key: number, row: number) => values.slice((key * rows + row) * width, (key * rows + row + 1) * width);
  const middle = rows === 3 ? 1 : 0;
  const last = times.length - 1;
  const after = times.findIndex((key) => key > time);
  const left = after < 0 ? last : Math.max(after - 1, 0);
  if (after <= 0 || interpolation === "STEP") return at(left, middle);
  const [start = 0, end = 0] = [times[left], times[left + 1]];
  const span = end - start;
  const t = span > 0 ? (time - start) / span : 0;
  const [from, to] = [at(left, middle), at(left + 1, middle)];
  if (rows === 1) return from.map((value, index) => value + ((to[index] ?? 0) - value) * t);
  const [leaving, arriving] = [at(left, 2), at(left + 1, 0)];
  const [t2, t3] = [t * t, t * t * t];
  return from.map(
    (value, index) =>
      (2 * t3 - 3 * t2 + 1) * value +
      span * (t3 - 2 * t2 + t) * (leaving[index] ?? 0) +
      (3 * t2 - 2 * t3) * (to[index] ?? 0) +
      span * (t3 - t2) * (arriving[index] ?? 0),
  );
}

function accessorsOf(data: PropertyData, model: Model, exposure: number): Accessor[] {
  if (data.part === "materials") return materialsOf(data.index, model).flatMap((material) => materialAccessors(material, data.field));
  const objects = data.nodes.flatMap((node) => model.nodes[node] ?? []);
  if (data.part === "nodes") return objects.map(visibility);
  if (data.part === "lights") return objects.flatMap(carriedLights).flatMap((light) => lightAccessor(light, data.field, exposure));
  const carried = objects.flatMap((object) => [object, ...object.children]);
  return carried.filter(isCamera).flatMap((camera) => cameraAccessor(camera, data.field));
}

function materialsOf(index: number, model: Model): Material[] {
  const found: Material[] = [];
  for (const [object, place] of model.gltf.parser.associations) if (place?.materials === index && "isMaterial" in object) found.push(object as Material);
  return found;
}

function materialAccessors(material: Material, field: string): Accessor[] {
  const members = material as unknown as Record<string, unknown>;
  const number = NUMBERS[field];
  if (number !== undefined) return number in members ? [numberAccessor(members, number)] : [];
  const colour = COLOURS[field];
  if (colour !== undefined) return members[colour] ? [colourAccessor(material, members[colour] as Color, field)] : [];
  const scale = SCALES[field];
  if (scale !== undefined) return members[scale] ? [scaleAccessor(members[scale] as Vector2)] : [];
  const [slot = "", member = ""] = field.split(".transform.");
  const textures = (TEXTURES[slot] ?? []).flatMap((name) => (members[name] as Texture | null) ?? []);
  return textures.map((texture) => textureAccessor(texture, member));
}

function numberAccessor(members: Record<string, unknown>, name: string): Accessor {
  return {
    get: () => [members[name] as number],
    set: ([value = 0]) => {
      members[name] = value;
    },
  };
}

/** The alpha of the base colour counts where a material is not opaque. */
function colourAccessor(material: Material, colour: Color, field: string): Accessor {
  const hasAlpha = field === "base_color" && (material.transparent || material.alphaTest > 0);
  return {
    get: () => [colour.r, colour.g, colour.b, material.opacity],
    set: ([red = 0, green = 0, blue = 0, alpha = 1]) => {
      colour.setRGB(red, green, blue);
      if (hasAlpha) material.opacity = alpha;
    },
  };
}

function scaleAccessor(scale: Vector2): Accessor {
  const sign = Math.sign(scale.y) * Math.sign(scale.x) || 1;
  return { get: () => [scale.x], set: ([value = 1]) => void scale.set(value, sign * value) };
}

function textureAccessor(texture: Texture, member: string): Accessor {
  if (member === "rotation")
    return {
      get: () => [texture.rotation],
      set: ([angle = 0]) => {
        texture.rotation = angle;
      },
    };
  const vector = member === "scale" ? texture.repeat : texture.offset;
  return { get: () => [vector.x, vector.y], set: ([u = 0, v = 0]) => void vector.set(u, v) };
}

function visibility(object: Object3D): Accessor {
  return {
    get: () => [Number(object.visible)],
    set: ([value = 1]) => {
      object.visible = value !== 0;
    },
  };
}

function isCamera(object: Object3D): object is Camera {
  return "isCamera" in object;
}

function lightAccessor(light: Light, field: string, exposure: number): Accessor[] {
  const members = light as unknown as Record<string, unknown>;
  if (field === "color") return [{ get: () => light.color.toArray(), set: ([red = 0, green = 0, blue = 0]) => void light.color.setRGB(red, green, blue) }];
  if (field === "intensity") return [{ get: () => [light.intensity / exposure], set: ([value = 0]) => void (light.intensity = value * exposure) }];
  if (field === "range" && "distance" in light) return [numberAccessor(members, "distance")];
  if (!(light instanceof SpotLight)) return [];
  // three.js has the inner cone as a part of the outer one.
  const inner = () => (1 - light.penumbra) * light.angle;
  const cones = (outer: number, angle: number) => Object.assign(light, { angle: outer, penumbra: 1 - angle / outer });
  if (field === "outer_cone") return [{ get: () => [light.angle], set: ([angle = 0]) => void cones(angle, inner()) }];
  return [{ get: () => [inner()], set: ([angle = 0]) => void cones(light.angle, angle) }];
}

function cameraAccessor(camera: Camera, field: string): Accessor[] {
  const lens = camera as unknown as Record<string, number>;
  const changed = (change: () => void) => {
    change();
    if (camera instanceof PerspectiveCamera || camera instanceof OrthographicCamera) camera.updateProjectionMatrix();
  };
  const own = (name: string, factor = 1): Accessor => ({
    get: () => [(lens[name] ?? 0) / factor],
    set: ([value = 0]) =>
      changed(() => {
        lens[name] = value * factor;
      }),
  });
  const sides = (low: string, high: string): Accessor => ({
    get: () => [(lens[high] ?? 0) - (lens[low] ?? 0)],
    set: ([value = 0]) =>
      changed(() => {
        lens[low] = -value / 2;
        lens[high] = value / 2;
      }),
  });
  if (field === "fov") return [own("fov", 180 / Math.PI)];
  if (field === "width") return [sides("left", "right")];
  if (field === "height") return [sides("bottom", "top")];
  return ["near", "far", "aspect"].includes(field) ? [own(field)] : [];
}
