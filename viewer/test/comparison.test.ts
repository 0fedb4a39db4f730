import assert from "node:assert/strict";
import { test } from "node:test";
import { followState, sizeNote } from "../src/comparison";
import type { Bounds } from "../src/page_data";
import { NO_EDIT, Store } from "../src/state";
import { pageData } from "./page";

const clip = (name: string) => ({ name, seconds: 1, rate: 30, springs: false, reference: name });

test("the second model follows the first by the names of its parts", () => {
  const first = pageData({
    names: ["a", "b", null],
    clips: [clip("walk"), clip("run")],
    blendShapes: [{ node: 1, names: ["smile", "frown"], isNamed: [true, true] }],
  });
  const second = pageData({
    names: ["b", "x", null, "a"],
    clips: [clip("run")],
    blendShapes: [{ node: 0, names: ["frown"], isNamed: [true] }],
  });
  const store = new Store();
  const other = new Store().state;
  store.edit(0, { scale: [2, 2, 2] });
  store.edit(2, { scale: [3, 3, 3] });
  Object.assign(store.state, { selected: 1, clip: 1, time: 0.5 });
  store.state.weights.set("1.1", 1).set("1.0", 0.5);
  store.state.shown.wireframe = true;
  followState(first, store.state, second, other);
  assert.deepEqual([other.selected, other.clip, other.time, other.shown.wireframe], [0, 0, 0.5, true]);
  assert.deepEqual([...other.edits], [[3, { ...NO_EDIT, scale: [2, 2, 2] }], [2, { ...NO_EDIT, scale: [3, 3, 3] }]]);
  assert.deepEqual([...other.weights], [["0.0", 1]]);
  store.state.clip = 0;
  followState(first, store.state, second, other);
  assert.equal(other.clip, null);
});

test("a model that is far smaller or larger than the other says so", () => {
  const box = (size: number): Bounds => ({ min: [-size / 2, 0, 0], max: [size / 2, size / 3, 0] });
  assert.equal(sizeNote(box(1.8), box(180)), " (100× as large)");
  assert.equal(sizeNote(box(1.8), box(0.018)), " (100× as small)");
  assert.equal(sizeNote(box(1), box(4)), "");
  assert.equal(sizeNote(box(1), null), "");
});
