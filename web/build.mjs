// Bundles the page into one file: node build.mjs --module musimd.wasm --out index.html [--musimd PROGRAM]
//
// Pages from file: addresses cannot load modules, workers or WebAssembly from files, so all of them are in the page.

import { execFileSync } from "node:child_process";
import { build } from "esbuild";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { deflateRawSync, gzipSync } from "node:zlib";
import { kernels } from "./kernels.mjs";
import { readLessons } from "./lessons.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const groups = ["paper", "bench", "bugs"];

const { values } = parseArgs({
  options: {
    module: { type: "string" },
    out: { type: "string" },
    musimd: { type: "string" },
    programs: { type: "string", default: join(here, "..", "programs") },
    lessons: { type: "string", default: join(here, "lessons") },
  },
});
if (values.module === undefined || values.out === undefined) {
  console.error(
    "usage: node build.mjs --module musimd.wasm --out index.html [--programs FOLDER] [--lessons FOLDER] [--musimd PROGRAM]",
  );
  process.exit(2);
}

/** One script of a source file and what it imports. */
async function bundled(file) {
  const result = await build({
    entryPoints: [join(here, "page", file)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    loader: { ".asm": "text" },
  });
  return result.outputFiles[0].text;
}

/** JSON inside of a script element: nothing in it may end the element. */
const inScript = (json) => json.replaceAll("<", "\\u003c");

/** The programs of a group {name, group, text}. */
function programsOf(group) {
  const folder = join(values.programs, group);
  return readdirSync(folder)
    .filter((name) => /\.(asm|pl)$/.test(name))
    .sort()
    .map((name) => ({ name, group, text: readFileSync(join(folder, name), "utf8") }));
}

/** The lessons; a wrong file ends the build with its message. */
function lessons() {
  try {
    return readLessons(values.lessons);
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}

/** The kernels, lowered by the program musimd {name, group, file, text, source}; none without it. */
function programsOfKernels() {
  if (values.musimd === undefined) return [];
  return kernels.flatMap(({ file, options }) => {
    const words = ["web", "--json", "--add", join(values.programs, "kernels", file), ...options];
    const { programs } = JSON.parse(execFileSync(values.musimd, words, { encoding: "utf8" }));
    return programs.map((program) => ({ ...program, group: "kernels" }));
  });
}

const parts = {
  "/*STYLE*/": await bundled("style.css"),
  "/*PROGRAMS*/": inScript(JSON.stringify([...programsOfKernels(), ...groups.flatMap(programsOf)])),
  "/*LESSONS*/": inScript(JSON.stringify(lessons())),
  "/*MODULE*/": deflateRawSync(readFileSync(values.module), { level: 9 }).toString("base64"),
  // esbuild writes no `</script` into a bundle.
  "/*WORKER*/": await bundled("worker.js"),
  "/*PAGE*/": await bundled("main.js"),
};
let page = readFileSync(join(here, "page/index.html"), "utf8");
for (const [mark, text] of Object.entries(parts)) page = page.replace(mark, () => text);

mkdirSync(dirname(values.out), { recursive: true });
writeFileSync(`${values.out}.part`, page);
renameSync(`${values.out}.part`, values.out);
const size = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
console.log(`${values.out}: ${size(Buffer.byteLength(page))}, ${size(gzipSync(page).length)} compressed`);
