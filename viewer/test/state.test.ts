import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_EDIT, Store, type Topic } from "../src/state";

test("a listener is called once for a change of several of its topics, and not for others", () => {
  const store = new Store();
  const calls: Topic[][] = [];
  store.on(["clip", "time"], () => calls.push(["clip", "time"]));
  store.change(["clip", "time"], (state) => (state.time = 2));
  store.change(["pose"], () => undefined);
  assert.equal(calls.length, 1);
  assert.equal(store.state.time, 2);
});

test("selecting what is selected changes nothing", () => {
  const store = new Store();
  let calls = 0;
  store.on(["selected"], () => calls++);
  store.select(3);
  store.select(3);
  assert.equal(calls, 1);
});

test("an edit keeps the parts that are not given, and is removed whole", () => {
  const store = new Store();
  store.edit(4, { translation: [1, 2, 3] });
  store.edit(4, { scale: [2, 2, 2] });
  assert.deepEqual(store.editOf(4), { rotation: [0, 0, 0, 1], translation: [1, 2, 3], scale: [2, 2, 2] });
  store.resetNode(4);
  assert.equal(store.editOf(4), NO_EDIT);
});

test("a reset removes edits, weights, expressions and poses", () => {
  const store = new Store();
  store.edit(1, { scale: [2, 1, 1] });
  store.state.weights.set("1.0", 1);
  store.state.expressions.set(0, 1);
  store.state.poses.set(0, 1);
  assert.ok(store.isPosed);
  store.resetPose();
  assert.ok(!store.isPosed);
});
