// The vectors with three-vrm, for `run.mjs`; NODE_MODULES names the folder with three and @pixiv/three-vrm.
//
// With FRESH=1 the matrix of each tail is brought up to date before its bone is. three-vrm 3.5.5 measures the length
// of a bone in every step with a matrix that is a step old where the tail is a simulated joint itself.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (name) => import(pathToFileURL(path.join(process.env.NODE_MODULES ?? 'node_modules', name)).href);
globalThis.self = globalThis;
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMSpringBoneLoaderPlugin } = await load('@pixiv/three-vrm-springbone/lib/three-vrm-springbone.module.js');
const { VRMNodeConstraintLoaderPlugin } = await load(
  '@pixiv/three-vrm-node-constraint/lib/three-vrm-node-constraint.module.js');
console.warn = () => {};

async function read(model) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMSpringBoneLoaderPlugin(parser));
  loader.register((parser) => new VRMNodeConstraintLoaderPlugin(parser));
  const gltf = await loader.parseAsync(JSON.stringify(model), '');
  gltf.scene.updateMatrixWorld(true);
  return { ...gltf.userData, scene: gltf.scene, nodes: await gltf.parser.getDependencies('node') };
}

function keepFresh(joint) {
  const update = joint.update.bind(joint);
  joint.update = (delta) => {
    joint.bone.updateWorldMatrix(true, true);
    update(delta);
  };
}

export async function springbone(model, motion, step, steps) {
  const { scene, nodes, vrmSpringBoneManager: manager } = await read(model);
  manager.setInitState();
  if (process.env.FRESH) manager.joints.forEach(keepFresh);
  const rows = [];
  for (let index = 0; index < steps; index += 1) {
    for (const [node, members] of Object.entries(motion[index] ?? {})) {
      if (members.translation) nodes[node].position.fromArray(members.translation);
      if (members.rotation) nodes[node].quaternion.fromArray(members.rotation);
      if (members.scale) nodes[node].scale.fromArray(members.scale);
    }
    scene.updateMatrixWorld(true);
    manager.update(step);
    rows.push(Object.fromEntries(nodes.map((node, number) => [number, node.quaternion.toArray()])));
  }
  return rows;
}

export async function node_constraint(model, poses) {
  const rows = [];
  for (const pose of poses) {
    const { scene, nodes, vrmNodeConstraintManager: manager } = await read(model);
    for (const [node, rotation] of Object.entries(pose)) nodes[node].quaternion.fromArray(rotation);
    scene.updateMatrixWorld(true);
    manager.update();
    rows.push(Object.fromEntries(nodes.map((node, number) => [number, node.quaternion.toArray()])));
  }
  return rows;
}
