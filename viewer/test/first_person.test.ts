import assert from "node:assert/strict";
import { test } from "node:test";
import { Bone, BufferGeometry, Float32BufferAttribute, Skeleton, SkinnedMesh, Uint16BufferAttribute } from "three";
import { FirstPerson } from "../src/first_person";
import type { Model, Surface } from "../src/model";
import { pageData } from "./page";

/** A body and a head, a triangle each; a third one between them. */
function person(): { model: Model; surface: Surface } {
  const [body, head, hair] = [new Bone(), new Bone(), new Bone()];
  body.add(head);
  head.add(hair);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(new Array(27).fill(0), 3));
  const joints = [0, 0, 0, 2, 2, 2, 0, 0, 1];
  geometry.setAttribute("skinIndex", new Uint16BufferAttribute(joints.flatMap((joint) => [joint, 0, 0, 0]), 4));
  geometry.setAttribute("skinWeight", new Float32BufferAttribute(joints.flatMap(() => [1, 0, 0, 0]), 4));
  const mesh = new SkinnedMesh(geometry);
  mesh.bind(new Skeleton([body, head, hair]));
  const surface = { node: 3, surface: 0, mesh };
  return { model: { nodes: [body, head, hair, mesh], surfaces: [surface] } as unknown as Model, surface };
}

test("of a mesh for everybody, a character does not see what its head moves", () => {
  const { model, surface } = person();
  const view = new FirstPerson(pageData({ humanoid: { head: 1 }, firstPerson: [[3, "auto"]] }), model);
  assert.ok(view.sees(surface, true));
  assert.deepEqual([...(surface.mesh.geometry.index?.array ?? [])], [0, 1, 2]);
  assert.ok(view.sees(surface, false));
  assert.equal(surface.mesh.geometry.index, null);
});

test("some meshes are for others, and some for the character alone", () => {
  const { model, surface } = person();
  for (const [flag, self, others] of [["thirdPersonOnly", false, true], ["firstPersonOnly", true, false], ["both", true, true]] as const) {
    const view = new FirstPerson(pageData({ humanoid: { head: 1 }, firstPerson: [[3, flag]] }), model);
    assert.deepEqual([view.sees(surface, true), view.sees(surface, false)], [self, others]);
    assert.equal(surface.mesh.geometry.index, null);
  }
});

test("a model that is no character is seen whole", () => {
  const { model, surface } = person();
  assert.ok(new FirstPerson(pageData({ humanoid: {}, firstPerson: null }), model).sees(surface, true));
});
