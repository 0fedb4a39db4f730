// The current pose as a clip of its own file: glTF (GLB), or a motion for any VRM (VRMC_vrm_animation 1.0). The file has
// the nodes at rest and two equal keys, so that players hold the pose for a second.

import type { Clips } from "./clips";
import type { Model } from "./model";
import type { PageData } from "./page_data";
import { collectPose } from "./pose_export";
import type { Quad, State, Triple } from "./state";

const SECONDS = 1;
const FLOAT = 5126;

interface Transform {
  translation: Triple;
  rotation: Quad;
  scale: Triple;
}

interface Posed {
  name: string | null;
  parent: number;
  rest: Transform;
  now: Transform;
}

type Path = keyof Transform;

/** Accessors over one growing buffer. */
class Arrays {
  readonly parts: Float32Array[] = [];
  readonly accessors: object[] = [];
  readonly views: object[] = [];
  length = 0;

  add(values: number[], type: "SCALAR" | "VEC3" | "VEC4", bounds?: { min: number[]; max: number[] }): number {
    const part = new Float32Array(values);
    const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: part.byteLength });
    this.accessors.push({ bufferView: this.views.length - 1, componentType: FLOAT, count: values.length / width, type, ...bounds });
    this.parts.push(part);
    this.length += part.byteLength;
    return this.accessors.length - 1;
  }
}

/** All nodes of the model at rest and as they are posed now. */
function posedNodes(data: PageData, model: Model, clips: Clips): Posed[] {
  const rests = (object: Model["nodes"][number]): Transform => {
    const rest = object && clips.restOf(object);
    if (!rest) return { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
    return { translation: rest.position.toArray(), rotation: rest.quaternion.toArray() as Quad, scale: rest.scale.toArray() };
  };
  return data.names.map((name, node) => {
    const object = model.nodes[node];
    const rest = rests(object);
    const now = object ? { translation: object.position.toArray(), rotation: object.quaternion.toArray() as Quad, scale: object.scale.toArray() } : rest;
    return { name, parent: data.parents[node] ?? -1, rest, now };
  });
}

/** A pose as a glTF clip, of every node that is not at rest. */
export function poseClip(data: PageData, model: Model, clips: Clips): Uint8Array {
  const nodes = posedNodes(data, model, clips);
  return writeGlb(nodes, (node) => changedPaths(nodes[node] as Posed), {});
}

/** A pose as a motion for any VRM: human bones rotate, the hips move, and expressions are nodes. */
export function poseMotion(data: PageData, state: State, model: Model, clips: Clips): Uint8Array {
  const nodes = posedNodes(data, model, clips);
  // Motions face +Z; models of VRM 0.x are turned half round about y.
  if (data.facesBack) for (const posed of nodes) for (const transform of [posed.rest, posed.now]) turnRound(transform);
  // A motion has no eye bones: it says where eyes look.
  const human = Object.entries(data.humanoid).filter(([bone]) => !bone.endsWith("Eye"));
  const bones = new Map(human.map(([bone, node]) => [node, bone]));
  const humanoid = { humanBones: Object.fromEntries(human.map(([bone, node]) => [bone, { node }])) };
  const { expressions } = collectPose(data, state, model, clips);
  const groups: Record<string, Record<string, { node: number }>> = {};
  for (const [name, weight] of expressions) {
    const kind = data.expressions.find((expression) => expression.name === name)?.preset ? "preset" : "custom";
    (groups[kind] ??= {})[name] = { node: nodes.length };
    const rest: Transform = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
    nodes.push({ name, parent: -1, rest, now: { ...rest, translation: [weight, 0, 0] } });
  }
  const extension = { specVersion: "1.0", humanoid, ...(expressions.size ? { expressions: groups } : {}) };
  const paths = (node: number): Path[] => {
    if (node >= data.names.length) return ["translation"];
    const bone = bones.get(node);
    return changedPaths(nodes[node] as Posed).filter((path) => (path === "rotation" && bone) || (path === "translation" && bone === "hips"));
  };
  return writeGlb(nodes, paths, { extensionsUsed: ["VRMC_vrm_animation"], extensions: { VRMC_vrm_animation: extension } });
}

function turnRound({ translation, rotation }: Transform): void {
  [translation[0], translation[2]] = [-translation[0], -translation[2]];
  [rotation[0], rotation[2]] = [-rotation[0], -rotation[2]];
}

function changedPaths({ rest, now }: Posed): Path[] {
  return (["translation", "rotation", "scale"] as const).filter((path) => now[path].some((value, axis) => Math.abs(value - (rest[path][axis] ?? 0)) > 1e-7));
}

function writeGlb(nodes: Posed[], paths: (node: number) => Path[], more: object): Uint8Array {
  const arrays = new Arrays();
  const input = arrays.add([0, SECONDS], "SCALAR", { min: [0], max: [SECONDS] });
  const samplers: object[] = [];
  const channels: object[] = [];
  nodes.forEach(({ now }, node) => {
    for (const path of paths(node)) {
      const output = arrays.add([...now[path], ...now[path]], path === "rotation" ? "VEC4" : "VEC3");
      channels.push({ sampler: samplers.length, target: { node, path } });
      samplers.push({ input, output, interpolation: "LINEAR" });
    }
  });
  const children = nodes.map((): number[] => []);
  nodes.forEach(({ parent }, node) => children[parent]?.push(node));
  const json = {
    asset: { version: "2.0", generator: "Pantin" },
    ...more,
    scene: 0,
    scenes: [{ nodes: nodes.flatMap(({ parent }, node) => (parent < 0 ? [node] : [])) }],
    nodes: nodes.map(({ name, rest }, node) => ({
      ...(name ? { name } : {}),
      ...rest,
      ...(children[node]?.length ? { children: children[node] } : {}),
    })),
    ...(channels.length
      ? { animations: [{ name: "pose", channels, samplers }], accessors: arrays.accessors, bufferViews: arrays.views, buffers: [{ byteLength: arrays.length }] }
      : {}),
  };
  return pack(json, channels.length ? arrays.parts : []);
}

/** JSON and bytes as a GLB (glTF 2.0 §4.4): chunks are padded to four bytes. */
function pack(json: object, parts: Float32Array[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = text.length + (-text.length & 3);
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const whole = new Uint8Array(12 + 8 + padded + (size ? 8 + size : 0));
  const view = new DataView(whole.buffer);
  const words = (at: number, ...values: number[]): void => values.forEach((value, index) => view.setUint32(at + 4 * index, value, true));
  words(0, 0x46546c67, 2, whole.length, padded, 0x4e4f534a);
  whole.fill(0x20, 20, 20 + padded).set(text, 20);
  if (!size) return whole;
  words(20 + padded, size, 0x004e4942);
  let at = 28 + padded;
  for (const part of parts) {
    whole.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return whole;
}
