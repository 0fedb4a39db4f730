// Bundles the page's script and style into src/pantin/viewer/web/. The same sources give the same bytes.
// `node build.mjs --out FOLDER` writes elsewhere, for the test that compares.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const asked = process.argv.indexOf("--out");
const out = asked > 0 ? process.argv[asked + 1] : join(here, "..", "src", "pantin", "viewer", "web");
const text = (...parts) => readFileSync(join(here, ...parts), "utf8").replaceAll("\r\n", "\n");

const BUNDLED = ["three", "@pixiv/three-vrm-materials-mtoon", "@pixiv/three-vrm-materials-v0compat"];

/** What the bundle was made of: tests/viewer/test_bundle.py computes the same. */
function fingerprint() {
  const names = ["build.mjs", "package.json", "package-lock.json", "page.html", "style.css", "tsconfig.json"];
  for (const entry of readdirSync(join(here, "src"), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) names.push(relative(here, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const hash = createHash("sha256");
  for (const name of names.sort()) hash.update(`${name}\0${text(name)}\0`);
  return hash.digest("hex");
}

function notices() {
  const parts = BUNDLED.map((name) => {
    const { version } = JSON.parse(text("node_modules", name, "package.json"));
    return `${name} ${version}\n\n${text("node_modules", name, "LICENSE").trim()}`;
  });
  return parts.join("\n\n----\n\n").replaceAll("*/", "* /");
}

const banner = `/*! Pantin's viewer, made from sources ${fingerprint()}\n\nIt holds these libraries:\n\n${notices()}\n*/`;
const options = { bundle: true, minify: true, legalComments: "none", charset: "utf8", write: false, target: ["es2022"] };
const script = await build({ ...options, entryPoints: [join(here, "src", "main.ts")], format: "iife", banner: { js: banner } });
const style = await build({ ...options, entryPoints: [join(here, "style.css")] });

// These would end or break the script element that contains the text.
const inline = (content) => content.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "viewer.js"), inline(script.outputFiles[0].text));
writeFileSync(join(out, "viewer.css"), style.outputFiles[0].text);
writeFileSync(join(out, "page.html"), text("page.html"));
