// The current pose for other programs: as options of `pantin pose`, and as a pose file (docs/posing.md).

import { Euler, MathUtils, Quaternion } from "three";
import type { Clips } from "./clips";
import { counted } from "./dom";
import type { Model } from "./model";
import type { PageData } from "./page_data";
import type { State } from "./state";

export interface LocalTransform {
  translation: number[];
  rotation: number[];
  scale: number[];
}

/** What the pose is made of; nodes, shapes and expressions by the names that Pantin finds them with. */
export interface ExportedPose {
  clip: string | null;
  time: number;
  /** Whether it is of a clip that only the page has: simulated or retargeted for it. */
  isSimulated: boolean;
  /** Nodes posed by hand: their whole local transform. */
  byHand: Map<string, LocalTransform>;
  /** Nodes that are not at rest, by hand or by the clip. */
  changed: Map<string, LocalTransform>;
  blendByHand: Map<string, number>;
  blend: Map<string, number>;
  expressions: Map<string, number>;
  /** Nodes whose place or size was changed by hand, which no option sets. */
  moved: number;
  /** Shapes that several meshes have, with different weights, of which one is exported. */
  unequal: string[];
}

/** Parts that differ by less than this are equal: float32 in a file, float64 here. */
const SAME = 1e-6;

/** The pose as texts to copy, and what they do not say. */
export interface PoseTexts {
  options: string;
  file: string;
  notes: string[];
}

export const tidy = (value: number): number => Number(value.toPrecision(9)) || 0;

/** Options of `pantin pose` that give this pose. */
export function poseArguments(pose: ExportedPose): string {
  const words: string[] = [];
  if (pose.clip !== null) words.push("--clip", quote(pose.clip), "--time", String(tidy(pose.time)));
  for (const [name, { rotation }] of pose.byHand) {
    const angles = new Euler().setFromQuaternion(new Quaternion(...rotation), "ZYX");
    const degrees = [angles.x, angles.y, angles.z].map((angle) => Number(MathUtils.radToDeg(angle).toFixed(4)) || 0);
    words.push("--set", quote(`${name}=${degrees.join(",")}`));
  }
  for (const [name, weight] of pose.expressions) words.push("--expression", quote(`${name}=${tidy(weight)}`));
  for (const [name, weight] of pose.blendByHand) words.push("--blend", quote(`${name}=${tidy(weight)}`));
  return words.join(" ");
}

/** A word as a POSIX shell takes it. */
export function quote(word: string): string {
  return /^[\w.,:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The text of a pose file: every node that is not at rest, without the clip it may come from. */
export function poseFile(pose: ExportedPose): string {
  const nodes = Object.fromEntries(
    Array.from(pose.changed, ([name, { translation, rotation, scale }]) => [
      name,
      { translation: translation.map(tidy), rotation: rotation.map(tidy), scale: scale.map(tidy) },
    ]),
  );
  const weights = (values: Map<string, number>): Record<string, number> =>
    Object.fromEntries(Array.from(values, ([name, weight]) => [name, tidy(weight)]));
  return writePoseFile({ nodes, blend: weights(pose.blend), expressions: weights(pose.expressions) });
}

/** A pose file as text, with the numbers of one vector in one line. */
export function writePoseFile(file: object): string {
  return JSON.stringify(file, null, 2).replace(/\[[^[\]{}]*\]/g, (list) => list.replace(/\s+/g, " "));
}

export function poseTexts(pose: ExportedPose): PoseTexts {
  return { options: poseArguments(pose), file: poseFile(pose), notes: notes(pose) };
}

function notes(pose: ExportedPose): string[] {
  const found: string[] = [];
  if (pose.isSimulated) found.push("The clip is not in the file: it was simulated or retargeted for this page. Use the pose file.");
  if (pose.moved) found.push(`${counted(pose.moved, "node")} moved or scaled by hand: options can only rotate, so use the file.`);
  if (pose.unequal.length) found.push(`Several meshes have ${pose.unequal.join(", ")} with different weights: the last one is exported.`);
  return found;
}

/** How Pantin finds a node: by its name where no other has it, else by its index. */
export function nodeReferences(names: (string | null)[]): string[] {
  const counts = new Map<string | null, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, node) => (name && counts.get(name) === 1 ? name : String(node)));
}

/** The pose that the model is in now. */
export function collectPose(data: PageData, state: State, model: Model, clips: Clips): ExportedPose {
  const names = nodeReferences(data.names);
  const byHand = new Set(state.edits.keys());
  for (const index of state.poses.keys()) for (const [node] of data.poses[index]?.nodes ?? []) byHand.add(node);
  const clip = state.clip === null ? undefined : data.clips[state.clip];
  const expressions = new Map([...clips.face(state.clip, state.time).weights, ...state.expressions]);
  const pose: ExportedPose = {
    clip: clip?.reference ?? null,
    isSimulated: clip?.reference === null,
    time: state.time,
    byHand: new Map(),
    changed: new Map(),
    blendByHand: new Map(),
    blend: new Map(),
    expressions: new Map(Array.from(expressions, ([index, weight]) => [data.expressions[index]?.name ?? String(index), weight])),
    moved: 0,
    unequal: [],
  };
  model.nodes.forEach((object, node) => {
    const rest = object && clips.restOf(object);
    const name = names[node];
    if (!rest || name === undefined) return;
    const local = { translation: object.position.toArray(), rotation: object.quaternion.toArray(), scale: object.scale.toArray() };
    const turned = 1 - Math.abs(object.quaternion.dot(rest.quaternion)) > SAME * SAME;
    const moved = apart(local.translation, rest.position.toArray()) || apart(local.scale, rest.scale.toArray());
    if (turned || moved) pose.changed.set(name, local);
    if (!byHand.has(node)) return;
    pose.byHand.set(name, local);
    if (isMoved(data, state, node)) pose.moved++;
  });
  collectBlend(data, state, model, clips, expressions, pose);
  return pose;
}

function isMoved(data: PageData, state: State, node: number): boolean {
  const edit = state.edits.get(node);
  const byPose = [...state.poses.keys()].flatMap((index) => data.poses[index]?.nodes.filter(([of]) => of === node) ?? []);
  const away = [edit?.translation ?? [0, 0, 0], ...byPose.map(([, , translation]) => translation)];
  return away.some((way) => apart(way, [0, 0, 0])) || apart(edit?.scale ?? [1, 1, 1], [1, 1, 1]);
}

function collectBlend(data: PageData, state: State, model: Model, clips: Clips, expressions: Map<number, number>, pose: ExportedPose): void {
  const expressed = new Set([...expressions.keys()].flatMap((index) => (data.expressions[index]?.binds ?? []).map(([node, shape]) => `${node}.${shape}`)));
  for (const { node, names, isNamed } of data.blendShapes) {
    const mesh = model.surfaces.find((surface) => surface.node === node)?.mesh;
    const rest = mesh && clips.restOf(mesh)?.weights;
    names.forEach((name, shape) => {
      const key = `${node}.${shape}`;
      const reference = isNamed[shape] ? name : String(shape);
      const weight = mesh?.morphTargetInfluences?.[shape] ?? 0;
      const byHand = state.weights.has(key);
      if (byHand) put(pose, pose.blendByHand, reference, weight);
      if (byHand || (!expressed.has(key) && Math.abs(weight - (rest?.[shape] ?? 0)) > SAME)) put(pose, pose.blend, reference, weight);
    });
  }
}

function put(pose: ExportedPose, weights: Map<string, number>, name: string, weight: number): void {
  const known = weights.get(name);
  if (known !== undefined && Math.abs(known - weight) > SAME && !pose.unequal.includes(name)) pose.unequal.push(name);
  weights.set(name, weight);
}

function apart(a: number[], b: number[]): boolean {
  return a.some((value, axis) => Math.abs(value - (b[axis] ?? 0)) > SAME * Math.max(1, Math.abs(value)));
}
