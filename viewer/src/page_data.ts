// What Pantin knows about the model and a glTF loader does not: embedded in the page beside the model.
// The Python side of this contract is src/pantin/viewer/page_data.py.

import { bytesOf } from "./base64";
import type { FourData } from "./four_dimensions/rig";
import type { NodeEdit, Quad, Triple } from "./state";

export interface Skeleton {
  name: string;
  colour: string;
  joints: number[];
}

/** Frames per second of a clip whose keys do not tell. */
export const USUAL_RATE = 30;

export interface ClipData {
  name: string;
  seconds: number;
  /** Whether it contains simulated springs. */
  springs: boolean;
  /** Frames per second, where its keys are evenly spaced; 30 otherwise. */
  rate: number;
  /** How Pantin finds the clip in the file; null for one that was simulated or retargeted for the page. */
  reference: string | null;
}

/** Keys of a property of a material, a light, a camera or a node, as a clip of the rig has them. */
export interface PropertyData {
  clip: number;
  part: "materials" | "lights" | "cameras" | "nodes";
  index: number;
  field: string;
  /** The nodes that have the light or the camera, or the node itself. */
  nodes: number[];
  times: number[];
  /** All values in turn; of a cubic spline in-tangent, value and out-tangent of each key. */
  values: number[];
  width: number;
  interpolation: "STEP" | "LINEAR" | "CUBICSPLINE";
  /** The value at rest; null where it is infinite. */
  rest: number[] | null;
}

/** The shape of a bone: corners of triangles in the space of its node. */
export interface BoneShapeData {
  node: number;
  corners: number[];
}

export interface BlendShapeData {
  node: number;
  names: string[];
  /** Whether the file names the shape; others are found by their index. */
  isNamed: boolean[];
}

export type ColourTarget = "color" | "emissionColor" | "shadeColor" | "matcapColor" | "rimColor" | "outlineColor";

/** Presets that other expressions may weaken. */
export type ExpressionKind = "blink" | "lookAt" | "mouth";

/**
 * An expression of a VRM: blend shapes as [node, shape, weight at full strength], colours as [material, what, RGBA],
 * transforms of textures as [material, scale, offset]; the kind it is of, and what it does to the others.
 */
export interface ExpressionData {
  name: string;
  binds: [number, number, number][];
  colours: [number, ColourTarget, number[]][];
  transforms: [number, [number, number], [number, number]][];
  binary: boolean;
  /** Whether it is one of those that VRM names. */
  preset: boolean;
  kind: ExpressionKind | null;
  overrides: Record<ExpressionKind, "none" | "block" | "blend">;
}

/** A pose of a Rigy source: [node, rotation, translation], both relative to the rest pose. */
export interface PoseData {
  name: string;
  nodes: [number, [number, number, number, number], Triple][];
}

/** A collider in the space of its node. */
export type ColliderData = { node: number; inside: boolean; offset: Triple } & (
  | { shape: "sphere"; radius: number }
  | { shape: "capsule"; radius: number; tail: Triple }
  | { shape: "plane"; normal: Triple }
);

/** A bone of a spring, in the order in which they move: `vector` is its tail in the space of its node, at rest. */
export interface SpringData {
  node: number;
  center: number | null;
  vector: Triple;
  direction: Triple;
  rest: Quad;
  stiffness: number;
  inertia: number;
  gravity: Triple;
  radius: number;
  colliders: number[];
}

/** A node constraint, in the order in which they are solved, with the rest rotations of both nodes. */
export interface ConstraintData {
  node: number;
  kind: "aim" | "roll" | "rotation";
  source: number;
  axis: string | null;
  weight: number;
  rest: Quad;
  sourceRest: Quad;
}

/** Degrees of a gaze and what they become: degrees of an eye, or the weight of an expression. */
export interface RangeMapData {
  inputMax: number;
  outputScale: number;
}

/** How the eyes of a character follow a point; rest rotations are those in the world. */
export interface LookAtData {
  kind: "bone" | "expression";
  offset: Triple;
  headRest: Quad;
  inner: RangeMapData;
  outer: RangeMapData;
  down: RangeMapData;
  up: RangeMapData;
  eyes: { node: number; side: "left" | "right"; parentRest: Quad; rest: Quad }[];
  /** Expressions of gaze that the page has, by their preset. */
  expressions: Record<string, number>;
}

export type FirstPersonFlag = "auto" | "both" | "thirdPersonOnly" | "firstPersonOnly";

export type Severity = "error" | "warning" | "info";

/** A finding, and the node, clip or material that it is about. */
export interface FindingData {
  rule: string;
  severity: Severity;
  message: string;
  location: string;
  node: number | null;
  clip: number | null;
  material: number | null;
}

/** Frames of a surface over a clip (−1: rest pose), evenly spaced; `positions` and `normals` are byte offsets. */
export interface TrackData {
  clip: number;
  frames: number;
  positions: number;
  normals: number;
}

export interface PosedSurfaceData {
  node: number;
  surface: number;
  vertices: number;
  reason: string;
  tracks: TrackData[];
}

/** Light from each direction, as src/pantin/viewer/studio.py says; angles are degrees. */
export interface StudioData {
  zenith: Triple;
  horizon: Triple;
  ground: Triple;
  panels: { direction: Triple; inner: number; outer: number; colour: Triple }[];
  /** Lamps that move with the camera: towards them in its space, their colour, and their power beside the studio. */
  lamps: { direction: Triple; colour: string; power: number }[];
  /** The factor of their power where there is no studio. */
  alone: number;
  /** Lux that the brightest light of a model gives it. */
  brightest: number;
}

/** The pose that a page starts with: edits of nodes, weights by `node.shape`, expressions by index. */
export interface StartPose {
  edits: [node: number, edit: NodeEdit][];
  weights: [shape: string, weight: number][];
  expressions: [index: number, weight: number][];
}

/**
 * How far each vertex of a surface is from the other model: a byte offset of float32 among the frames, as parts of
 * `largest`.
 */
export interface DistanceData {
  largest: number;
  surfaces: { node: number; surface: number; values: number; count: number }[];
}

export interface Bounds {
  min: Triple;
  max: Triple;
}

/**
 * `other` is a model to compare with. `live` is the edition of a page that is rebuilt when its source changes, and 0 for others. `tails` are the ends of
 * joints without child joints, where they are known: node, x, y, z in its space.
 */
export interface PageData {
  title: string;
  format: string;
  summary: [string, string][];
  statistics: [string, string][];
  licence: [string, string][];
  notes: string[];
  front: number;
  bounds: Bounds | null;
  /** The bounds of the clip that the page starts with, together with those at rest. */
  moving: Bounds | null;
  names: (string | null)[];
  parents: number[];
  joints: number[];
  tails: [number, number, number, number][];
  skeletons: Skeleton[];
  clips: ClipData[];
  clip: number | null;
  properties: PropertyData[];
  blendShapes: BlendShapeData[];
  expressions: ExpressionData[];
  poses: PoseData[];
  colliders: ColliderData[];
  boneShapes: BoneShapeData[];
  springs: SpringData[];
  constraints: ConstraintData[];
  /** The node of each human bone, by its VRM 1.0 name. */
  humanoid: Record<string, number>;
  /** Whether the character looks along −Z, as those of VRM 0.x do. */
  facesBack: boolean;
  lookAt: LookAtData | null;
  /** What the first-person view does with the mesh of a node; null for a model that is no VRM. */
  firstPerson: [node: number, flag: FirstPersonFlag][] | null;
  /** Of each rule the first ones. */
  findings: FindingData[];
  /** How many findings there are of each rule and severity. */
  findingCounts: [rule: string, severity: Severity, count: number][];
  /** The titles of the rules of the findings. */
  rules: Record<string, string>;
  pose: StartPose | null;
  distances: DistanceData | null;
  other: PageData | null;
  weightScale: [number, string][];
  posed: PosedSurfaceData[];
  /** A model in four dimensions: the page cuts and projects it; the model that a glTF loader reads is empty. */
  four: FourData | null;
  studio: StudioData;
  live: number;
}

function text(id: string): string {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element.textContent ?? "";
}

export function readPageData(): PageData {
  return JSON.parse(text("page-data")) as PageData;
}

/** The bytes of a base64 block of the page. */
export function readBytes(id: string): ArrayBuffer {
  return bytesOf(text(id).trim());
}

/** The name of a node, or its index. */
export function nodeName(data: PageData, node: number): string {
  return data.names[node] || `node ${node}`;
}
