import assert from "node:assert/strict";
import { test } from "node:test";
import { Group, Mesh } from "three";
import { Clips } from "../src/clips";
import type { Model } from "../src/model";
import { collectPose, nodeReferences, poseArguments, poseFile, quote } from "../src/pose_export";
import { Store } from "../src/state";
import { pageData } from "./page";

const HALF = Math.SQRT1_2;

function scene(): { model: Model; clips: Clips } {
  const root = new Group();
  const [hip, hand] = [new Group(), new Mesh()];
  hand.morphTargetInfluences = [0, 0.25];
  root.add(hip.add(hand));
  const model = { root, nodes: [hip, hand], surfaces: [{ node: 1, surface: 0, mesh: hand }] } as unknown as Model;
  return { model, clips: new Clips(root, []) };
}

const DATA = pageData({
  names: ["hip", "left hand"],
  clips: [{ name: "walk", seconds: 1, rate: 30, springs: false, reference: "walk" }, { name: "sway", seconds: 1, rate: 30, springs: true, reference: null }],
  blendShapes: [{ node: 1, names: ["smile", "shape 1"], isNamed: [true, false] }],
  expressions: [{ name: "happy", binds: [[1, 0, 1]] }] as never,
});

test("at rest there is nothing to export", () => {
  const { model, clips } = scene();
  const pose = collectPose(DATA, new Store().state, model, clips);
  assert.equal(poseArguments(pose), "");
  assert.deepEqual(JSON.parse(poseFile(pose)), { nodes: {}, blend: {}, expressions: {} });
});

test("options name the clip, rotations about x, then y, then z of the parent, expressions and weights", () => {
  const { model, clips } = scene();
  const { state } = new Store();
  // 90° about x, then 90° about z: the quaternion z · x.
  model.nodes[1]?.quaternion.set(0.5, 0.5, 0.5, 0.5);
  state.edits.set(1, { rotation: [0.5, 0.5, 0.5, 0.5], translation: [0, 0, 0], scale: [1, 1, 1] });
  Object.assign(state, { clip: 0, time: 0.5 });
  state.expressions.set(0, 0.5);
  state.weights.set("1.1", 0.75);
  const mesh = model.nodes[1] as Mesh;
  mesh.morphTargetInfluences = [0.5, 0.75];
  const pose = collectPose(DATA, state, model, clips);
  assert.equal(
    poseArguments(pose),
    "--clip walk --time 0.5 --set 'left hand=90,0,90' --expression happy=0.5 --blend 1=0.75",
  );
  assert.deepEqual(JSON.parse(poseFile(pose)), {
    nodes: { "left hand": { translation: [0, 0, 0], rotation: [0.5, 0.5, 0.5, 0.5], scale: [1, 1, 1] } },
    blend: { 1: 0.75 },
    expressions: { happy: 0.5 },
  });
});

test("what a clip does is in the file, and not among the nodes posed by hand", () => {
  const { model, clips } = scene();
  const { state } = new Store();
  model.nodes[0]?.quaternion.set(0, 0, HALF, HALF);
  Object.assign(state, { clip: 1, time: 0.25 });
  const pose = collectPose(DATA, state, model, clips);
  assert.equal(poseArguments(pose), "");
  assert.ok(pose.isSimulated);
  assert.deepEqual([...pose.changed.keys()], ["hip"]);
});

test("nodes moved or scaled by hand are counted: no option moves them", () => {
  const { model, clips } = scene();
  const store = new Store();
  store.edit(0, { translation: [0, 1, 0] });
  model.nodes[0]?.position.set(0, 1, 0);
  const pose = collectPose(DATA, store.state, model, clips);
  assert.equal(pose.moved, 1);
  assert.deepEqual(pose.changed.get("hip")?.translation, [0, 1, 0]);
});

test("a node without a name of its own is found by its index", () => {
  assert.deepEqual(nodeReferences(["a", "b", "a", null, ""]), ["0", "b", "2", "3", "4"]);
});

for (const [word, quoted] of [
  ["elbow=0,0,45", "elbow=0,0,45"],
  ["left hand=1", "'left hand=1'"],
  ["it's", "'it'\\''s'"],
  ["$(rm -r)", "'$(rm -r)'"],
  ["Äpfel", "'Äpfel'"],
] as const) {
  test(`a shell takes ${word} as it is`, () => assert.equal(quote(word), quoted));
}
