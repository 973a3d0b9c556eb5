// Tests of the course on the page; page_test.mjs runs them.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The names of the folders of lessons or exercises in a folder, in the order of the page. */
const numbered = (folder) =>
  readdirSync(folder)
    .filter((name) => /^\d+-/.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));

/** An exercise {id, json, solution, wrong} of the folder of the lessons. */
function exerciseIn(lessons, id) {
  const text = (name) => readFileSync(join(lessons, id, name), "utf8");
  const json = JSON.parse(text("exercise.json"));
  const [first] = readdirSync(join(lessons, id, "wrong")).filter((name) => name.endsWith(".asm")).sort();
  const mistake = existsSync(join(lessons, id, "wrong", `${json.tempting}.asm`))
    ? json.tempting
    : first.replace(/\.asm$/, "");
  return { id, json, solution: text("solution.asm"), mistake, wrong: text(`wrong/${mistake}.asm`) };
}

const heading = (page) => page.textContent("#part-title");

const headingChanged = (page, from) =>
  page.waitForFunction((text) => document.getElementById("part-title").textContent !== text, from);

/** Clicks elements at once, without waiting for each. */
const press = (page, ...selectors) =>
  page.evaluate((list) => list.forEach((selector) => document.querySelector(selector).click()), selectors);

const laneOf = (thread) => `.lane[data-thread="${thread}"]`;

async function type(page, text) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

async function verdictOf(page) {
  await page.waitForFunction(() => {
    const result = document.querySelector("#verdict .result");
    return result !== null && !/^Checking/.test(result.textContent) && !document.querySelector("#check[aria-busy]");
  });
  return {
    result: await page.textContent("#verdict .result"),
    message: await page.evaluate(() => document.querySelector("#verdict .message")?.textContent ?? ""),
  };
}

async function check(page) {
  await page.evaluate(() => document.getElementById("verdict").replaceChildren());
  await page.click("#check");
  return verdictOf(page);
}

/** `setup`: what page_test.mjs has: `opened`, `newMachine`, `source`. */
export function courseTests({ opened, newMachine, source }) {
  const folder = join(source, "web/lessons");
  const lessons = numbered(folder);
  const ids = lessons.flatMap((lesson) => numbered(join(folder, lesson)).map((name) => `${lesson}/${name}`));
  const firstExercise = exerciseIn(folder, ids[0]);

  /** The lanes that run after the step of the prediction, by the module. */
  async function answerOf(machine, page) {
    const { text, step } = await page.evaluate(() => {
      const lessons = JSON.parse(document.getElementById("embedded-lessons").textContent);
      const [, lesson, part] = /^#lesson=(\d+)(?:\.(\d+))?$/.exec(location.hash);
      const parts = lessons[lesson - 1].parts.slice(0, Number(part ?? 1));
      return { text: parts.findLast(({ program }) => program).program.text, step: parts.at(-1).predict.step };
    });
    machine.call({ do: "load", text });
    machine.call({ do: "goto", step });
    machine.call({ do: "run", steps: 1 });
    const { active, lanes } = machine.call({ do: "state" });
    return { active, threads: lanes.length };
  }

  /** Chooses lanes; the answer of the page. */
  async function predict(page, threads) {
    await page.click("#predict");
    await page.waitForSelector("body.guessing #predict.primary");
    for (const id of ["next-title", "next-text", "rule"]) assert.equal(await page.isVisible(`#${id}`), false, id);
    assert.match(await page.textContent("#live"), /is next, for threads [^.]*\.\s*$/);
    await press(page, ...threads.map(laneOf));
    await page.click("#predict");
    await page.waitForFunction(() => document.getElementById("answer").textContent !== "");
    return page.textContent("#answer");
  }

  async function tryPrediction(machine, page) {
    const { active, threads } = await answerOf(machine, page);
    const wrong = Array.from({ length: threads }, (_, thread) => thread).filter(
      (t) => active.includes(t) !== (t === 0),
    );
    assert.match(await predict(page, wrong), /^✗ Not quite/, await heading(page));
    assert.match(await predict(page, active), /^✓ Right/, await heading(page));
    assert.ok((await page.textContent("#explanation")).length > 0);
  }

  async function tryExercise(page, { id, json, solution, mistake, wrong }) {
    assert.equal(await page.evaluate(() => location.hash), `#exercise=${id}`);
    for (let i = 1; i <= json.hints.length; ++i) {
      await page.click("#hint");
      assert.equal((await page.$$("#hints li")).length, i);
    }
    assert.ok(await page.isDisabled("#hint"));
    await type(page, wrong);
    const { result, message } = await check(page);
    assert.match(result, /^✗ Not yet: \d+ of \d+ inputs? pass/, id);
    assert.equal(message, json.mistakes.find((each) => each.id === mistake).say, `${id}: ${mistake}`);
    if (await page.isVisible("#show-me")) await tryInput(page, id, json);
    await type(page, solution);
    const count = json.inputs.length;
    assert.equal((await check(page)).result, `✓ Passed: ${count} of ${count} inputs.`, id);
    assert.ok(!(await page.isVisible("#input")), id);
  }

  /** The failing input runs in the page. */
  async function tryInput(page, id, json) {
    // Not page.click(): the program that was typed is still being loaded, which can move the button during a click.
    await press(page, "#show-me");
    await page.waitForSelector("#input:not([hidden])");
    const directives = (await page.textContent("#input-directives")).split("\n");
    const input = json.inputs.find((each) => String(each.directives) === String(directives));
    assert.ok((await page.textContent("#input-name")).includes(`"${input?.name}"`), id);
    const threads = /^\.threads (\d+)/.exec(directives.find((line) => line.startsWith(".threads")))?.[1];
    await page.waitForFunction((count) => document.querySelectorAll(".lane").length === Number(count), threads);
    await page.waitForFunction(() => /^step 0 /.test(document.getElementById("position").textContent));
  }

  return {
    async "the whole course: each part, each prediction, each exercise"() {
      const machine = await newMachine();
      const page = await opened({}, "#lesson=1");
      const exercises = new Map(ids.map((id) => [id, exerciseIn(folder, id)]));
      let predictions = 0;
      for (;;) {
        await page.waitForFunction(() => /^step \d/.test(document.getElementById("position").textContent));
        const hash = await page.evaluate(() => location.hash);
        const before = await heading(page);
        const id = hash.replace("#exercise=", "");
        if (await page.isVisible("#prediction")) {
          ++predictions;
          await tryPrediction(machine, page);
        }
        if (exercises.has(id)) await tryExercise(page, exercises.get(id));
        exercises.delete(id);
        assert.deepEqual(page.errors, [], before);
        assert.equal(await page.isVisible("#notice"), false, before);
        await page.click("#next");
        if (await page.isVisible("#lesson-list")) break;
        await page.waitForFunction((last) => location.hash !== last, hash);
      }
      assert.deepEqual([...exercises.keys()], [], "exercises that were not met");
      assert.ok(predictions >= 2 * lessons.length);
      await page.reload();
      await page.waitForSelector(".lane");
      await page.click("#lessons-button");
      const counts = await page.$$eval("#lessons .quiet", (list) => list.map((item) => item.textContent));
      assert.equal(counts.length, lessons.length);
      for (const count of counts) assert.match(count, /^(\d+) of \1 parts seen, (\d+) of \2 exercises solved$/);
      return page;
    },

    async "an exercise is answered as a kernel, from its start to passed"() {
      const id = "02-divergence/1-absolute-value";
      const read = (name) => readFileSync(join(folder, id, name), "utf8");
      const kernel = () =>
        page.$$eval("#source-text .cm-line", (lines) => lines.map((line) => `${line.textContent}\n`).join(""));
      const write = async (text) => {
        await page.click("#source-text .cm-content");
        await page.keyboard.press("Control+A");
        await page.keyboard.insertText(text);
      };
      const page = await opened({}, `#exercise=${id}`);
      await page.waitForSelector("#languages:not([hidden])");
      await page.click("#in-kernel");
      await page.waitForFunction(() => document.getElementById("source-name").textContent === "1-absolute-value.cu");
      await page.waitForFunction(() => document.querySelectorAll(".lane").length === 8);
      assert.equal((await kernel()).trim(), read("start.cu").trim());
      assert.ok(await page.isVisible("#kernel-note"));
      assert.equal(await page.isVisible("#launch"), false, "the input says how many threads there are");
      await page.click("#to-end");
      const words = (list) => page.waitForFunction((wanted) => {
        const cells = [...document.querySelectorAll("#memory td")].map((cell) => cell.textContent);
        return wanted.every((word) => cells.includes(word));
      }, list);
      await words(["-3", "-6"]); // the first input

      await write("__global__ void answer(int *memory) {\n    memory[0] = x;\n}\n");
      await page.waitForFunction(() => document.querySelector("#kernel-problems li") !== null);
      const wrong = await check(page);
      assert.equal(wrong.message, "The answer cannot be read.");
      assert.match(await page.textContent("#verdict pre"), /1-absolute-value\.cu:2:17: error: 'x' is not declared/);

      await write(read("wrong/wrong-side.cu"));
      const verdict = await check(page);
      const mistake = JSON.parse(read("exercise.json")).mistakes.find((each) => each.id === "wrong-side");
      assert.equal(verdict.message, mistake.say.replaceAll("`bz`", "`if`"));
      const rows = await page.$$eval("#verdict .comparison tr", (list) => list.map((row) => row.innerText.split(/\s+/)));
      assert.deepEqual(rows[0].slice(0, 4), ["8", "wanted", "3", "4"]);
      assert.deepEqual(rows[1].slice(0, 4), ["8", "got", "-3", "-4"]);
      await press(page, "#show-me");
      await page.waitForSelector("#input:not([hidden])");
      assert.match(await page.textContent("#input-directives"), /\.memory 0: -3 4 0/);
      await page.waitForFunction(() => /^step 0 /.test(document.getElementById("position").textContent));

      await page.reload(); // the language and the kernel are kept
      await page.waitForFunction(() => document.getElementById("source-name").textContent === "1-absolute-value.cu");
      await page.waitForFunction(() => document.querySelectorAll(".lane").length === 8);
      assert.match(await kernel(), /x >= 0/);
      await write(read("solution.cu"));
      assert.equal((await check(page)).result, "✓ Passed: 5 of 5 inputs.");
      await page.click("#in-assembly");
      await page.waitForFunction(() => document.getElementById("source-panel").hidden);
      assert.match(await page.textContent("#editor .cm-content"), /negative = x < 0/);
      assert.deepEqual(page.errors, []);
      return page;
    },

    async "progress and programs are kept, and can be forgotten"() {
      const page = await opened({}, `#exercise=${firstExercise.id}`);
      await page.waitForSelector(".lane");
      const start = await page.textContent(".cm-content");
      await type(page, "; mine\nstop\n");
      await page.reload(); // before the page has read the text
      await page.waitForSelector(".lane");
      assert.match(await page.textContent(".cm-content"), /; mine/);
      await page.click("#start-again");
      await page.waitForFunction((text) => document.querySelector(".cm-content").textContent === text, start);
      await page.click("#start-again"); // now: back to my program
      await page.waitForFunction(() => /; mine/.test(document.querySelector(".cm-content").textContent));
      await type(page, firstExercise.solution);
      assert.match((await check(page)).result, /^✓ Passed/);
      await page.goto("about:blank");
      await page.goBack();
      await page.waitForSelector(".lane");
      assert.equal(await page.evaluate(() => location.hash), `#exercise=${firstExercise.id}`);
      await page.click("#lessons-button");
      assert.match(await page.textContent("#lessons .quiet"), /1 of \d+ exercises solved/);
      page.once("dialog", (dialog) => dialog.accept());
      await page.click("#reset-progress");
      await page.waitForFunction(() => /^0 of .* 0 of/.test(document.querySelector("#lessons .quiet").textContent));
      assert.equal(await page.textContent(".cm-content"), start);
      await page.click("#lesson-close");
      assert.equal(await page.evaluate(() => location.hash), "");
      assert.equal(await page.isVisible("#lesson"), false);
      return page;
    },

    async "the list opens without a lesson, and shows what another window has solved"() {
      const page = await opened();
      await page.waitForSelector(".lane");
      await page.click("#begin-course");
      await page.waitForSelector("#lesson:not([hidden])");
      await page.click("#lesson-close");
      await type(page, "; mine\nstop\n");
      await page.click("#course");
      assert.equal(await page.textContent("#lesson-title"), "The course");
      assert.match(await page.textContent(".cm-content"), /; mine/);
      const other = await page.context().newPage();
      await other.goto(`${page.url().replace(/#.*/, "")}#exercise=${firstExercise.id}`);
      await other.waitForSelector(".lane");
      await type(other, firstExercise.solution);
      assert.match((await check(other)).result, /^✓ Passed/);
      await page.waitForFunction(() =>
        / 1 of \d+ exercises/.test(document.querySelector("#lessons .quiet").textContent),
      );
      await type(other, "stop\n");
      await other.waitForFunction(() => document.querySelector("#verdict .result") === null); // it was for another text
      page.once("dialog", (dialog) => dialog.accept());
      await page.click("#reset-progress");
      await page.waitForFunction(() =>
        / 0 of \d+ exercises/.test(document.querySelector("#lessons .quiet").textContent),
      );
      await page.click("#lessons li:nth-child(2) button");
      await page.waitForFunction(() => /^Part 1 of/.test(document.getElementById("part-title").textContent));
      assert.match(await page.textContent("#lesson-title"), /^Lesson 2 of/);
      await page.click("#course");
      assert.equal(await page.isVisible("#lesson"), false);
      return page;
    },

    async "the course works if the browser keeps nothing, and says so once"() {
      for (const before of [
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });",
      ]) {
        const page = await opened({ before }, `#exercise=${firstExercise.id}`);
        await page.waitForSelector("#notice:not([hidden])");
        assert.match(await page.textContent("#notice"), /keeps nothing for this page/);
        await page.click("#notice button");
        await type(page, firstExercise.solution);
        assert.match((await check(page)).result, /^✓ Passed/);
        await page.click("#previous");
        await page.waitForSelector("#exercise[hidden]", { state: "attached" });
        await page.click("#next");
        await page.waitForSelector("#exercise:not([hidden])");
        assert.equal(
          (await page.textContent(".cm-content")).slice(0, 20),
          firstExercise.solution.replaceAll("\n", "").slice(0, 20),
        );
        assert.equal(await page.isVisible("#notice"), false);
        assert.deepEqual(page.errors, []);
        await page.context().close();
      }
      const kept = JSON.stringify({
        seen: 1,
        solved: [{}, "x"],
        programs: { [firstExercise.id]: 5 },
        address: "#lesson=77",
      });
      const other = await opened({ before: `localStorage.setItem("musimd-course", ${JSON.stringify(kept)})` });
      await other.waitForSelector(".lane");
      await other.click("#begin-course");
      await other.waitForSelector("#lesson:not([hidden])");
      assert.match(await heading(other), /^Part 1 of/);
      return other;
    },

    async "an exercise is solved with the keyboard alone"() {
      const page = await opened({}, `#exercise=${firstExercise.id}`);
      await page.waitForSelector(".lane");
      await page.keyboard.press("e");
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(firstExercise.wrong);
      await page.keyboard.press("Escape");
      await page.keyboard.press("c");
      assert.match((await verdictOf(page)).result, /^✗/);
      assert.equal(await page.getAttribute("#verdict", "aria-live"), "polite");
      for (let i = 0; i < 40; ++i) {
        if (await page.evaluate(() => document.activeElement.id === "hint")) break;
        await page.keyboard.press("Shift+Tab");
      }
      await page.keyboard.press("Enter");
      assert.equal((await page.$$("#hints li")).length, 1);
      assert.equal(await page.evaluate(() => document.activeElement.id), "hint");
      await page.keyboard.press("e");
      await page.keyboard.press("Control+A");
      await page.keyboard.insertText(firstExercise.solution);
      await page.keyboard.press("Escape");
      await page.evaluate(() => document.getElementById("verdict").replaceChildren());
      await page.keyboard.press("c");
      assert.match((await verdictOf(page)).result, /^✓/);
      const before = await heading(page);
      await page.keyboard.press("n");
      await headingChanged(page, before);
      return page;
    },

    async "a prediction is made with the keyboard alone"() {
      const machine = await newMachine();
      const page = await opened({}, "#lesson=1");
      await page.waitForSelector(".lane");
      while (!(await page.isVisible("#prediction"))) {
        const before = await heading(page);
        await page.keyboard.press("n");
        await headingChanged(page, before);
      }
      await page.keyboard.press("c");
      await page.waitForSelector("body.guessing #predict.primary");
      await page.waitForFunction(() => document.activeElement.dataset.thread === "0");
      const { active, threads } = await answerOf(machine, page);
      for (let thread = 0; thread < threads; ++thread) {
        if (active.includes(thread)) await page.keyboard.press("Enter");
        if (thread + 1 < threads) await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("c");
      await page.waitForFunction(() => /^✓ Right/.test(document.getElementById("answer").textContent));
      return page;
    },

    async "addresses open lessons, parts and exercises"() {
      const page = await opened({}, "#lesson=2");
      await page.waitForSelector(".lane");
      assert.match(await page.textContent("#lesson-title"), /^Lesson 2 of/);
      assert.match(await heading(page), /^Part 1 of/);
      await page.evaluate(() => (location.hash = "#lesson=2.3"));
      await page.waitForFunction(() => /^Part 3 of/.test(document.getElementById("part-title").textContent));
      await page.evaluate((id) => (location.hash = `#exercise=${id}`), ids.at(-1));
      await page.waitForFunction(() => /^Exercise/.test(document.getElementById("part-title").textContent));
      for (const hash of [
        "#lesson=99",
        "#lesson=0",
        "#lesson=1.99",
        "#lesson=x",
        "#exercise=a/b",
        "#exercise=__proto__/x",
      ]) {
        await page.evaluate((text) => (location.hash = text), hash);
        await page.waitForFunction((text) => document.getElementById("notice").textContent.includes(text), hash);
      }
      const other = await opened({}, "#lesson=99");
      await other.waitForSelector(".lane");
      assert.match(await other.textContent("#notice"), /no such lesson/);
      assert.match(await other.textContent("#lesson-title"), /^Lesson 1 of/);
      assert.deepEqual(other.errors, []);
      await other.context().close();
      return page;
    },

    async "an answer that does not end, has errors or is empty is refused, and the page goes on"() {
      const page = await opened({}, `#exercise=${firstExercise.id}`);
      await page.waitForSelector(".lane");
      for (const [text, failure] of [
        ["again: jump again\n", /limit/],
        ["x = = 1\n", /error: /],
        ["", /./],
      ]) {
        await type(page, text);
        const { result } = await check(page);
        assert.match(result, /^✗ Not yet: 0 of/, text);
        assert.match(await page.textContent("#verdict"), failure, text);
      }
      return page;
    },

    async "a check that hangs is stopped, and the next one works"() {
      const page = await opened(
        {
          before: `
          const post = Worker.prototype.postMessage;
          Worker.prototype.postMessage = function (message) {
            if (window.hangs && message.requests?.some((request) => request.do === "grade")) return;
            post.call(this, message);
          };`,
        },
        `#exercise=${firstExercise.id}`,
      );
      await page.waitForSelector(".lane");
      await page.evaluate(() => (window.hangs = true));
      await page.click("#check");
      await page.waitForSelector("#check[aria-busy]");
      await page.click("#to-end"); // the run is not that of the check
      await page.waitForFunction(() => document.getElementById("step").disabled);
      await page.evaluate(() => (window.hangs = false));
      await page.click("#check");
      assert.equal((await verdictOf(page)).result, "The check was stopped.");
      await type(page, firstExercise.solution);
      assert.match((await check(page)).result, /^✓ Passed/);
      return page;
    },

    async "the course fits a phone"() {
      const page = await opened({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, "#lesson=1");
      await page.waitForSelector(".lane");
      const fits = async (what) => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 390, `${what} is ${width} px wide`);
      };
      for (let lesson = 1; lesson <= lessons.length; ++lesson) {
        await page.evaluate((number) => (location.hash = `#lesson=${number}`), lesson);
        await page.waitForFunction(
          (n) => document.getElementById("lesson-title").textContent.startsWith(`Lesson ${n} `),
          lesson,
        );
        await fits(`lesson ${lesson}`);
      }
      await page.tap("#lessons-button");
      await fits("the list");
      for (const id of ids) {
        await page.evaluate((text) => (location.hash = `#exercise=${text}`), id);
        await page.waitForFunction(
          (text) => document.getElementById("part-title").textContent.endsWith(text),
          exerciseIn(folder, id).json.title,
        );
        await fits(id);
      }
      await page.evaluate((id) => (location.hash = `#exercise=${id}`), ids[0]);
      await page.waitForFunction(() => document.getElementById("lesson-title").textContent.startsWith("Lesson 1 "));
      await page.tap("#check");
      await verdictOf(page);
      await fits("a verdict");
      await page.tap("#next");
      await page.waitForFunction(() => {
        const top = document.getElementById("lesson-title").getBoundingClientRect().top;
        return top >= document.querySelector(".controls").getBoundingClientRect().bottom && top < innerHeight;
      });
      return page;
    },
  };
}
