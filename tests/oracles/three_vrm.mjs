// Reads requests from standard input: a list of {glb (base64), pose, expressions, lookAt, constraints}; writes for
// each what three-vrm makes of it: the rotations of all nodes, and the morph target influences of the meshes.
// With {motion (base64 of a .vrma), times} three-vrm-animation moves the avatar: `frames` has the rotations of all
// nodes and the positions of the hips at each time.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const modules = process.argv[2];
const load = (name) => import(pathToFileURL(path.join(modules, name)).href);
globalThis.self = globalThis;
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin } = await load('@pixiv/three-vrm/lib/three-vrm.module.js');
console.warn = () => {};
const slice = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

async function frames(request, vrm, nodes) {
  const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await load(
    '@pixiv/three-vrm-animation/lib/three-vrm-animation.module.js',
  );
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
  const gltf = await loader.parseAsync(slice(Buffer.from(request.motion, 'base64')), '');
  const clip = createVRMAnimationClip(gltf.userData.vrmAnimations[0], vrm);
  const mixer = new THREE.AnimationMixer(vrm.scene);
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce).play();
  action.clampWhenFinished = true;
  const hips = vrm.humanoid.getRawBoneNode('hips');
  return request.times.map((time) => {
    mixer.setTime(time);
    vrm.humanoid.update();
    return { rotations: nodes.map((node) => node.quaternion.toArray()), hips: hips.position.toArray() };
  });
}

async function answer(request) {
  const bytes = Buffer.from(request.glb, 'base64');
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const gltf = await loader.parseAsync(slice(bytes), '');
  const vrm = gltf.userData.vrm;
  const nodes = await gltf.parser.getDependencies('node');
  for (const [index, rotation] of Object.entries(request.pose ?? {})) nodes[index].quaternion.fromArray(rotation);
  gltf.scene.updateMatrixWorld(true);
  if (request.motion) return { frames: await frames(request, vrm, nodes) };
  vrm.humanoid.autoUpdateHumanBones = false;
  for (const [name, weight] of Object.entries(request.expressions ?? {})) vrm.expressionManager.setValue(name, weight);
  let angles = null;
  if (request.lookAt) {
    vrm.lookAt.lookAt(new THREE.Vector3(...request.lookAt));
    angles = [vrm.lookAt.yaw, vrm.lookAt.pitch];
    vrm.lookAt.update(0);
    // The bone applier rotates normalised bones; the humanoid copies them to those of the file.
    if (vrm.lookAt.applier.constructor.type === 'bone') {
      vrm.humanoid.autoUpdateHumanBones = true;
      vrm.humanoid.update();
    }
  }
  vrm.expressionManager?.update();
  if (request.constraints) vrm.nodeConstraintManager?.update();
  const influences = {};
  nodes.forEach((node, index) => {
    const meshes = node.isMesh ? [node] : node.children.filter((child) => child.isMesh && !nodes.includes(child));
    if (meshes[0]?.morphTargetInfluences) influences[index] = [...meshes[0].morphTargetInfluences];
  });
  return { rotations: nodes.map((node) => node.quaternion.toArray()), influences, angles, meta: vrm.meta.metaVersion };
}

const requests = JSON.parse(readFileSync(0, 'utf8'));
const answers = [];
for (const request of requests) {
  try {
    answers.push(await answer(request));
  } catch (error) {
    answers.push({ error: String(error.stack ?? error) });
  }
}
process.stdout.write(JSON.stringify(answers));
