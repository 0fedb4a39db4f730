// The pose of a 4D rig for other programs: as options of `pantin pose`, and as a pose file.

import { counted } from "../dom";
import type { PageData } from "../page_data";
import { nodeReferences, type PoseTexts, quote, tidy, writePoseFile } from "../pose_export";
import type { State } from "../state";
import { writeTurns } from "./planes";
import { type Affine, IDENTITY, rotated } from "./rig";
import type { FourScene } from "./scene";

/** A rotation of less than this is none. */
const SAME = 1e-9;

/** The pose of the page; `posed` are the nodes that the pose of the start moves. */
export function fourPoseTexts(data: PageData, posed: number[], scene: FourScene, state: State): PoseTexts {
  const names = nodeReferences(data.names);
  const { locals, moved } = scene.moment;
  const local = (node: number): Affine => rotated(locals[node] ?? IDENTITY, state.four.joints.get(node) ?? []);
  const turned = new Map([...state.four.joints].filter(([, turns]) => writeTurns(turns)));
  const simple = new Map([...turned].filter(([node]) => isUnrotated(locals[node] ?? IDENTITY)));
  const clip = state.clip === null ? null : (data.clips[state.clip]?.reference ?? null);
  const words = clip === null ? [] : ["--clip", quote(clip), "--time", String(tidy(state.time))];
  for (const [node, turns] of simple) words.push(`--set ${quote(`${names[node]}=${writeTurns(turns)}`)}`);
  const [byHand, all] = blendWeights(data, scene, state);
  for (const [name, weight] of byHand) words.push(`--blend ${quote(`${name}=${tidy(weight)}`)}`);
  const changed = new Set([...posed, ...moved, ...turned.keys()]);
  const nodes = [...changed].map((node): [string, object] => [names[node] ?? String(node), { matrix: rows(local(node)) }]);
  const isOfClip = (node: number): boolean => clip !== null && moved.includes(node) && !turned.has(node);
  const others = [...changed].filter((node) => !simple.has(node) && !isOfClip(node)).length;
  const moment = moved.length ? "by the clip or at the start" : "at the start";
  const notes = others ? [`${counted(others, "node")} rotated or moved ${moment}: options cannot add to that, so use the file.`] : [];
  return { options: words.join(" "), file: writePoseFile({ nodes: Object.fromEntries(nodes), blend: Object.fromEntries(all) }), notes };
}

/** Weights by name: those set by hand, and all that are not 0. */
function blendWeights(data: PageData, scene: FourScene, state: State): [Map<string, number>, Map<string, number>] {
  const [byHand, all] = [new Map<string, number>(), new Map<string, number>()];
  for (const { node, names, isNamed } of data.blendShapes)
    names.forEach((name, shape) => {
      const reference = isNamed[shape] ? name : String(shape);
      const own = state.weights.get(`${node}.${shape}`);
      const weight = own ?? scene.weightOf(node, shape) ?? 0;
      if (own !== undefined) byHand.set(reference, own);
      if (own !== undefined || weight) all.set(reference, tidy(weight));
    });
  return [byHand, all];
}

/** Whether the axes of a transform are those of its parent, of any length: then `--set` gives all of its rotation. */
function isUnrotated(local: Affine): boolean {
  return local.every((value, index) => index % 5 === 4 || (index % 6 === 0 ? value > 0 : Math.abs(value) < SAME));
}

function rows(local: Affine): number[][] {
  return [0, 1, 2, 3].map((row) => local.slice(5 * row, 5 * row + 5).map(tidy));
}
