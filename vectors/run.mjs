// Runs the test vectors against an implementation: `node run.mjs my_engine.mjs [files or folders]`.
//
// The engine is a module that exports any of these functions, which may be async. A kind without one is skipped.
//
//     springbone(model, motion, step, steps)  -> for each step: {node: rotation}
//     node_constraint(model, poses)           -> for each pose: {node: rotation}
//     g4mf(model, node, poses)                -> for each pose: {vertices: rows, normals: rows}
//
// `model` is the decoded JSON of a glTF or G4MF file. Rotations are quaternions x, y, z, w; `normals` may be left out.
// README.md has the details. No package is needed.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const KINDS = ['springbone', 'node_constraint', 'g4mf'];

const distance = (a, b) => Math.hypot(...a.map((value, axis) => value - b[axis]));

// Radians between two unit quaternions, whatever their signs.
function angle(a, b) {
  const near = Math.min(distance(a, b), distance(a, b.map((value) => -value)));
  return 4 * Math.asin(Math.min(near / 2, 1));
}

function rotationErrors(rows, vector) {
  return vector.expected.flatMap((expected, index) => {
    const made = rows[expected.step === undefined ? index : expected.step - 1];
    const where = expected.step === undefined ? `pose ${index}` : `step ${expected.step}`;
    return Object.entries(expected.rotations).map(([node, rotation]) => [
      angle(rotation, [...made[node]]), `node ${node}, ${where}`]);
  });
}

function meshErrors(rows, vector) {
  return vector.expected.flatMap((expected, index) =>
    ['vertices', 'normals'].filter((name) => name in rows[index]).flatMap((name) =>
      expected[name].map((wanted, number) => [
        distance(wanted, rows[index][name][number]), `${name} ${number}, pose ${index}`])));
}

// What the engine makes of a vector, as errors with where they are.
async function call(engine, vector) {
  const { kind, model } = vector;
  if (kind === 'springbone') {
    return rotationErrors(await engine.springbone(model, vector.motion, vector.step, vector.steps), vector);
  }
  if (kind === 'node_constraint') return rotationErrors(await engine.node_constraint(model, vector.poses), vector);
  return meshErrors(await engine.g4mf(model, vector.node, vector.poses), vector);
}

async function judge(engine, vector) {
  if (!(vector.kind in engine)) return ['skip', 'the engine has no function for it'];
  try {
    const errors = (await call(engine, vector)).map(([error, where]) => [Number.isNaN(error) ? Infinity : error, where]);
    const [worst, where] = errors.reduce((a, b) => (b[0] > a[0] ? b : a));
    const verdict = worst <= vector.tolerance ? 'ok' : 'FAIL';
    return [verdict, `${worst.toPrecision(2)} at ${where} (tolerance ${vector.tolerance})`];
  } catch (problem) {
    return ['FAIL', String(problem)];
  }
}

function listFiles(given) {
  return given.flatMap((name) => {
    if (!statSync(name).isDirectory()) return [name];
    const found = readdirSync(name, { recursive: true }).filter((file) => file.endsWith('.json')).sort();
    return found.map((file) => path.join(name, file));
  });
}

const [module, ...given] = process.argv.slice(2);
if (!module) {
  console.log('usage: node run.mjs my_engine.mjs [files or folders]');
  process.exit(2);
}
const engine = await import(pathToFileURL(path.resolve(module)).href);
const counts = { ok: 0, FAIL: 0, skip: 0 };
for (const file of listFiles(given.length ? given : KINDS.map((kind) => path.join(HERE, kind)))) {
  const vector = JSON.parse(readFileSync(file, 'utf8'));
  const [verdict, why] = await judge(engine, vector);
  counts[verdict] += 1;
  console.log(`${verdict.padEnd(4)} ${vector.kind}/${vector.name}: ${why}`);
}
console.log(`${counts.ok} passed, ${counts.FAIL} failed, ${counts.skip} skipped`);
process.exit(counts.FAIL || !counts.ok ? 1 : 0);
