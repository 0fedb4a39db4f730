import assert from "node:assert/strict";
import { test } from "node:test";
import { badge, groupFindings } from "../src/findings";
import { materialFacts, textureUses } from "../src/material_list";
import type { FindingData } from "../src/page_data";
import { Forest } from "../src/tree_rows";

const nodesOf = (forest: Forest, folded: number[], most = 99): number[] =>
  forest.rows(new Set(folded), most).map(({ node }) => node);

test("a folded node hides everything below it", () => {
  const forest = new Forest([-1, 0, 1, 0, -1]);
  assert.deepEqual(nodesOf(forest, []), [0, 1, 2, 3, 4]);
  assert.deepEqual(nodesOf(forest, [1]), [0, 1, 3, 4]);
  assert.deepEqual(nodesOf(forest, [0]), [0, 4]);
  assert.deepEqual(nodesOf(forest, [], 2), [0, 1]);
});

test("a row knows its depth, its place among its siblings and whether it has children", () => {
  const [, first, last] = new Forest([-1, 0, 0]).rows(new Set(), 9);
  assert.deepEqual(first, { node: 1, depth: 1, isParent: false, position: 1, siblings: 2 });
  assert.equal(last?.position, 2);
});

test("a large tree opens folded, a small one unfolded", () => {
  const wide = (count: number): Forest => new Forest([-1, 0, ...Array.from({ length: count }, () => 1)]);
  assert.equal(wide(10).foldedAtFirst().size, 0);
  assert.deepEqual([...wide(500).foldedAtFirst()], [1]);
  const chain = new Forest(Array.from({ length: 100_000 }, (_, node) => node - 1));
  assert.equal(chain.rows(chain.foldedAtFirst(), 4000).length, 120);
});

const finding = (rule: string, severity: FindingData["severity"]): FindingData => ({
  rule,
  severity,
  message: "",
  location: "",
  node: null,
  clip: null,
  material: null,
});

test("findings are grouped by rule, errors first, with the counts of the report", () => {
  const findings = [finding("A", "info"), finding("B", "error"), finding("A", "info"), finding("C", "warning")];
  const groups = groupFindings({ findings, findingCounts: [["A", "info", 1248], ["B", "error", 1], ["C", "warning", 1]] });
  assert.deepEqual(
    groups.map(({ rule, count, listed }) => [rule, count, listed.length]),
    [["B", 1, 1], ["C", 1, 1], ["A", 1248, 2]],
  );
});

test("a badge has at most four characters", () => {
  assert.deepEqual([0, 999, 1248].map(badge), ["", "999", "999+"]);
});

test("the textures of a material and of its extensions are found by their names", () => {
  const material = {
    pbrMetallicRoughness: { baseColorTexture: { index: 2 } },
    normalTexture: { index: 0, scale: 2 },
    extras: { someTexture: { index: 9 } },
    extensions: { VRMC_materials_mtoon: { shadeMultiplyTexture: { index: 1 } } },
  };
  assert.deepEqual(textureUses(material), [
    { slot: "base color", texture: 2 },
    { slot: "normal", texture: 0 },
    { slot: "mtoon shade multiply", texture: 1 },
  ]);
});

test("facts of a material are its numbers, with the defaults of glTF", () => {
  assert.deepEqual(materialFacts({}), ["metallic 1", "roughness 1"]);
  const mask = { alphaMode: "MASK", doubleSided: true, extensions: { KHR_materials_unlit: {} } };
  assert.deepEqual(materialFacts(mask), ["unlit", "masked at 0.5", "double-sided"]);
});
