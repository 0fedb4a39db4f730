import assert from "node:assert/strict";
import { test } from "node:test";
import { Vector3 } from "three";
import { outputWeights } from "../src/expressions";
import { nodeName, readBytes } from "../src/page_data";
import type { ExpressionData } from "../src/page_data";
import { radiance } from "../src/studio";
import { pageData } from "./page";

test("bytes of the page are read from base64, with space around", () => {
  Object.assign(globalThis, { document: { getElementById: (id: string) => (id === "model" ? { textContent: "\n AP+A\n" } : null) } });
  assert.deepEqual([...new Uint8Array(readBytes("model"))], [0, 255, 128]);
  assert.throws(() => readBytes("gone"), /the page has no gone/);
});

test("a node without a name is called by its index", () => {
  const data = pageData({ names: ["hip", "", null] });
  assert.deepEqual([0, 1, 2].map((node) => nodeName(data, node)), ["hip", "node 1", "node 2"]);
});

test("expressions weaken each other as VRM 1.0 says", () => {
  const none = { blink: "none", lookAt: "none", mouth: "none" } as const;
  const part = { binds: [], colours: [], transforms: [] };
  const happy: ExpressionData = { name: "happy", ...part, binary: false, preset: false, kind: null, overrides: { ...none, mouth: "blend", blink: "block" } };
  const aa: ExpressionData = { name: "aa", ...part, binary: false, preset: false, kind: "mouth", overrides: none };
  const blink: ExpressionData = { name: "blink", ...part, binary: true, preset: false, kind: "blink", overrides: none };
  const shown = outputWeights([happy, aa, blink], new Map([[0, 0.25], [1, 0.8], [2, 0.9]]));
  assert.deepEqual(shown, [0.25, 0.8 * 0.75, 0]);
  assert.deepEqual(outputWeights([happy, aa, blink], new Map([[2, 0.5]])), [0, 0, 0]);
});

test("the studio is the horizon at the side, and a panel adds its colour within its inner angle", () => {
  const { studio } = pageData();
  const lit = { ...studio, panels: [{ direction: [0, 0, 2] as [number, number, number], inner: 10, outer: 30, colour: [2, 3, 4] as [number, number, number] }] };
  assert.deepEqual(radiance(lit, new Vector3(1, 0, 0)), [0, 0, 0]);
  assert.deepEqual(radiance(lit, new Vector3(0, 1, 0)), [1, 1, 1]);
  assert.deepEqual(radiance(lit, new Vector3(0, 0, 1)), [2, 3, 4]);
  // At 20°, halfway between the angles: half of it, and the sky at y = 0.
  const between = radiance(lit, new Vector3(Math.sin(Math.PI / 9), 0, Math.cos(Math.PI / 9)));
  between.forEach((value, channel) => assert.ok(Math.abs(value - (channel + 2) / 2) < 1e-9));
});
