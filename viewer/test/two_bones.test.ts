import assert from "node:assert/strict";
import { test } from "node:test";
import { Quaternion, Vector3 } from "three";
import { limbOf } from "../src/limbs";
import { advanced } from "../src/playback";
import type { Triple } from "../src/state";
import { limbTurns } from "../src/two_bones";

const ROOT: Triple = [0, 1, 0];
const MIDDLE: Triple = [0.1, 0.5, 0.05];
const END: Triple = [0.05, 0.1, 0];

/** Where the end of the limb is after the turns. */
function end(goal: Triple): Vector3 {
  const [upper, lower] = limbTurns(ROOT, MIDDLE, END, goal).map((turn) => new Quaternion(...turn));
  const [root, middle, last] = [ROOT, MIDDLE, END].map((point) => new Vector3(...point));
  assert.ok(root && middle && last && upper && lower);
  const knee = middle.clone().sub(root).applyQuaternion(upper).add(root);
  return last.sub(middle).applyQuaternion(lower).add(knee);
}

for (const goal of [[0.3, 0.6, 0.2], [-0.2, 0.9, -0.4], [0, 1.7, 0.1]] as Triple[])
  test(`two bones bring their end to ${goal}`, () => assert.ok(end(goal).distanceTo(new Vector3(...goal)) < 1e-9));

test("a goal out of reach is approached with a straight limb", () => {
  const away = new Vector3(5, 1, 0);
  const reached = end(away.toArray() as Triple).sub(new Vector3(...ROOT));
  const length = new Vector3(...MIDDLE).distanceTo(new Vector3(...ROOT)) + new Vector3(...END).distanceTo(new Vector3(...MIDDLE));
  assert.ok(Math.abs(reached.length() - length) < 1e-9);
  assert.ok(reached.normalize().distanceTo(new Vector3(1, 0, 0)) < 1e-9);
});

test("a limb needs two bones above its end; that of a humanoid skips twist joints", () => {
  const parents = [-1, 0, 1, 2];
  assert.equal(limbOf({ parents, humanoid: {} }, 1), null);
  assert.deepEqual(limbOf({ parents, humanoid: {} }, 3), { upper: 1, lower: 2, end: 3 });
  const humanoid = { leftUpperArm: 0, leftLowerArm: 2, leftHand: 3 };
  assert.deepEqual(limbOf({ parents, humanoid }, 3), { upper: 0, lower: 2, end: 3 });
});

test("a clip that goes back and forth turns at both ends", () => {
  const there = advanced(1.9, 0.2, [1, 2], "bounce", false);
  assert.ok(Math.abs(there.time - 1.9) < 1e-9 && there.isReturning);
  const back = advanced(1.1, 0.2, [1, 2], "bounce", true);
  assert.ok(Math.abs(back.time - 1.1) < 1e-9 && !back.isReturning);
});
