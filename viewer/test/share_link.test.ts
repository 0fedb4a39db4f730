import assert from "node:assert/strict";
import { test } from "node:test";
import { type Counts, type Page, read, write } from "../src/share_link";
import { Store } from "../src/state";

const COUNTS: Counts = { nodes: 5, clips: 2, poses: 2, expressions: 3, variants: 2 };
const PAGE: Page = { camera: { position: [1, 2, 3], target: [0, 0.5, 0] }, dark: true, tab: "about", folded: true };

test("a link restores everything", () => {
  const { state } = new Store();
  Object.assign(state, { selected: 4, clip: 1, time: 0.25, playing: true, speed: 0.5, turntable: true });
  Object.assign(state, { tool: "move", layout: "side", split: 0.25 });
  Object.assign(state.shown, { skeleton: true, mesh: false, studio: true });
  state.edits.set(2, { rotation: [0.6, 0, 0, 0.8], translation: [0, 1e-6, 0], scale: [1, 2, 1] });
  state.weights.set("3.1", -0.5);
  state.expressions.set(2, 0.75);
  state.poses.set(1, 1);
  const other = new Store().state;
  assert.deepEqual(read(`#${write(state, PAGE)}`, other, COUNTS), PAGE);
  assert.deepEqual(other, state);
});

test("the state of a new page is that of its own link", () => {
  const { state } = new Store();
  const other = new Store().state;
  read(write(state, { ...PAGE, dark: false, folded: false }), other, COUNTS);
  assert.deepEqual(other, state);
});

test("without a link the state stays as the page chose it", () => {
  const { state } = new Store();
  Object.assign(state, { clip: 1, playing: true });
  assert.deepEqual(read("", state, COUNTS), {});
  assert.deepEqual([state.clip, state.playing], [1, true]);
});

test("a typed link may have nothing but a clip, or its time", () => {
  const { state } = new Store();
  Object.assign(state, { clip: 0, playing: true });
  read("#clip=1", state, COUNTS);
  assert.deepEqual([state.clip, state.playing], [1, true]);
  read("#time=0.5", state, COUNTS);
  assert.deepEqual([state.clip, state.time, state.playing], [1, 0.5, false]);
});

for (const nonsense of [
  "node=5&clip=2&split=2&speed=-1&time=-1&tool=dance&layout=pile",
  "node=-1&clip=1.5&time=abc&split=&from=1,2&to=1,2,x",
  "pose=-1:0,0,0,1;1:9,0,0,0;0.5:0,0,0,1;2:0,0,0,0;7:0,0,0,1&move=1:1,2;1:1,x,2&scale=1:1e9,1,1",
  "blend=x:1;1.0:1e9;2:1&expressions=3:1;0:2;1:-1&poses=2:1",
  "pose=%3A%3B;;::&blend=;:&move=1:&expressions=0",
]) {
  test(`what no model has is ignored: ${nonsense}`, () => {
    const { state } = new Store();
    assert.deepEqual(read(nonsense, state, COUNTS), {});
    assert.deepEqual(state, new Store().state);
  });
}
