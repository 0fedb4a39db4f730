// node gltf_validator.mjs MODULES: for each folder on standard input, validates its files one after another and
// prints the seconds of processor time and the number of messages. Needs gltf-validator in the folder MODULES.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const validator = createRequire(`${process.argv[2]}/x.js`)('gltf-validator');
for await (const folder of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  let messages = 0;
  for (const name of readdirSync(folder).sort()) {
    const data = new Uint8Array(readFileSync(`${folder}/${name}`));
    messages += (await validator.validateBytes(data, { uri: name })).issues.messages.length;
  }
  const used = process.cpuUsage(before);
  console.log(JSON.stringify({ seconds: (used.user + used.system) / 1e6, messages }));
}
