// node gltf_transform_resample.mjs IN OUT TOLERANCE...: OUT/<tolerance>.glb for each, resampled by glTF-Transform.
// Needs @gltf-transform/core, /extensions and /functions beside this file or in NODE_PATH's folder.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
const require = createRequire(pathToFileURL(`${process.env.GLTF_TRANSFORM ?? process.cwd()}/x.js`));
const { NodeIO } = require('@gltf-transform/core');
const { ALL_EXTENSIONS } = require('@gltf-transform/extensions');
const { resample } = require('@gltf-transform/functions');

const [, , input, output, ...tolerances] = process.argv;
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
for (const tolerance of tolerances) {
  const document = await io.read(input);
  document.setLogger({ debug() {}, info() {}, warn() {}, error() {} });
  await document.transform(resample({ tolerance: Number(tolerance) }));
  await io.write(`${output}/${tolerance}.glb`, document);
}
