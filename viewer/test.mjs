// Runs the unit tests of the page's script: each file in test/ is bundled, then run by Node's own runner.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(join(tmpdir(), "pantin-viewer-"));
const tests = readdirSync(join(here, "test")).filter((name) => name.endsWith(".test.ts"));
try {
  await build({
    entryPoints: tests.map((name) => join(here, "test", name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const files = tests.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}
