// What Pantin knows of the model and a glTF viewer does not: written into the page beside the model.
// Python's side of this contract is src/pantin/viewer/facts.py.

export interface Skeleton {
  name: string;
  colour: string;
  joints: number[];
}

export interface ClipFacts {
  name: string;
  seconds: number;
  /** Whether springs move in it, as Pantin simulated them. */
  springs: boolean;
}

export interface BlendFacts {
  node: number;
  names: string[];
}

/** What a VRM means by one word: blend shapes as [node, shape, amount at full strength]. */
export interface ExpressionFacts {
  name: string;
  binds: [number, number, number][];
}

type Triple = [number, number, number];

/** A collider in the space of its node. */
export type ColliderFacts = { node: number; inside: boolean; offset: Triple } & (
  | { shape: "sphere"; radius: number }
  | { shape: "capsule"; radius: number; tail: Triple }
  | { shape: "plane"; normal: Triple }
);

export interface FindingFacts {
  rule: string;
  severity: "error" | "warning" | "info";
  message: string;
  place: string;
  node: number | null;
}

/** Frames of one surface over one clip (−1: at rest), evenly spread; offsets are bytes into the frames. */
export interface TrackFacts {
  clip: number;
  frames: number;
  positions: number;
  normals: number;
}

export interface PosedFacts {
  node: number;
  surface: number;
  vertices: number;
  why: string;
  tracks: TrackFacts[];
}

export interface SliceFacts {
  w: number;
  node: number | null;
}

/** `live` is the number of the edition, where a page is made again when its source changes, and 0 elsewhere. */
export interface Facts {
  title: string;
  format: string;
  summary: [string, string][];
  notes: string[];
  front: number;
  bounds: { min: [number, number, number]; max: [number, number, number] } | null;
  names: (string | null)[];
  parents: number[];
  joints: number[];
  places: [number, number, number][] | null;
  skeletons: Skeleton[];
  clips: ClipFacts[];
  clip: number | null;
  blends: BlendFacts[];
  expressions: ExpressionFacts[];
  colliders: ColliderFacts[];
  findings: FindingFacts[];
  ramp: [number, string][];
  posed: PosedFacts[];
  slices: SliceFacts[];
  edges: number | null;
  live: number;
}

function text(id: string): string {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element.textContent ?? "";
}

export function readFacts(): Facts {
  return JSON.parse(text("facts")) as Facts;
}

/** The bytes of a block of base64 in the page. */
export function readBytes(id: string): ArrayBuffer {
  const encoded = text(id).trim();
  const raw = atob(encoded);
  const bytes = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at);
  return bytes.buffer;
}

/** What to call a node: its name as the file has it, or its number. */
export function nodeName(facts: Facts, node: number): string {
  return facts.names[node] || `node ${node}`;
}
