// Whatever the program and the step, all requests have answers, and the rule of the next step is the one that it takes.

import assert from "node:assert/strict";
import { filesUnder, newMachine, read } from "./support.mjs";

const kSteps = 15;
const machine = await newMachine();

function ask(request) {
  const answer = machine.call(request);
  assert.equal(answer.error, undefined, JSON.stringify(request));
  return answer;
}

function draw() {
  for (const request of [{ do: "timeline" }, { do: "timeline", first: 3, last: 2 }, { do: "memory_picture" }])
    assert.match(ask(request).svg, /<\/svg>/);
}

// Returns false at the end.
function step(program, model) {
  const before = ask({ do: "state" });
  const { ended } = ask({ do: "run", steps: 1 });
  const after = ask({ do: "state" });
  if (model === "lockstep" && before.next && after.step > before.step) assert.equal(before.next.rule, after.last_rule);
  if (ended === "trap") assert.equal(after.next?.trap, after.trap.kind);
  for (let thread = 0; thread < Math.min(program.threads, 2); ++thread) {
    if (after.lanes[thread].state === "absent") continue;
    ask({ do: "why", thread });
    for (const variable of program.variables.slice(0, 3)) ask({ do: "why", variable, thread });
  }
  return ended === null;
}

let states = 0;
function check(file, model) {
  const { errors, unavailable, program } = ask({ do: "load", text: read(file), file, model });
  if (errors.length > 0 || unavailable || program.threads * program.warps > 1024) return;
  draw();
  let steps = 1;
  while (steps < kSteps && step(program, model)) ++steps;
  states += steps;
  draw();
  ask({ do: "why", address: 0 });
  ask({ do: "run", steps: 5, back: true, until: { lines: [program.instructions.at(0)?.line ?? 1] } });
  assert.equal(ask({ do: "goto", step: 0 }).step, 0);
}

for (const folder of ["conformance", "related", "explore", "paper"]) {
  for (const file of filesUnder(`programs/${folder}`, [".asm", ".pl"])) {
    for (const model of ["lockstep", "volta"]) {
      try {
        check(file, model);
      } catch (error) {
        error.message = `${file}, ${model}: ${error.message}`;
        throw error;
      }
    }
  }
}
console.log(`${states} states`);
