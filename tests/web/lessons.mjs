// The lessons of the page: what the parser accepts, where it reports an error, and that the programs of the course run.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newMachine, read, source } from "./support.mjs";

// The copy next to the packages of the page.
const page = process.env.MUSIMD_PAGE_SOURCES;
const parser = join(page, "lessons.mjs");
if (!existsSync(parser) || !existsSync(join(page, "node_modules/marked"))) {
  console.log("skipped: needs the page, which is not built");
  process.exit(77);
}
const { kPanels, parseExercise, parseLesson, readLessons } = await import(pathToFileURL(parser));

const kLesson = `# Ways *and* \`sync\`

## First part

A **warp** has \`tid\` < 8.

- one
- two

\`\`\`asm two-ways.asm
.threads 8
        x = tid & 1

        stop
\`\`\`

\`\`\`predict 1
Which lanes run \`next\`?
---
**All** of them.
\`\`\`

After the fences.

## Second part
The program stays.
`;

const kExercise = {
  title: "Twice",
  task: ["Each thread stores", "`2 * tid`."],
  hints: ["Use `*`."],
  tempting: "once",
  inputs: [{ name: "four", directives: [".threads 4", ".expect memory 0: 0 2 4 6"] }],
  mistakes: [{ id: "once", input: "four", when: [".expect memory 0: 0 1 2 3"], say: "That is `tid`." }],
};

function accepts() {
  assert.deepEqual(parseLesson(kLesson, "lesson.md"), {
    title: "Ways and sync",
    parts: [
      {
        title: "First part",
        html: "<p>A <strong>warp</strong> has <code>tid</code> &lt; 8.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p>After the fences.</p>\n",
        program: { file: "two-ways.asm", text: ".threads 8\n        x = tid & 1\n\n        stop\n" },
        predict: {
          step: 1,
          question: "<p>Which lanes run <code>next</code>?</p>",
          explanation: "<p><strong>All</strong> of them.</p>",
        },
      },
      { title: "Second part", html: "<p>The program stays.</p>\n" },
    ],
  });
  assert.deepEqual(parseExercise(JSON.stringify(kExercise), "exercise.json"), kExercise);
}

/** The lesson with a text replaced is refused, with this message. */
function refusesLesson(before, after, message) {
  assert.ok(kLesson.includes(before), before);
  assert.throws(
    () =>
      parseLesson(
        kLesson.replace(before, () => after),
        "a/lesson.md",
      ),
    { message: `a/lesson.md:${message}` },
  );
}

function refusesLessons() {
  refusesLesson("# Ways *and* `sync`\n", "", "2: error: expected the title of the lesson: # TITLE");
  refusesLesson("## First part", "", "5: error: expected the title of a part: ## TITLE");
  refusesLesson("## Second", "# Second", "25: error: a second title; parts begin with ##");
  refusesLesson("## Second", "### Second", "25: error: a heading is not allowed in the text of a lesson");
  refusesLesson("A **warp**", "A <b>warp</b>", "5: error: HTML is not allowed in the text of a lesson");
  refusesLesson("- two", "- [two](https://example.com)", "7: error: a link is not allowed in the text of a lesson");
  refusesLesson("After", "![After](a.png)", "23: error: an image is not allowed in the text of a lesson");
  refusesLesson("**All**", "<b>All</b>", "20: error: HTML is not allowed in the text of a lesson");
  refusesLesson("```asm two-ways.asm", "```asm", "10: error: expected ```asm NAME.asm");
  refusesLesson("```asm two-ways.asm", "```c a.c", "10: error: expected ```asm, ```predict or ```introduces, not ```c");
  refusesLesson("```predict 1", "```predict", "17: error: expected ```predict STEP");
  refusesLesson("---\n", "", "17: error: a prediction has a question, a line ---, and the explanation");
  refusesLesson("Which lanes run `next`?\n", "", "17: error: the prediction has no question");
  refusesLesson("**All** of them.\n", "", "17: error: the prediction has no explanation");
  refusesLesson("After the fences.", "```predict 2\na\n---\nb\n```", "23: error: a part has at most one prediction");
  refusesLesson("After the fences.", "```asm b.asm\nstop\n```", "23: error: a part has at most one program");
  refusesLesson("After the fences.", "```introduces Θ\n```", "23: error: expected ```introduces and some of Π, Λ, rule");
  refusesLesson("After the fences.", "```introduces\n```", "23: error: expected ```introduces and some of Π, Λ, rule");
  refusesLesson("After the fences.", "```introduces Π\na\n```", "23: error: a block ```introduces is empty");
  refusesLesson("The program stays.", "```asm b.asm\nstop", "26: error: this fence is not closed");
  refusesLesson("The program stays.\n", "", '25: error: the part "Second part" has no text');
  const fence = kLesson.slice(kLesson.indexOf("```asm"), kLesson.indexOf("```predict"));
  refusesLesson(fence, "", "3: error: the first part of a lesson needs a program");
  assert.throws(() => parseLesson("# Title\n", "lesson.md"), {
    message: /^lesson.md:2: error: the lesson has no parts/,
  });
  assert.throws(() => parseLesson("", "lesson.md"), { message: /^lesson.md:1: error: expected the title/ });
}

/** The exercise with members replaced is refused, with this message. */
function refusesExercise(members, message) {
  const text = JSON.stringify({ ...kExercise, ...members }, null, 2);
  assert.throws(() => parseExercise(text, "exercise.json"), { message });
}

function refusesExercises() {
  refusesExercise({ title: 1 }, 'exercise.json:2: error: "title" of an exercise must be a string');
  refusesExercise({ task: "a" }, 'exercise.json:3: error: "task" of an exercise must be a list of lines');
  refusesExercise({ hints: undefined }, 'exercise.json:2: error: an exercise needs "hints": a list of strings');
  refusesExercise({ checks: true }, /^exercise.json:\d+: error: an exercise has no member "checks"$/);
  refusesExercise({ tempting: "other" }, /^exercise.json:10: error: no mistake has the id "other"$/);
  refusesExercise({ inputs: [] }, /"inputs" of an exercise must be a list of inputs$/);
  refusesExercise({ inputs: [{ name: "four" }] }, /error: an input needs "directives": a list of directives$/);
  refusesExercise({ inputs: [...kExercise.inputs, ...kExercise.inputs] }, /two have the name "four"$/);
  refusesExercise({ mistakes: [{ id: "once", say: "No.", input: "five" }] }, /no input has the name "five"$/);
  for (const text of ["null", "[]", "1"])
    assert.throws(() => parseExercise(text, "exercise.json"), {
      message: "exercise.json:1: error: expected an object",
    });
  assert.throws(() => parseExercise('{\n  "title": "a",\n}', "exercise.json"), {
    message: /^exercise.json:3: error: not JSON/,
  });
  assert.throws(() => parseExercise("{\n", "exercise.json"), { message: /^exercise.json:\d: error: not JSON/ });
  assert.throws(() => readLessons("no/such/folder"), { message: /^no\/such\/folder:1: error: no lessons/ });
}

const machine = await newMachine();

/** The program of a part runs up to its prediction. */
function runs({ program, predict }, where) {
  const { errors, unavailable } = machine.call({ do: "load", text: program.text, file: program.file });
  assert.deepEqual([errors, unavailable], [[], undefined], where);
  if (predict === undefined) return;
  const { step } = machine.call({ do: "goto", step: predict.step });
  assert.equal(step, predict.step, `${where}: the step of the prediction`);
  assert.equal(machine.call({ do: "state" }).ended, null, `${where}: the run has ended at the step of the prediction`);
}

function checkCourse() {
  const lessons = readLessons(join(source, "web/lessons"));
  for (const { name, parts, exercises } of lessons) {
    assert.ok(parts.length >= 3 && parts.length <= 5, `${name}: ${parts.length} parts`);
    assert.ok(parts.filter(({ predict }) => predict !== undefined).length >= 2, `${name}: predictions`);
    assert.ok(exercises.length >= 3, `${name}: ${exercises.length} exercises`);
    assert.ok(
      exercises.some(({ exercise }) => exercise.tempting !== undefined),
      `${name}: no tempting mistake`,
    );
    for (const { html, introduces = [], title } of parts)
      for (const panel of introduces)
        assert.match(html, new RegExp(panel, "i"), `${name}, ${title}: the text does not mention what it introduces`);
    let program;
    parts.forEach((part, i) => {
      program = part.program ?? program;
      runs({ ...part, program }, `${name}, part ${i + 1}`);
    });
    for (const exercise of exercises) {
      const start = { program: { file: "start.asm", text: exercise.start } };
      runs(start, `${name}/${exercise.name}`);
      const solution = read(`web/lessons/${name}/${exercise.name}/solution.asm`);
      assert.ok(
        !JSON.stringify(exercise).includes(JSON.stringify(solution).slice(1, -1)),
        `${name}/${exercise.name}: the page has the solution`,
      );
    }
  }
  const introduced = lessons.flatMap(({ parts }) => parts.flatMap(({ introduces = [] }) => introduces));
  assert.deepEqual(introduced.sort(), [...kPanels].sort(), "each panel is introduced once");
  console.log(`${lessons.length} lessons, ${lessons.flatMap(({ exercises }) => exercises).length} exercises`);
}

accepts();
refusesLessons();
refusesExercises();
checkCourse();
