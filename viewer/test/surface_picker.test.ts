import assert from "node:assert/strict";
import { test } from "node:test";
import { Bone, BufferGeometry, Float32BufferAttribute, Mesh, Raycaster, Skeleton, SkinnedMesh, SphereGeometry, Uint16BufferAttribute, Vector3 } from "three";
import { Picker } from "../src/surface_picker";

/** A ball of 4,000 triangles whose upper half a bent bone carries. */
function bentBall(): SkinnedMesh {
  const geometry: BufferGeometry = new SphereGeometry(1, 64, 32);
  const positions = geometry.getAttribute("position");
  const joints: number[] = [];
  const weights: number[] = [];
  for (let vertex = 0; vertex < positions.count; vertex++) {
    const up = Math.min(Math.max(positions.getY(vertex) + 0.5, 0), 1);
    joints.push(0, 1, 0, 0);
    weights.push(1 - up, up, 0, 0);
  }
  geometry.setAttribute("skinIndex", new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute("skinWeight", new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry);
  const [root, tip] = [new Bone(), new Bone()];
  root.add(tip);
  mesh.add(root);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton([root, tip]));
  tip.rotation.z = 1.2;
  tip.position.x = 0.7;
  mesh.updateMatrixWorld(true);
  return mesh;
}

test("a ray hits the posed triangle that three.js finds among all", () => {
  const mesh = bentBall();
  const picker = new Picker();
  let hits = 0;
  for (let x = -2; x <= 2; x += 0.37)
    for (let y = -2; y <= 2; y += 0.41) {
      const caster = new Raycaster(new Vector3(x, y, 5), new Vector3(0, 0, -1));
      Object.assign(mesh, { boundingSphere: null, boundingBox: null });
      const [slow] = caster.intersectObject(mesh);
      const fast = picker.hit(caster.ray, [mesh]);
      assert.equal(fast !== null, slow !== undefined, `${x}, ${y}`);
      if (fast && slow) assert.ok(Math.abs(fast.distance - slow.distance) < 1e-6);
      hits += Number(fast !== null);
    }
  assert.ok(hits > 10);
});

test("the nearer of two surfaces is hit", () => {
  const [near, far] = [new Mesh(new SphereGeometry(1)), new Mesh(new SphereGeometry(1))];
  near.position.z = 3;
  for (const mesh of [near, far]) mesh.updateMatrixWorld();
  const caster = new Raycaster(new Vector3(0, 0, 9), new Vector3(0, 0, -1));
  assert.equal(new Picker().hit(caster.ray, [far, near])?.mesh, near);
});

test("distances in a scaled mesh are those of the world", () => {
  // Two balls in centimetres, of which the nearer one has its triangles last, and a third one behind them.
  const [far, near] = [new SphereGeometry(100), new SphereGeometry(100)];
  near.translate(0, 0, 300);
  const parts = [far, near].map((geometry) => geometry.toNonIndexed().getAttribute("position").array as Float32Array);
  const both = new BufferGeometry();
  both.setAttribute("position", new Float32BufferAttribute(parts.flatMap((part) => [...part]), 3));
  const mesh = new Mesh(both);
  mesh.scale.setScalar(0.01);
  const behind = new Mesh(new SphereGeometry(1));
  behind.position.z = -5;
  for (const one of [mesh, behind]) one.updateMatrixWorld();
  const caster = new Raycaster(new Vector3(0.01, 0.02, 9), new Vector3(0, 0, -1));
  const hit = new Picker().hit(caster.ray, [behind, mesh]);
  assert.equal(hit?.mesh, mesh);
  const [slow] = caster.intersectObject(mesh);
  assert.ok(Math.abs(hit.distance - (slow?.distance ?? 0)) < 1e-6);
});

test("a surface is prepared a part at a time, and finished by the first click", () => {
  const mesh = new Mesh(new SphereGeometry(1, 400, 200));
  mesh.updateMatrixWorld();
  const picker = new Picker();
  assert.equal(picker.prepare([mesh], 0), false);
  const caster = new Raycaster(new Vector3(0.1, 0.2, 9), new Vector3(0, 0, -1));
  assert.equal(picker.hit(caster.ray, [mesh])?.mesh, mesh);
  assert.equal(picker.prepare([mesh], 0), true);
});

test("a click on a million triangles looks at some thousand vertices", () => {
  const mesh = new Mesh(new SphereGeometry(1, 1000, 500));
  mesh.updateMatrixWorld();
  const picker = new Picker();
  picker.prepare([mesh], Infinity);
  let looks = 0;
  const own = mesh.getVertexPosition.bind(mesh);
  mesh.getVertexPosition = (index, point) => {
    looks++;
    return own(index, point);
  };
  const caster = new Raycaster(new Vector3(0.1, 0.2, 9), new Vector3(0, 0, -1));
  const hit = picker.hit(caster.ray, [mesh]);
  assert.ok(Math.abs((hit?.distance ?? 0) - (9 - Math.sqrt(1 - 0.05))) < 1e-4);
  assert.ok(looks < 5000, String(looks));
});
