// The kernels of the page have the same result in WebAssembly as in the program musimd: the same bytes of JSON, with the
// statistics.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kernels } from "../../web/kernels.mjs";
import { differences, nativeResults, result } from "./native.mjs";
import { musimd, newMachine, source } from "./support.mjs";

/** The programs that `musimd web` puts on a page. */
function programsOf(words) {
  const output = execFileSync(musimd, ["web", "--json", ...words], { cwd: source, encoding: "utf8", maxBuffer: 1 << 30 });
  return JSON.parse(output).programs;
}

const lowered = () =>
  kernels.flatMap(({ file, options }) => programsOf(["--add", `programs/kernels/${file}`, ...options]));

const machine = await newMachine();
const folder = mkdtempSync(join(tmpdir(), "musimd-kernels-"));
try {
  const results = new Map();
  lowered().forEach(({ file, text, source: { lines } }, i) => {
    const path = join(folder, `${i}-${file}`);
    writeFileSync(path, text);
    const loaded = machine.call({ do: "load", text, file });
    assert.deepEqual([loaded.errors, loaded.unavailable], [[], undefined], file);
    assert.equal(loaded.program.instructions.length, lines.length, file);
    results.set(path, result(machine));
  });
  assert.equal(differences(results, nativeResults([...results.keys()])), 0, "kernels have another result");
  console.log(`${results.size} kernels have the same result`);
} catch (error) {
  if (!String(error.stderr).includes("was not built")) throw error;
  console.log("skipped: needs the front end for kernels");
} finally {
  rmSync(folder, { recursive: true });
}
