// Frames of @pixiv/three-vrm-springbone: a scene {roots, length, colliders, frames} comes in, seconds a frame go out.
// Run by bench_springs.py, with the folder of node_modules as its only argument.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.argv[2] + "/"));
const THREE = require("three");
const VRM = require("@pixiv/three-vrm-springbone");
const given = JSON.parse(readFileSync(0, "utf8"));

const scene = new THREE.Scene();
const root = new THREE.Object3D();
scene.add(root);
const manager = new VRM.VRMSpringBoneManager();
const colliders = given.colliders.map(({ offset, tail, radius }) => {
  const at = (v) => new THREE.Vector3(...v);
  const shape = tail
    ? new VRM.VRMSpringBoneColliderShapeCapsule({ offset: at(offset), tail: at(tail), radius })
    : new VRM.VRMSpringBoneColliderShapeSphere({ offset: at(offset), radius });
  const collider = new VRM.VRMSpringBoneCollider(shape);
  root.add(collider);
  return collider;
});
const groups = colliders.length ? [{ colliders }] : [];
for (const start of given.roots) {
  let above = root;
  const nodes = [];
  for (let k = 0; k <= given.length; k++) {
    const node = new THREE.Object3D();
    node.position.set(...(k === 0 ? start : [0, -0.1, 0]));
    above.add(node);
    above = node;
    nodes.push(node);
  }
  for (let k = 0; k < given.length; k++) {
    const settings = {
      hitRadius: 0.02, stiffness: 1.0, gravityPower: 0.2, gravityDir: new THREE.Vector3(0, -1, 0), dragForce: 0.4,
    };
    manager.addJoint(new VRM.VRMSpringBoneJoint(nodes[k], nodes[k + 1], settings, groups));
  }
}
scene.updateMatrixWorld(true);
manager.setInitState();

function run(frames) {
  const begin = performance.now();
  for (let f = 0; f < frames; f++) {
    root.position.set(0.1 * Math.sin(f * 0.1), 0, 0);
    root.updateMatrixWorld(false);
    manager.update(1 / 60);
  }
  return (performance.now() - begin) / 1000 / frames;
}
run(given.frames);
const times = [];
for (let k = 0; k < 3; k++) times.push(run(given.frames));
console.log(JSON.stringify({ least: Math.min(...times), joints: manager.joints.size }));
