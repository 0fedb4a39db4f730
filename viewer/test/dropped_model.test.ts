// What the page reads of a dropped file: expected values are those of the files, by the specifications.

import assert from "node:assert/strict";
import { test } from "node:test";
import { droppedData, jsonOf, obstacle } from "../src/dropped_model";
import type { Model } from "../src/model";
import { pageData } from "./page";

const NO_MODEL = { surfaces: [], nodes: [], gltf: { animations: [] } } as unknown as Model;

const json = (parts: object): ReturnType<typeof jsonOf> => jsonOf(new TextEncoder().encode(JSON.stringify(parts)).buffer as ArrayBuffer);

test("nodes, joints and blend shapes are those of the file", () => {
  const file = json({
    nodes: [{ name: "root", children: [1, 2] }, { name: "arm" }, { mesh: 0 }],
    meshes: [{ primitives: [{ targets: [{}, {}] }], extras: { targetNames: ["smile"] } }],
    skins: [{ joints: [1, 0, 9] }],
  });
  const data = droppedData("hero.GLB", file, NO_MODEL, pageData());
  assert.deepEqual([data.names, data.parents, data.joints], [["root", "arm", null], [-1, 0, 0], [0, 1]]);
  assert.deepEqual(data.skeletons.map(({ name, joints }) => [name, joints]), [["skin 0", [1, 0, 9]]]);
  assert.deepEqual(data.blendShapes, [{ node: 2, names: ["smile", "shape 1"], isNamed: [true, false] }]);
  assert.deepEqual([data.format, data.clip, data.live], ["glb", null, 0]);
});

test("without skins every node without a mesh is a joint", () => {
  assert.deepEqual(droppedData("a.glb", json({ nodes: [{}, { mesh: 0 }, {}] }), NO_MODEL, pageData()).joints, [0, 2]);
});

test("the thumbs of VRM 0.x are those that VRM 1.0 names otherwise, and its models face −Z", () => {
  const humanBones = [
    { bone: "hips", node: 0 },
    { bone: "leftThumbProximal", node: 1 },
    { bone: "leftThumbIntermediate", node: 2 },
    { bone: "leftThumbDistal", node: 3 },
    { bone: "leftIndexProximal", node: 4 },
    { bone: "rightHand", node: 99 },
  ];
  const file = json({ nodes: [{}, {}, {}, {}, {}], extensions: { VRM: { humanoid: { humanBones } } } });
  const data = droppedData("a.vrm", file, NO_MODEL, pageData());
  assert.deepEqual(data.humanoid, { hips: 0, leftThumbMetacarpal: 1, leftThumbProximal: 2, leftThumbDistal: 3, leftIndexProximal: 4 });
  assert.deepEqual([data.facesBack, data.front], [true, 180]);
});

test("files that need others, or a decoder, are not opened", () => {
  assert.equal(obstacle(json({ buffers: [{ uri: "data:application/octet-stream;base64,AAAA" }, {}] })), null);
  assert.equal(obstacle(json({ buffers: [{ uri: "a.bin" }] })), "its data is in other files: drop them together with it");
  assert.match(obstacle(json({ extensionsRequired: ["EXT_meshopt_compression"] })) ?? "", /EXT_meshopt_compression/);
});
