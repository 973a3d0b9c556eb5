// Shared by the tests of the WebAssembly module. CTest sets the paths: tests/web/CMakeLists.txt.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Machine } from "../../web/machine/machine.mjs";

export const source = new URL("../../", import.meta.url).pathname;
export const musimd = process.env.MUSIMD;
const module = await WebAssembly.compile(readFileSync(process.env.MUSIMD_WASM));

/** A machine of its own; what it reports is an error of the test. */
export function newMachine() {
  return Machine.create(module, (text) => process.stderr.write(text));
}

export function read(file) {
  return readFileSync(join(source, file), "utf8");
}

/** The files with these endings under a folder of the project, sorted. */
export function filesUnder(folder, endings) {
  const files = [];
  for (const name of readdirSync(join(source, folder)).sort()) {
    const file = join(folder, name);
    if (statSync(join(source, file)).isDirectory()) files.push(...filesUnder(file, endings));
    else if (endings.some((ending) => name.endsWith(ending))) files.push(file);
  }
  return files;
}
