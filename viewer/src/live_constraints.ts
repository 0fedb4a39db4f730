// Node constraints (VRMC_node_constraint 1.0): rotations that follow other nodes, as src/pantin/motion/constraints.py
// solves them.

import { type Object3D, Quaternion, Vector3 } from "three";
import type { ConstraintData } from "./page_data";

const AXES: Record<string, Vector3> = { X: new Vector3(1, 0, 0), Y: new Vector3(0, 1, 0), Z: new Vector3(0, 0, 1) };

/** Give constrained nodes the rotations that their sources ask for. World matrices must be those of the pose. */
export function solveConstraints(constraints: ConstraintData[], nodes: (Object3D | undefined)[]): void {
  for (const constraint of constraints) {
    const node = nodes[constraint.node];
    const source = nodes[constraint.source];
    if (!node || !source) continue;
    const rest = new Quaternion(...constraint.rest);
    const target = solve(constraint, node, source, rest);
    node.quaternion.copy(rest.slerp(target, constraint.weight));
    node.updateMatrixWorld(true);
  }
}

function solve(constraint: ConstraintData, node: Object3D, source: Object3D, rest: Quaternion): Quaternion {
  if (constraint.kind === "aim") return aim(constraint.axis ?? "PositiveX", node, source, rest);
  const sourceRest = new Quaternion(...constraint.sourceRest);
  const change = sourceRest.clone().invert().multiply(source.quaternion);
  if (constraint.kind === "rotation") return rest.clone().multiply(change);
  // From the axes of the source to those of its parent, and on to those of the constrained node.
  const basis = rest.clone().invert().multiply(sourceRest);
  const turn = basis.clone().multiply(change).multiply(basis.clone().invert());
  const axis = AXES[constraint.axis ?? "X"] ?? new Vector3(1, 0, 0);
  const swing = between(axis, axis.clone().applyQuaternion(turn));
  return rest.clone().multiply(swing.invert()).multiply(turn);
}

function aim(word: string, node: Object3D, source: Object3D, rest: Quaternion): Quaternion {
  const axis = (AXES[word.slice(-1)] ?? new Vector3(1, 0, 0)).clone().multiplyScalar(word.startsWith("Negative") ? -1 : 1);
  const parent = rotationAbove(node);
  const now = parent.clone().multiply(rest);
  const towards = new Vector3().setFromMatrixPosition(source.matrixWorld).sub(new Vector3().setFromMatrixPosition(node.matrixWorld));
  const turn = between(axis.applyQuaternion(now), towards);
  return parent.invert().multiply(turn).multiply(now);
}

/** Rotations multiplied down to the parent of a node: scales do not count. */
function rotationAbove(node: Object3D): Quaternion {
  const whole = new Quaternion();
  for (let above = node.parent; above; above = above.parent) whole.premultiply(above.quaternion);
  return whole;
}

/** The smallest rotation from a direction to another; none where one has no length. */
function between(from: Vector3, to: Vector3): Quaternion {
  if (!(from.lengthSq() > 0 && to.lengthSq() > 0)) return new Quaternion();
  return new Quaternion().setFromUnitVectors(from.clone().normalize(), to.clone().normalize());
}
