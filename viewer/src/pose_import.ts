// A pose file (docs/posing.md) that was dropped onto the page, as changes of the state.

import { Quaternion, Vector3 } from "three";
import type { Clips } from "./clips";
import type { Model } from "./model";
import type { PageData } from "./page_data";
import { nodeReferences } from "./pose_export";
import { NO_EDIT, type NodeEdit, type Quad, type Store, type Triple } from "./state";

/** What of a pose file was found in the model. */
export interface Taken {
  nodes: number;
  shapes: number;
  /** Names that the model does not have. */
  unknown: string[];
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether JSON is a pose file: it has nothing but nodes and weights. */
export function isPoseFile(json: unknown): json is Json {
  const known = ["nodes", "blend", "expressions"];
  return isObject(json) && Object.keys(json).length > 0 && Object.entries(json).every(([name, value]) => known.includes(name) && isObject(value));
}

function numbers(value: unknown, count: number): number[] | null {
  return Array.isArray(value) && value.length === count && value.every((part) => typeof part === "number" && Number.isFinite(part)) ? (value as number[]) : null;
}

/** Take a pose, from the rest pose; a clip would hide it. */
export function takePose(json: Json, data: PageData, model: Model, clips: Clips, store: Store): Taken {
  const unknown: string[] = [];
  const edits = readNodes((json["nodes"] ?? {}) as Json, data, model, clips, unknown);
  const weights = readWeights((json["blend"] ?? {}) as Json, unknown, (name) =>
    data.blendShapes.flatMap(({ node, names }) => names.flatMap((shape, index) => (shape === name || String(index) === name ? [`${node}.${index}`] : []))),
  );
  const expressions = readWeights((json["expressions"] ?? {}) as Json, unknown, (name) =>
    data.expressions.flatMap((expression, index) => (expression.name === name ? [index] : [])),
  );
  store.change(["clip", "pose"], (state) => {
    Object.assign(state, { clip: null, playing: false, edits, weights, expressions, poses: new Map() });
  });
  return { nodes: edits.size, shapes: weights.size + expressions.size, unknown };
}

function readNodes(nodes: Json, data: PageData, model: Model, clips: Clips, unknown: string[]): Map<number, NodeEdit> {
  const names = new Map(nodeReferences(data.names).map((name, node) => [name, node]));
  const edits = new Map<number, NodeEdit>();
  for (const [name, value] of Object.entries(nodes)) {
    const node = names.get(name) ?? data.names.indexOf(name);
    const object = model.nodes[node];
    const rest = object && clips.restOf(object);
    if (!rest || !isObject(value)) unknown.push(name);
    else edits.set(node, relative(value, rest));
  }
  return edits;
}

/** Weights by what their names stand for. */
function readWeights<Key>(weights: Json, unknown: string[], find: (name: string) => Key[]): Map<Key, number> {
  const found = new Map<Key, number>();
  for (const [name, weight] of Object.entries(weights)) {
    const keys = typeof weight === "number" ? find(name) : [];
    if (!keys.length) unknown.push(name);
    for (const key of keys) found.set(key, weight as number);
  }
  return found;
}

/** A local transform as an edit of the rest pose. */
function relative(value: Json, rest: { position: Vector3; quaternion: Quaternion; scale: Vector3 }): NodeEdit {
  const [translation, rotation, scale] = [numbers(value["translation"], 3), numbers(value["rotation"], 4), numbers(value["scale"], 3)];
  const edit: NodeEdit = { ...NO_EDIT };
  if (rotation) edit.rotation = rest.quaternion.clone().invert().multiply(new Quaternion(...(rotation as Quad)).normalize()).toArray() as Quad;
  if (translation) edit.translation = new Vector3(...(translation as Triple)).sub(rest.position).toArray();
  if (scale) edit.scale = scale.map((part, axis) => part / (rest.scale.getComponent(axis) || 1)) as Triple;
  return edit;
}
