// Every program of programs/conformance that states expectations has the same result in WebAssembly as in the program musimd:
// the same bytes of JSON, with the statistics. Those that the module refuses are counted.

import assert from "node:assert/strict";
import { differences, nativeResults, result } from "./native.mjs";
import { filesUnder, newMachine, read } from "./support.mjs";

// By folder: a program for each of 31 functions, for each of three types.
const kRefused = { blocks: 0, language: 93, rules: 0, traps: 0 };

const machine = await newMachine();

// The run, step by step, ends as the result does.
function checkSteps(file, text) {
  const expected = JSON.parse(text);
  const { step, ended } = machine.call({ do: "run", steps: 100_000_000 });
  assert.deepEqual([step, ended], [expected.steps, expected.outcome], file);
  assert.deepEqual(machine.call({ do: "statistics" }), expected.stats, file);
}

// The results under this thread model; without one, under each program's own.
function resultsOf(files, model) {
  const results = new Map();
  const refused = [];
  for (const file of files) {
    const loaded = machine.call({ do: "load", text: read(file), file, model });
    assert.deepEqual(loaded.errors, [], file);
    if (loaded.unavailable) {
      refused.push(`${file}: ${loaded.unavailable}`);
      continue;
    }
    const text = result(machine);
    results.set(file, text);
    checkSteps(file, text);
  }
  return { results, refused };
}

function check(files, options, model) {
  const { results, refused } = resultsOf(files, model);
  const native = nativeResults([...results.keys()], options);
  assert.equal(native.size, results.size, "musimd has a result for each program");
  assert.equal(differences(results, native), 0, "programs have another result");
  console.log(`${results.size} programs have the same result${model ? ` under ${model}` : ""}`);
  return refused;
}

const files = filesUnder("programs/conformance", [".asm", ".pl"]).filter((file) => /\.expect\b/.test(read(file)));
const refused = check(files, []);
for (const line of refused) console.log(`refused: ${line}`);
for (const group of Object.keys(kRefused)) {
  const count = refused.filter((line) => line.startsWith(`programs/conformance/${group}/`)).length;
  assert.equal(count, kRefused[group], `refused in ${group}`);
}
for (const model of ["lockstep", "volta"]) {
  const names = `\\.expect +(?:[a-z]+ +)*${model}\\b`;
  const isNamed = (text) => new RegExp(names).test(text) && !new RegExp(`${names}.* error$`, "m").test(text);
  const named = files.filter((file) => isNamed(read(file)));
  assert.deepEqual(check(named, ["--model", model], model), []);
}
