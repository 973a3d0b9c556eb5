// The requests of a page: docs/web.md.

import assert from "node:assert/strict";
import test from "node:test";
import { newMachine, read } from "./support.mjs";

const kFigure9 = "programs/paper/figure9.pl";
const kDiverges = `
.threads 4
.memory 0: 5 6 7 8
        x = [tid]        ; 4
        c = x < 7
        bz c, other      ; 6
        y = 1
        x = x + y        ; 8
other:  sync
        i = tid + 8
        [i] = x          ; 11
        stop
`;

async function loaded(text, options = {}) {
  const machine = await newMachine();
  const answer = machine.call({ do: "load", text, file: "page.asm", ...options });
  return { machine, answer };
}

test("a text with errors has all of them, with their places", async () => {
  const { machine, answer } = await loaded("x = foo bar\nbz nowhere, there\nstop\n");
  assert.deepEqual(answer.errors.map((e) => [e.line, e.column]), [[1, 9], [2, 13]]);
  assert.match(answer.errors[1].rendered, /^page\.asm:2:13: error: .*\n {4}bz nowhere, there\n {16}\^\n$/);
  assert.equal(answer.errors[1].end, 18);
  assert.equal(answer.program, undefined);
  assert.match(machine.call({ do: "run", steps: 1 }).error, /no program is loaded/);
});

test("a program has its instructions, warnings, and the check", async () => {
  const { answer } = await loaded("unused: x = y\nbz x, end\nend: stop\n", { threads: 8 });
  assert.deepEqual(answer.errors, []);
  assert.equal(answer.program.threads, 8);
  assert.deepEqual(answer.program.variables, ["x", "y"]);
  assert.deepEqual(answer.program.labels, { unused: 1, end: 3 });
  assert.deepEqual(answer.program.instructions[1], { pc: 2, line: 2, column: 1, text: "bz x, end" });
  assert.deepEqual(answer.warnings.map((w) => w.id).sort(), ["unassigned-variable", "unused-label"]);
  assert.deepEqual(answer.check.map((e) => [e.kind, e.line]), [["stop-while-diverged", 3]]);
});

test("a lane says when it fell asleep, who woke it, and what it wrote", async () => {
  const { machine } = await loaded(kDiverges);
  machine.call({ do: "run", steps: 100 });
  const { changes, more, writes } = machine.call({ do: "lane_history", thread: 0 });
  assert.deepEqual(changes, [
    { step: 6, line: 9, state: "at_sync", branch_line: 6, by: [0, 1] },
    { step: 7, line: 9, state: "runs", by: [2, 3] },
  ]);
  assert.equal(more, 0);
  assert.deepEqual(
    writes.map(({ variable, address, step, count }) => [variable ?? address, step, count]),
    [[8, 9, 1], ["i", 8, 1], ["x", 5, 2], ["y", 4, 1], ["c", 2, 1]],
  );
  const [slept, woke] = machine.call({ do: "lane_history", thread: 3 }).changes;
  assert.deepEqual(slept, { step: 3, line: 6, state: "waits", branch_line: 6, by: [0, 1, 2, 3] });
  assert.deepEqual([woke.step, woke.state, woke.by], [6, "runs", [0, 1]]);
  machine.call({ do: "goto", step: 3 });
  assert.deepEqual(machine.call({ do: "lane_history", thread: 3 }).changes, [slept]);
  assert.match(machine.call({ do: "lane_history", thread: 4 }).error, /expected a thread/);
});

test("the last changes of a lane are listed", async () => {
  const { machine } = await loaded(
    ".threads 2\ni = 0\nl: c = i < 20\nbz c, e\nbz tid, s\nx = i\ns: sync\ni = i + 1\njump l\ne: sync\nstop\n",
  );
  machine.call({ do: "run", steps: 1000 });
  const { changes, more } = machine.call({ do: "lane_history", thread: 0 });
  assert.equal(changes.length, 12);
  assert.ok(more > 20);
});

test("the instructions are those of the table, and need no program", async () => {
  const machine = await newMachine();
  const tables = machine.call({ do: "instructions" });
  const sync = tables.instructions.find(({ how }) => how === "sync");
  assert.match(sync.meaning, /end of a conditional/);
  assert.ok(tables.operations.some(({ how }) => how === "+"));
  assert.ok(tables.fetch_operations.some(({ how }) => how === "add"));
  assert.ok(tables.typed_operations.length > 30);
});

test("a compact timeline has its columns, and may go beyond the step", async () => {
  const { machine } = await loaded(kDiverges);
  machine.call({ do: "goto", step: 3 });
  const answer = machine.call({ do: "timeline", upto: 5, compact: true });
  assert.deepEqual(answer.columns, [[1, 4], [2, 5], [3, 6], [4, 7], [5, 8]]);
  assert.deepEqual(answer.rows[3], [{ end: 3, runs: true }, { end: 5, runs: false }]);
  assert.equal(answer.threads_per_row, 1);
  assert.doesNotMatch(answer.svg, /page\.asm<\/text>/);
  assert.equal(machine.call({ do: "state" }).step, 3);
});

test("a Prolog file has the names of its programs", async () => {
  const { machine, answer } = await loaded(read(kFigure9), { file: "figure9.pl" });
  assert.deepEqual(answer.program.programs, ["bench08"]);
  machine.call({ do: "run", steps: 16 });
  const state = machine.call({ do: "state" });
  assert.deepEqual(state.active, [3]);
  assert.deepEqual(state.lanes[1], { state: "waits", branch: 7, line: 25 });
  assert.deepEqual(state.sync_stack[0], { branch: 10, line: 28, next: 16, next_line: 34, done: [0, 5], todo: [] });
});

test("numbers out of range, unknown requests and text that is not JSON are refused", async () => {
  const { machine, answer } = await loaded("stop\n", { threads: 0 });
  assert.equal(answer.error, "load: threads must be a number from 1 to 65536");
  assert.equal(machine.call({ do: "fly" }).error, "'fly' is not a request");
  assert.equal(machine.call([1]).error, "expected a JSON object with the member do");
  machine.call({ do: "load", text: "x = 1\nstop\n" });
  assert.equal(machine.call({ do: "run", steps: -1 }).error, "run: steps must be a whole number, 0 or more");
  assert.equal(machine.call({ do: "goto" }).error, "goto: expected the member step, a number");
  assert.equal(machine.call({ do: "state", warp: 7 }).error, "state: warp 7 does not exist");
  assert.equal(machine.call({ do: "why", thread: 99 }).error, "why: thread 99 does not exist");
  assert.equal(machine.call({ do: "why", thread: 0, variable: "q" }).error, "why: 'q' is not a variable");
});

test("functions that only MPFR rounds are refused at load", async () => {
  const { machine, answer } = await loaded("x = 1.0f32\ny = add.f32 x, x\ny = sin.f32 x\nstop\n");
  assert.deepEqual(answer.errors, []);
  assert.match(answer.unavailable, /^sin\.f32 on line 3 is not available here/);
  assert.equal(machine.call({ do: "run", steps: 1 }).error, answer.unavailable);
});

test("programs that need more memory than a module has are refused at load", async () => {
  const { machine, answer } = await loaded("x = tid\nstop\n", { threads: 65536, warps: 4096 });
  assert.match(answer.unavailable, /^65536 threads × 4096 warps × 1 variables need more than the 1 GiB/);
  assert.equal(machine.call({ do: "load", text: "stop\n" }).unavailable, undefined);
});

test("a run goes on, stops at breakpoints, and goes back to the same states", async () => {
  const { machine } = await loaded(kDiverges);
  const states = [machine.call({ do: "state" })];
  while (!machine.call({ do: "run", steps: 1 }).ended) states.push(machine.call({ do: "state" }));
  const end = machine.call({ do: "state" });
  assert.equal(end.ended, "stop");
  for (let step = states.length - 1; step >= 0; --step) {
    assert.deepEqual(machine.call({ do: "goto", step }), { step, ended: null });
    assert.deepEqual(machine.call({ do: "state" }), states[step]);
  }
  const broke = machine.call({ do: "run", steps: 100, until: { lines: [8] } });
  assert.deepEqual([broke.broke, machine.call({ do: "state" }).line], [true, 8]);
  machine.call({ do: "run", steps: 100 });
  assert.deepEqual(machine.call({ do: "state" }).memory, end.memory);
  const back = machine.call({ do: "run", steps: 100, back: true, until: { lines: [6] } });
  assert.deepEqual(back, { step: 2, ended: null, broke: true });
  assert.deepEqual(machine.call({ do: "run", steps: 1, back: true }), { step: 1, ended: null, broke: false });
  assert.deepEqual(machine.call({ do: "run", steps: 9, back: true }), { step: 0, ended: null, broke: false });
});

test("a state says what the last step changed, and what the next one needs", async () => {
  const { machine } = await loaded(kDiverges);
  machine.call({ do: "run", steps: 1 });
  const load = machine.call({ do: "state" });
  assert.deepEqual(load.changed_variables, { x: [0, 1, 2, 3] });
  assert.deepEqual(load.accesses[2], { thread: 2, address: 2 });
  machine.call({ do: "run", steps: 1 });
  const next = machine.call({ do: "state" }).next;
  assert.equal(next.rule, "BD");
  assert.ok(next.premises.every((p) => p.holds && p.filled.length > 0 && p.schema));
  machine.call({ do: "run", steps: 100, until: { lines: [12] } });
  const store = machine.call({ do: "state" });
  assert.deepEqual(store.changed_memory, [8, 9, 10, 11]);
  assert.deepEqual(store.accesses[3], { thread: 3, address: 11, value: 8 });
  assert.deepEqual(store.variables.x, [6, 7, 7, 8]);
});

test("a run until a line may be one of a warp", async () => {
  const { machine } = await loaded(".threads 1\n.warps 3\nx = wid\ny = x\nstop\n");
  const at = () => {
    const { step, warp, line } = machine.call({ do: "state" });
    return [step, warp, line];
  };
  const until = { lines: [4], warp: 1 };
  assert.equal(machine.call({ do: "run", steps: 100, until }).broke, true);
  assert.deepEqual(at(), [4, 1, 4]);
  assert.equal(machine.call({ do: "run", steps: 100, until }).broke, false);
  assert.equal(machine.call({ do: "run", steps: 100, back: true, until }).broke, true);
  assert.deepEqual(at(), [4, 1, 4]);
  assert.equal(machine.call({ do: "run", steps: 2, back: true, until: { lines: [4], warp: 0 } }).broke, true);
  assert.deepEqual(at(), [3, 0, 4]);
  assert.equal(machine.call({ do: "run", steps: 2, back: true, until }).broke, false);
  assert.deepEqual(at(), [1, 1, 3]);
});

test("words that JavaScript has no numbers for are text", async () => {
  const { machine } = await loaded(".threads 1\nx = 9007199254740993\ny = 9007199254740991\nstop\n");
  machine.call({ do: "run", steps: 2 });
  assert.deepEqual(machine.call({ do: "state" }).variables, { x: ["9007199254740993"], y: [9007199254740991] });
});

test("why: a thread, a variable and a word", async () => {
  const { machine } = await loaded(kDiverges);
  machine.call({ do: "run", steps: 100, until: { lines: [8] } });
  const thread = machine.call({ do: "why", thread: 2 });
  assert.match(thread.text[0], /^thread 2 waits/);
  assert.ok(thread.lines.includes(6));
  assert.ok(thread.steps.includes(3));
  machine.call({ do: "run", steps: 100 });
  const variable = machine.call({ do: "why", thread: 0, variable: "x" });
  assert.match(variable.text[0], /^x@0 = 6 {2}step 5, line 8: x = x \+ y/);
  const word = machine.call({ do: "why", address: 10 });
  assert.match(word.text[0], /^\[10\] = 7 {2}step .*, line 11: \[i\] = x, by thread 2/);
  assert.match(machine.call({ do: "why", address: 77 }).text[0], /never written/);
});

test("statistics are those of the run up to the step, in both directions", async () => {
  const { machine } = await loaded(kDiverges);
  assert.equal(machine.call({ do: "statistics" }).steps, 0);
  machine.call({ do: "run", steps: 100 });
  const all = machine.call({ do: "statistics" });
  assert.equal(all.branches_divergent, 1);
  machine.call({ do: "goto", step: 2 });
  assert.equal(machine.call({ do: "statistics" }).branches_divergent, 0);
  assert.deepEqual(machine.call({ do: "finish", statistics: true }).result.stats, all);
});

test("pictures show the run up to the step", async () => {
  const { machine } = await loaded(kDiverges);
  machine.call({ do: "run", steps: 100 });
  const whole = machine.call({ do: "timeline" }).svg;
  assert.match(whole, /^<svg[^>]*>/);
  assert.ok(machine.call({ do: "timeline", first: 2, last: 3 }).svg.length < whole.length);
  assert.match(machine.call({ do: "memory_picture", segment: 4 }).svg, /<\/svg>\s*$/);
  assert.match(machine.call({ do: "timeline", warp: 3 }).error, /does not exist/);
});

test("a trap has its message, and the premise that fails", async () => {
  const { machine } = await loaded(".threads 4\nx = 1\ny = x / tid\nstop\n");
  assert.deepEqual(machine.call({ do: "run", steps: 100 }), { step: 1, ended: "trap", broke: false });
  const state = machine.call({ do: "state" });
  assert.deepEqual([state.trap.kind, state.trap.line, state.trap.threads], ["division-by-zero", 3, [0]]);
  assert.equal(state.next.trap, "division-by-zero");
  assert.equal(machine.call({ do: "finish" }).result.trap.message, state.trap.message);
});

test("goto past the end is at the end, after its last step", async () => {
  const { machine } = await loaded(kDiverges);
  const { step } = machine.call({ do: "run", steps: 100 });
  const end = machine.call({ do: "state" });
  machine.call({ do: "goto", step: 0 });
  assert.deepEqual(machine.call({ do: "goto", step: 1000 }), { step, ended: "stop" });
  assert.deepEqual(machine.call({ do: "state" }), end);
  assert.equal(end.last_rule, "STOP");
  machine.call({ do: "load", text: ".threads 4\nx = 1\ny = x / tid\nstop\n" });
  for (const past of [2, 3, 100]) {
    assert.deepEqual(machine.call({ do: "goto", step: past }), { step: 1, ended: "trap" });
    assert.equal(machine.call({ do: "state" }).last_line, 2);
  }
});

test("a run has a limit of steps", async () => {
  const { machine } = await loaded(".threads 2\nloop: jump loop\nstop\n");
  assert.equal(machine.call({ do: "finish", max_steps: 1000 }).result.outcome, "limit");
  assert.deepEqual(machine.call({ do: "run", steps: 5000 }), { step: 5000, ended: null, broke: false });
});

test("a run whose state comes back never ends", async () => {
  const { machine } = await loaded(".threads 2\n.memory 0: 0\nloop: x = [0]\nbz x, loop\nsync\nstop\n");
  const { endless } = machine.call({ do: "endless" });
  assert.equal(endless.message, "lanes 0, 1 spin on [0] at lines 3-4; nobody has written it");
  assert.deepEqual(endless.waits, ["lanes 0, 1 → [0] → nobody"]);
  machine.call({ do: "load", text: "x = 0\nl: x = x + 1\nc = x < 50\nbnz c, l\nsync\nstop\n" });
  assert.deepEqual(machine.call({ do: "endless" }), { endless: null });
});

test("several warps and threads of their own", async () => {
  const { machine } = await loaded(".threads 4\nx = wid\nstop\n", { warps: 3 });
  machine.call({ do: "run", steps: 3 });
  assert.deepEqual(machine.call({ do: "state", warp: 2 }).variables, { x: [2, 2, 2, 2] });
  const volta = await loaded(kDiverges, { model: "volta" });
  assert.equal(volta.answer.program.model, "volta");
  assert.equal(volta.machine.call({ do: "run", steps: 1000 }).ended, "stop");
  assert.deepEqual(volta.machine.call({ do: "state" }).variables.x, [6, 7, 7, 8]);
});

test("an answer is graded, and runs with an input's directives", async () => {
  const exercise = {
    title: "Double",
    task: ["Store twice the word at tid."],
    inputs: [{ name: "two", directives: [".threads 2", ".memory 0: 4 5", ".expect memory 0: 8 10"] }],
    mistakes: [{ id: "adds-two", when: [".expect memory 0: 6 7"], say: "That adds two." }],
  };
  const { machine } = await loaded(kDiverges);
  const wrong = ".threads 64\n        x = [tid]\n        x = x + 2\n        [tid] = x\n        stop\n";
  const verdict = machine.call({ do: "grade", exercise, text: wrong });
  assert.deepEqual([verdict.passed, verdict.mistake, verdict.message], [false, "adds-two", "That adds two."]);
  assert.deepEqual(verdict.input, exercise.inputs[0]);
  assert.ok(machine.call({ do: "grade", exercise, text: wrong.replace("+", "*") }).passed);
  assert.match(machine.call({ do: "grade", exercise: {}, text: wrong }).error, /expected the member 'title'/);
  assert.match(machine.call({ do: "grade", exercise, text: "x = sin.f32 x\nstop\n" }).error, /MPFR/);
  const { program, errors } = machine.call({ do: "load", text: wrong, input: verdict.input.directives });
  assert.deepEqual([errors, program.threads, program.instructions[0].line], [[], 2, 2]);
  machine.call({ do: "run", steps: 100 });
  assert.deepEqual(machine.call({ do: "state" }).memory, { 0: 6, 1: 7 });
  assert.match(machine.call({ do: "load", text: wrong, input: [1] }).error, /must be a list of directives/);
});

test("a kernel becomes a program, with its parameters and the lines of its source", async () => {
  const machine = await newMachine();
  const text = "__global__ void k(const int *in, int *out, int n) {\n  int i = threadIdx.x;\n  if (i < n) out[i] = in[i] * 2;\n}\n";
  const kernel = machine.call({ do: "kernel", text, block: [4], warp: 4, arguments: { in: [5, 6, 7, 8], n: 3 } });
  assert.deepEqual(kernel.kernels, ["k"]);
  assert.deepEqual(kernel.parameters, [
    { name: "in", type: "i32", array: true, value: [5, 6, 7, 8] },
    { name: "out", type: "i32", array: true, value: [0, 0, 0, 0] },
    { name: "n", type: "i32", array: false, value: 3 },
  ]);
  const { program, errors } = machine.call({ do: "load", text: kernel.text, file: "k.asm" });
  assert.deepEqual(errors, []);
  assert.equal(program.instructions.length, kernel.source.lines.length);
  assert.ok(kernel.source.lines.includes(3));
  machine.call({ do: "run", steps: 1000 });
  const { memory, ended } = machine.call({ do: "state" });
  assert.equal(ended, "stop");
  assert.deepEqual(Object.values(memory).map(Number).filter((value) => value >= 10), [10, 12, 14]);
});

test("a kernel is an answer: it runs with the directives of an input, and is graded", async () => {
  const machine = await newMachine();
  const text = "__global__ void answer(int *memory) {\n  memory[blockDim.x + threadIdx.x] = 2 * memory[threadIdx.x];\n}\n";
  const input = [".threads 2", ".memory 0: 4 5", ".expect memory 2: 8 10"];
  const answer = machine.call({ do: "kernel", text, file: "mine.cu", input });
  assert.match(answer.text, /\.memory 0: 4 5/);
  const { program } = machine.call({ do: "load", text: answer.text, file: "mine.asm" });
  assert.equal(program.instructions.length, answer.source.lines.length);
  assert.match(machine.call({ do: "kernel", text: "", file: "mine.cu", input }).errors[0].message, /The file is empty/);
  const exercise = { title: "t", task: ["t"], hints: [], inputs: [{ name: "two", directives: input }], mistakes: [] };
  assert.ok(machine.call({ do: "grade", exercise, text, file: "mine.cu" }).passed);
  const wrong = machine.call({ do: "grade", exercise, text: text.replace("2 *", "3 *"), file: "mine.cu" });
  assert.deepEqual(wrong.memory, [{ address: 2, wanted: ["8", "10"], got: ["12", "15"] }]);
});

test("a kernel with errors has all of them, with their places", async () => {
  const machine = await newMachine();
  const answer = machine.call({ do: "kernel", text: "__global__ void k(int *a) {\n  a[0] = x;\n  a[1] = 1.5 % 2;\n}\n" });
  assert.deepEqual(answer.errors.map((e) => [e.line, e.column]), [[2, 10], [3, 14]]);
  assert.match(answer.rendered, /kernel\.cu:2:10: error: 'x' is not declared/);
  assert.match(machine.call({ do: "kernel", text: "__global__ void k() {}", block: [4096], grid: [2] }).errors[0].message, /4096 threads/);
  assert.match(machine.call({ do: "kernel" }).error, /expected the member text/);
});
