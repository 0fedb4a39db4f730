// The chains that reach for a point when their end is dragged: the two bones above it, as `pantin.motion.reach` chooses
// them. For a hand or foot of a humanoid these are upper and lower limb, although other joints may lie between.

import { type Object3D, Vector3 } from "three";
import type { PageData } from "./page_data";
import type { Quad, Triple } from "./state";
import { limbTurns } from "./two_bones";

const LIMBS: Record<string, [upper: string, lower: string]> = { Hand: ["UpperArm", "LowerArm"], Foot: ["UpperLeg", "LowerLeg"] };

export interface Limb {
  upper: number;
  lower: number;
  end: number;
}

/** The limb that ends at a node; null where there are not two bones above it. */
export function limbOf(data: Pick<PageData, "parents" | "humanoid">, end: number): Limb | null {
  const parent = (node: number): number => data.parents[node] ?? -1;
  const above: number[] = [];
  for (let node = parent(end); node >= 0 && !above.includes(node); node = parent(node)) above.push(node);
  const bone = Object.keys(data.humanoid).find((name) => data.humanoid[name] === end) ?? "";
  const words = LIMBS[bone.slice(-4)];
  if (words) {
    const [upper = -1, lower = -1] = words.map((part) => data.humanoid[bone.slice(0, -4) + part] ?? -1);
    if (above.includes(upper) && above.includes(lower)) return { upper, lower, end };
  }
  const [lower, upper] = above;
  return lower === undefined || upper === undefined ? null : { upper, lower, end };
}

/** World rotations that bring the end of a limb to a goal, by node, in the order in which they are applied. */
export function reach(limb: Limb, nodes: (Object3D | undefined)[], goal: Vector3): [node: number, turn: Quad][] {
  const at = [limb.upper, limb.lower, limb.end].map((node) => nodes[node]);
  const [root, middle, end] = at.map((object) => object && (new Vector3().setFromMatrixPosition(object.matrixWorld).toArray() as Triple));
  if (!root || !middle || !end) return [];
  const [upper, lower] = limbTurns(root, middle, end, goal.toArray() as Triple);
  return [
    [limb.upper, upper],
    [limb.lower, lower],
  ];
}
