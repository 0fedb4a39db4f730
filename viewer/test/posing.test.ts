import assert from "node:assert/strict";
import { test } from "node:test";
import { Quaternion } from "three";
import { anglesNear, toRotation } from "../src/euler_angles";
import { History } from "../src/history";
import { NO_EDIT, Store, type Triple } from "../src/state";

test("angles give their rotation, whichever of the triples is chosen", () => {
  for (const angles of [[10, 79, -30], [10, 92, -30], [170, -120, 5], [0, 90, 0]] as Triple[]) {
    const rotation = new Quaternion(...toRotation(angles));
    const again = new Quaternion(...toRotation(anglesNear(toRotation(angles), angles)));
    assert.ok(Math.abs(Math.abs(rotation.dot(again)) - 1) < 1e-9, String(angles));
  }
});

test("angles of a drag go on past 90 degrees", () => {
  let before: Triple = [0, 0, 0];
  for (let degrees = 0; degrees <= 178; degrees += 2) {
    before = anglesNear(toRotation([0, degrees, 0]), before);
    assert.ok(Math.abs(before[1] - degrees) < 1e-4 && Math.abs(before[0]) < 1e-4, `${degrees}: ${before}`);
  }
});

test("an edit keeps the angles that it was set by until something else rotates the node", () => {
  const store = new Store();
  store.edit(1, { rotation: toRotation([0, 100, 0]), angles: [0, 100, 0] });
  store.edit(1, { scale: [2, 2, 2] });
  assert.deepEqual(store.editOf(1).angles, [0, 100, 0]);
  store.edit(1, { rotation: [0, 0, 0, 1] });
  assert.equal(store.editOf(1).angles, undefined);
});

test("a step that chose another clip is undone with it, and no other step is", () => {
  const store = new Store();
  store.state.clip = 2;
  const history = new History(store);
  store.change(["clip", "pose"], (state) => {
    state.clip = null;
    state.edits = new Map([[0, { ...NO_EDIT, translation: [1, 0, 0] }]]);
  });
  history.mark();
  store.edit(0, { translation: [2, 0, 0] });
  store.change(["clip"], (state) => (state.clip = 1));
  history.undo();
  assert.deepEqual([store.state.clip, store.editOf(0).translation[0]], [1, 1]);
  history.undo();
  assert.deepEqual([store.state.clip, store.state.edits.size], [2, 0]);
  history.redo();
  assert.deepEqual([store.state.clip, store.editOf(0).translation[0]], [1, 1]);
});

test("a gesture is one step of undo and redo", () => {
  const store = new Store();
  const history = new History(store);
  for (const x of [1, 2, 3]) store.edit(0, { translation: [x, 0, 0] });
  history.mark();
  store.change(["pose"], (state) => state.weights.set("0.1", 0.5));
  history.undo();
  assert.equal(store.state.weights.size, 0);
  assert.deepEqual(store.editOf(0).translation, [3, 0, 0]);
  history.undo();
  assert.ok(!store.isPosed && !history.canUndo);
  history.redo();
  history.redo();
  assert.deepEqual([store.editOf(0).translation[0], store.state.weights.get("0.1")], [3, 0.5]);
  store.resetPose();
  assert.ok(!history.canRedo);
  history.undo();
  assert.equal(store.state.weights.get("0.1"), 0.5);
});
