// What a page knows of a model without Pantin: names, joints, clips, blend shapes and human bones, as its glTF file has
// them. Springs, expressions, findings and facts need Pantin, and the page says so.

import { BufferGeometry } from "three";
import type { Model } from "./model";
import { type BlendShapeData, type ClipData, type FindingData, type PageData, USUAL_RATE } from "./page_data";
import { quote } from "./pose_export";
import { BONE_COLOUR } from "./skeleton";

interface Named {
  name?: string;
}

interface Json {
  nodes?: (Named & { children?: number[]; mesh?: number })[];
  meshes?: (Named & { primitives?: { targets?: unknown[] }[]; extras?: { targetNames?: unknown } })[];
  materials?: Named[];
  skins?: (Named & { joints?: number[] })[];
  buffers?: { uri?: string }[];
  images?: { uri?: string; mimeType?: string }[];
  extensionsRequired?: string[];
  extensions?: {
    VRMC_vrm?: { humanoid?: { humanBones?: Record<string, { node?: number }> } };
    VRM?: { humanoid?: { humanBones?: { bone?: string; node?: number }[] } };
  };
}

/** Extensions that change how vertices are stored, for which a page has no decoder. */
const PACKED = ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"];

/** Whether a file is a GLB (glTF 2.0 §4.4). */
export function isBinary(data: ArrayBuffer): boolean {
  return data.byteLength >= 20 && new DataView(data).getUint32(0, true) === 0x46546c67;
}

/** The JSON of a binary or text file of glTF. Throws where there is none. */
export function jsonOf(data: ArrayBuffer): Json {
  const length = isBinary(data) ? new DataView(data).getUint32(12, true) : 0;
  const bytes = isBinary(data) ? new Uint8Array(data, 20, Math.min(length, data.byteLength - 20)) : new Uint8Array(data);
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith(LFS_POINTER)) throw new Error("it is a Git LFS pointer; fetch the file with: git lfs pull");
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new Error(data.byteLength ? "it is not glTF, or damaged" : "the file is empty");
  }
}

/** How the files begin that Git leaves in the place of large ones. */
const LFS_POINTER = "version https://git-lfs";

/** The end of the name of a file, after its last dot. */
export function suffixOf(name: string): string {
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Why a page cannot show a file; null where it can. */
export function obstacle({ buffers, extensionsRequired }: Json): string | null {
  if (buffers?.some(({ uri }) => uri !== undefined && !uri.startsWith("data:"))) return "its data is in other files: drop them together with it";
  const packed = PACKED.find((name) => extensionsRequired?.includes(name));
  return packed ? `it is compressed with ${packed}` : null;
}

/** The data of the page of a file; `page` is the one that it was dropped onto. */
export function droppedData(name: string, json: Json, model: Model, page: PageData): PageData {
  const nodes = json.nodes ?? [];
  const parents = nodes.map(() => -1);
  nodes.forEach(({ children = [] }, parent) => children.forEach((child) => (parents[child] = parent)));
  const clips = clipsOf(model);
  const isOld = json.extensions?.VRM !== undefined;
  const finding: FindingData = { rule: "", severity: "info", message: `Try: pantin check ${quote(name)}`, location: "", node: null, clip: null, material: null };
  return {
    ...NOTHING,
    weightScale: page.weightScale,
    studio: page.studio,
    title: name,
    format: suffixOf(name),
    summary: summary(json, model),
    notes: [`Dropped file: nodes, meshes, materials, clips and blend shapes only. For springs, expressions and findings, use pantin view ${quote(name)}`],
    front: isOld ? 180 : 0,
    names: nodes.map((node) => node.name ?? null),
    parents,
    joints: jointsOf(json),
    skeletons: (json.skins ?? []).map(({ name: skin, joints = [] }, index) => ({ name: skin ?? `skin ${index}`, colour: BONE_COLOUR, joints })),
    clips,
    clip: clips.length ? 0 : null,
    properties: [],
    blendShapes: blendShapesOf(json),
    humanoid: humanoidOf(json),
    facesBack: isOld,
    findings: [finding],
    findingCounts: [["", "info", 1]],
    rules: { "": "Not checked: dropped files are shown without running the rules" },
  };
}

/** What a page has of an empty model. */
const NOTHING = {
  statistics: [],
  licence: [],
  bounds: null,
  moving: null,
  tails: [],
  expressions: [],
  poses: [],
  colliders: [],
  boneShapes: [],
  springs: [],
  constraints: [],
  lookAt: null,
  firstPerson: null,
  pose: null,
  distances: null,
  other: null,
  posed: [],
  four: null,
  live: 0,
} satisfies Partial<PageData>;

function summary({ nodes = [], meshes = [], materials = [], skins = [] }: Json, { surfaces, gltf }: Model): [string, string][] {
  const geometries = surfaces.map(({ mesh }) => mesh.geometry).filter((geometry) => geometry instanceof BufferGeometry);
  const sum = (count: (geometry: BufferGeometry) => number): number => geometries.reduce((total, geometry) => total + count(geometry), 0);
  const vertices = (geometry: BufferGeometry): number => geometry.getAttribute("position")?.count ?? 0;
  const counts = {
    nodes: nodes.length,
    meshes: meshes.length,
    vertices: sum(vertices),
    triangles: sum((geometry) => Math.floor((geometry.index?.count ?? vertices(geometry)) / 3)),
    materials: materials.length,
    skins: skins.length,
    clips: gltf.animations.length,
  };
  return Object.entries(counts).flatMap(([name, count]): [string, string][] => (count ? [[name, count.toLocaleString("en")]] : []));
}

/** The joints of skins; without any, the nodes that have no mesh. */
function jointsOf({ nodes = [], skins = [] }: Json): number[] {
  const joints = new Set(skins.flatMap((skin) => skin.joints ?? []));
  if (!joints.size) nodes.forEach(({ mesh }, node) => mesh === undefined && joints.add(node));
  return [...joints].filter((node) => node < nodes.length).sort((a, b) => a - b);
}

function clipsOf({ gltf }: Model): ClipData[] {
  const names = gltf.animations.map(({ name }) => name);
  return gltf.animations.map(({ name, duration }, index) => {
    const isOnly = name !== "" && names.indexOf(name) === names.lastIndexOf(name);
    return { name: name || `clip ${index}`, seconds: duration, springs: false, rate: USUAL_RATE, reference: isOnly ? name : String(index) };
  });
}

function blendShapesOf({ nodes = [], meshes = [] }: Json): BlendShapeData[] {
  return nodes.flatMap(({ mesh = -1 }, node): BlendShapeData[] => {
    const { primitives = [], extras } = meshes[mesh] ?? {};
    const count = primitives[0]?.targets?.length ?? 0;
    const given: unknown[] = Array.isArray(extras?.targetNames) ? extras.targetNames : [];
    const isNamed = Array.from({ length: count }, (_, shape) => typeof given[shape] === "string");
    return count ? [{ node, names: isNamed.map((is, shape) => (is ? String(given[shape]) : `shape ${shape}`)), isNamed }] : [];
  });
}

/** The thumbs of VRM 0.x have other names. */
const THUMBS: Record<string, string> = { Proximal: "Metacarpal", Intermediate: "Proximal" };

/** The node of each human bone, by its VRM 1.0 name. */
function humanoidOf({ extensions, nodes = [] }: Json): Record<string, number> {
  const found = Object.entries(extensions?.VRMC_vrm?.humanoid?.humanBones ?? {}).map(([bone, { node }]) => ({ bone, node }));
  const old = extensions?.VRM?.humanoid?.humanBones ?? [];
  for (const { bone = "", node } of old) found.push({ bone: bone.replace(/(?<=Thumb)(Proximal|Intermediate)$/, (part) => THUMBS[part] ?? part), node });
  return Object.fromEntries(found.flatMap(({ bone, node = -1 }) => (node >= 0 && node < nodes.length ? [[bone, node]] : [])));
}
