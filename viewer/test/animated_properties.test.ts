// Properties that clips animate: the values of keys, and where three.js has them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Group, MeshStandardMaterial, PerspectiveCamera, PointLight, Texture } from "three";
import { AnimatedProperties, sampleKeys } from "../src/animated_properties";
import type { Model } from "../src/model";
import type { PropertyData } from "../src/page_data";

const BASE: PropertyData = {
  clip: 0,
  part: "materials",
  index: 0,
  field: "roughness",
  nodes: [],
  times: [0, 2],
  values: [0, 1],
  width: 1,
  interpolation: "LINEAR",
  rest: null,
};

test("values between keys follow appendix C of glTF", () => {
  assert.deepEqual(sampleKeys(BASE, -1), [0]);
  assert.deepEqual(sampleKeys(BASE, 0.5), [0.25]);
  assert.deepEqual(sampleKeys(BASE, 9), [1]);
  assert.deepEqual(sampleKeys({ ...BASE, interpolation: "STEP" }, 1.9), [0]);
  // In-tangent, value and out-tangent: half way 0.5 (from both values) + 2 (1/8) 3 − 2 (1/8) 1.
  const spline: PropertyData = { ...BASE, interpolation: "CUBICSPLINE", values: [0, 0, 3, 1, 1, 0] };
  assert.deepEqual(sampleKeys(spline, 1), [0.5 + (2 / 8) * 3 - (2 / 8) * 1]);
});

function model(): { material: MeshStandardMaterial; light: PointLight; lens: PerspectiveCamera; card: Group; model: Model } {
  const material = new MeshStandardMaterial({ map: new Texture(), roughness: 0.9 });
  const [light, lens, card] = [new PointLight(), new PerspectiveCamera(40), new Group()];
  const associations = new Map([[material, { materials: 0 }]]);
  const nodes = [card, light, lens];
  return { material, light, lens, card, model: { nodes, gltf: { parser: { associations } } } as unknown as Model };
}

test("materials, lights, cameras and visibility get the values of the clip, and those at rest without it", () => {
  const parts = model();
  const properties = new AnimatedProperties(
    [
      BASE,
      { ...BASE, field: "base_color", width: 4, values: [1, 0, 0, 1, 0, 1, 0, 1] },
      { ...BASE, field: "base_color_texture.transform.offset", width: 2, values: [0, 0, 1, 2] },
      { ...BASE, part: "lights", field: "intensity", nodes: [1], values: [0, 8] },
      { ...BASE, part: "cameras", field: "fov", nodes: [2], values: [0, Math.PI / 2] },
      { ...BASE, part: "nodes", field: "visible", nodes: [0], values: [1, 0], interpolation: "STEP", rest: [1] },
    ],
    parts.model,
  );
  properties.apply(0, 1);
  assert.equal(parts.material.roughness, 0.5);
  assert.deepEqual(parts.material.color.toArray(), [0.5, 0.5, 0]);
  assert.deepEqual(parts.material.map?.offset.toArray(), [0.5, 1]);
  assert.equal(parts.light.intensity, 4);
  assert.ok(Math.abs(parts.lens.fov - 45) < 1e-9);
  assert.equal(parts.card.visible, true);
  properties.apply(0, 2);
  assert.equal(parts.card.visible, false);
  properties.apply(null, 0);
  assert.equal(parts.material.roughness, 0.9);
  assert.equal(parts.light.intensity, 1);
  assert.ok(Math.abs(parts.lens.fov - 40) < 1e-9);
  assert.equal(parts.card.visible, true);
});
