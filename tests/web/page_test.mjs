// Drives the page of `musimd web` in Chromium, from a file: address, and compares what it shows with the answers of the
// same module in Node.js.
//
//   node page_test.mjs --page index.html --module musimd.wasm --packages node_modules [--musimd PROGRAM] [--chromium FILE] [--only WORDS]
//                      [--limit SECONDS]
//
// A wait is for a condition, and lasts as long as the rest of the limit of the whole run: other work may slow the machine down.
// Exit status: 0 all tests pass, 1 one fails, 77 skipped: something is missing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { courseTests } from "./course_tests.mjs";
import { axe, browser, choose, end, Machine, module, opened, settled, source, values } from "./driver.mjs";
import { firstMinuteTests } from "./first_minute_tests.mjs";
import { kernelTests } from "./kernel_tests.mjs";
import { modelTests } from "./model_tests.mjs";
import { walkTests } from "./walk_tests.mjs";
import { inflateRawSync } from "node:zlib";

const figure9 = readFileSync(join(source, "programs/paper/figure9.pl"), "utf8");

const rows = (page, table) =>
  page.$$eval(`#${table} tbody tr`, (list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));

const lanesOf = (page) =>
  page.$$eval(".lane", (tiles) => tiles.map((tile) => [...tile.classList].find((name) => name !== "lane")));

/** What the page must show in a state of the machine. */
async function compare(page, state) {
  assert.deepEqual(
    await lanesOf(page),
    state.lanes.map((lane) => lane.state),
    `lanes at step ${state.step}`,
  );
  const stack = await page.$$eval("#sync-stack .entry .head", (heads) => heads.map((head) => head.textContent));
  assert.deepEqual(
    stack,
    state.sync_stack.map(({ line }) => `branch on line ${line}`),
    `Π at step ${state.step}`,
  );
  const blocks = await page.$$eval("#context-stack .entry .head", (heads) => heads.map((head) => head.textContent));
  assert.deepEqual(
    blocks,
    state.context_stack.map(({ line }) => `everywhere on line ${line}`),
    `Λ at step ${state.step}`,
  );
  const variables = Object.entries(state.variables).map(([name, list]) => [
    name,
    ...list.map((value) => String(value ?? "_")),
  ]);
  assert.deepEqual(await rows(page, "variables"), variables, `variables at step ${state.step}`);
  const changed = await page.$$eval("#variables td.changed button", (list) =>
    list.map((b) => `${b.dataset.variable} ${b.dataset.thread}`),
  );
  const expected = Object.entries(state.changed_variables).flatMap(([name, threads]) =>
    threads.map((t) => `${name} ${t}`),
  );
  assert.deepEqual(changed.sort(), expected.sort(), `changed variables at step ${state.step}`);
  const words = await page.$$eval("#memory button", (list) =>
    list.filter((b) => b.textContent !== "_").map((b) => [b.dataset.address, b.textContent]),
  );
  assert.deepEqual(
    Object.fromEntries(words),
    Object.fromEntries(Object.entries(state.memory).map(([a, v]) => [a, String(v)])),
  );
  if (state.next)
    assert.equal((await page.textContent(".bar .name")).split(" ")[0], state.next.rule, `rule at step ${state.step}`);
}

/** The kernels of the page {name, file, text, source}; none if musimd has no front end for them. */
const kernelsOf = (page) =>
  page.$eval("#embedded-programs", ({ textContent }) =>
    JSON.parse(textContent).filter(({ group }) => group === "kernels"),
  );

/** Opens a kernel of the page {page, kernel}; null if the page has no kernels. */
async function openedKernel(name, position, options = {}) {
  const page = await opened(options);
  const kernel = (await kernelsOf(page)).find((one) => one.name === name);
  if (kernel === undefined) {
    console.log("    skipped: the page has no kernels");
    await page.context().close();
    return null;
  }
  await page.waitForSelector(".lane");
  await choose(page, `kernels:${name}`, position);
  await page.click("#show-assembly");
  await page.waitForSelector("#source-buttons");
  return { page, kernel };
}

/** What the page shows of a source: the lines with each mark, the step, and the lanes in the symbols of `--lanes`. */
const shownSource = (page) =>
  page.evaluate(() => {
    const symbols = { runs: "#", waits: "a", at_sync: "A" };
    const lines = [...document.querySelectorAll("#source-text .cm-line")];
    const marked = (name) => lines.flatMap((line, i) => (line.classList.contains(`line-${name}`) ? [i + 1] : []));
    return {
      next: marked("next"),
      open: marked("open"),
      why: marked("why"),
      step: Number(document.querySelector("#position b").textContent),
      lanes: [...document.querySelectorAll(".lane")].map((lane) => symbols[lane.classList[1]] ?? "?").join(""),
    };
  });

/** Clicks a button that changes the position, and waits until it has. */
async function moveBy(page, button) {
  const before = await page.textContent("#position");
  await page.click(button);
  await page.waitForFunction(
    (text) =>
      document.getElementById("position").textContent !== text && !document.body.hasAttribute("data-running"),
    before,
  );
}

const figure1c = "--kernel my_kernel --block 8 --warp 8 --arg dest=zeros:24 --arg src=iota:24 --arg n=24".split(" ");

const tests = {
  ...courseTests({ opened, source, newMachine: () => Machine.create(module) }),
  ...kernelTests({ opened, settled, source }),
  ...walkTests({ opened, source }),
  ...modelTests({ opened, settled, choose, axe, source, newMachine: () => Machine.create(module) }),
  ...firstMinuteTests({ opened, settled, choose, axe, source, file: values.page, newMachine: () => Machine.create(module) }),

  async "every step of figure 9 is that of the machine, forwards and back"() {
    const machine = await Machine.create(module);
    machine.call({ do: "load", text: figure9, file: "figure9.pl" });
    const page = await opened();
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    for (let step = 0; step <= 22; ++step) {
      machine.call({ do: "goto", step });
      await compare(page, machine.call({ do: "state" }));
      if (step === 22) break;
      await page.click("#step");
      await settled(page, `step ${step + 1} of 22`);
    }
    assert.ok(await page.isDisabled("#step"));
    for (const step of [21, 20]) {
      await page.click("#back");
      await settled(page, `step ${step} of 22`);
      machine.call({ do: "goto", step });
      await compare(page, machine.call({ do: "state" }));
    }
    await page.click("#to-start");
    await settled(page, "step 0 of 22");
    await page.click("#to-end");
    await settled(page, "step 22 of 22");
    return page;
  },

  async "a wrong line is marked in place while typing, and the mark goes away"() {
    const page = await opened();
    await page.waitForSelector(".lane");
    await page.click(".cm-content");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(".threads 4\nx = tid +\nstop\n");
    await page.waitForSelector(".cm-lintRange-error, .cm-lintPoint-error");
    await page.waitForSelector(".cm-lint-marker-error");
    const problem = await page.textContent("#problems li");
    assert.match(problem, /^line 2 error: /);
    assert.match(await page.textContent("#next-text"), /^Line 2: /);
    assert.ok(await page.isDisabled("#step"));
    assert.equal(await page.textContent("#position"), "no run");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(".threads 4\nx = tid + 1\nstop\n");
    await settled(page, "step 0 of 2");
    assert.equal(await page.$(".cm-lintRange-error"), null);
    assert.ok(!(await page.isDisabled("#step")));
    return page;
  },

  async "a lane says why it sleeps, by a click and by keys"() {
    const page = await opened();
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    await page.focus("#slider");
    for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
    await settled(page, "step 5 of 22");
    await page.click('.lane[data-thread="2"]');
    await page.waitForSelector("#why:not([hidden])");
    const machine = await Machine.create(module);
    machine.call({ do: "load", text: figure9, file: "figure9.pl" });
    machine.call({ do: "goto", step: 5 });
    const { text } = machine.call({ do: "why", thread: 2 });
    assert.deepEqual(
      (await page.$$eval("#why p", (list) => list.map((p) => p.textContent))).map((t) => t.trim()),
      text.map((t) => t.trim()),
    );
    assert.match(text.join(" "), /22/); // the line of the branch
    await page.keyboard.press("Escape");
    await page.focus("#step");
    await page.keyboard.press("l");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#why b").textContent === "Thread 3");
    assert.equal(await page.getAttribute('.lane[data-thread="3"]', "aria-current"), "true");
    return page;
  },

  async "values and words say who wrote them"() {
    const page = await opened();
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    await page.click("#to-end");
    await settled(page, "step 22 of 22");
    await page.click('#variables button[data-variable="v0"][data-thread="0"]');
    await page.waitForFunction(() => document.querySelector("#why b")?.textContent === "v0 of thread 0");
    assert.ok((await page.$$("#why p")).length > 0);
    await page.click('#memory button[data-address="1"]');
    await page.waitForFunction(() => document.querySelector("#why b").textContent === "The word at address 1");
    return page;
  },

  async "the slider and the shortcuts move the position"() {
    const page = await opened();
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    await page.focus("#slider");
    await page.keyboard.press("End");
    await settled(page, "step 22 of 22");
    await page.keyboard.press("Home");
    await settled(page, "step 0 of 22");
    assert.equal(await page.getAttribute("#slider", "aria-valuetext"), "step 0 of 22");
    await page.focus("#share");
    await page.keyboard.press("ArrowRight");
    await settled(page, "step 1 of 22");
    await page.keyboard.press("End");
    await settled(page, "step 22 of 22");
    await page.keyboard.press("ArrowLeft");
    await settled(page, "step 21 of 22");
    assert.match(await page.textContent("#live"), /Step 21 of 22: line 37 is next/);
    await page.keyboard.press("?");
    assert.ok(await page.isVisible("#keys-dialog"));
    return page;
  },

  async "a run ends at a breakpoint"() {
    const page = await opened();
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    const line = page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^29$/ });
    await line.scrollIntoViewIfNeeded();
    const box = await line.boundingBox();
    const gutter = await page.locator(".breakpoint-gutter").boundingBox();
    await page.mouse.click(gutter.x + gutter.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".cm-content");
    await page.click("#run");
    await settled(page, "step 10 of 22");
    await page.click("#run");
    await settled(page, "step 22 of 22");
    return page;
  },

  async "an endless program is stopped, and the page answers meanwhile"() {
    const page = await opened();
    await page.click(".cm-content");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("x = 0\nagain: x = x + 1\njump again\n");
    await page.waitForFunction(() => /\+$/.test(document.getElementById("position").textContent));
    await page.click("#run");
    await page.waitForSelector("#stop:not([disabled])");
    const longest = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let last = performance.now();
          let worst = 0;
          const end = last + 500;
          const tick = (now) => {
            worst = Math.max(worst, now - last);
            last = now;
            if (now < end) requestAnimationFrame(tick);
            else resolve(worst);
          };
          requestAnimationFrame(tick);
        }),
    );
    console.log(`    the longest frame while running: ${longest.toFixed(0)} ms`);
    await page.click("#stop");
    await page.waitForSelector("#stop[disabled]", { state: "attached" });
    await page.waitForFunction(() => document.getElementById("next-title").textContent.startsWith("Stopped."));
    await page.click("#back");
    await page.waitForFunction(() => !document.getElementById("next-title").textContent.startsWith("Stopped."));
    return page;
  },

  async "a picture waits for a run"() {
    const page = await opened();
    await page.waitForSelector(".lane");
    const text = "x = 0\nagain: x = x + 1\njump again\n";
    await page.setInputFiles("#file", { name: "endless.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForFunction(() => /\+$/.test(document.getElementById("position").textContent));
    // A step asks for the timeline a moment later.
    await page.evaluate(() => ["step", "run"].forEach((id) => document.getElementById(id).click()));
    await page.waitForSelector("#stop:not([disabled])");
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.ok(await page.isEnabled("#stop"), "it still runs");
    await page.click("#stop");
    await page.waitForFunction(() => document.getElementById("next-title").textContent.startsWith("Stopped."));
    return page;
  },

  async "a program is shared by its address"() {
    const page = await opened();
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    await page.click("#step");
    await settled(page, "step 1 of 22");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.length > 3);
    const hash = await page.evaluate(() => location.hash);
    const other = await opened({}, hash);
    await settled(other, "step 1 of 22");
    assert.equal(await other.textContent("#file-name"), "figure9.pl");
    assert.deepEqual(await lanesOf(other), await lanesOf(page));
    assert.deepEqual(other.errors, []);
    await other.context().close();
    const plain = `#j=${Buffer.from(JSON.stringify({ file: "x.asm", text: "stop\n" })).toString("base64url")}`;
    const third = await opened({}, plain);
    await settled(third, "step 0 of 1");
    await third.context().close();
    return page;
  },

  async "an address that is not a program is reported, and the page works"() {
    for (const hash of [
      "#nonsense",
      "#z=AAAA",
      "#j=%00",
      "#j=bm90IGpzb24",
      `#j=${Buffer.from('{"text":1}').toString("base64url")}`,
    ]) {
      const page = await opened({}, hash);
      await page.waitForSelector("#notice:not([hidden])");
      assert.match(await page.textContent("#notice"), /not a shared program/, hash);
      await page.waitForSelector(".lane");
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
  },

  async "without WebAssembly or storage there is a clear message, or no error"() {
    const page = await opened({ before: "delete window.WebAssembly" });
    await page.waitForSelector("#notice:not([hidden])");
    assert.match(await page.textContent("#notice"), /needs WebAssembly/);
    await page.context().close();
    const full =
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('full', 'QuotaExceededError'); } })";
    const other = await opened({ before: full });
    await choose(other, "paper:figure9.pl", "step 0 of 22");
    return other;
  },

  async "the page is a single file of less than 2 MiB"() {
    assert.ok(readFileSync(values.page).length < 2 << 20);
    return opened(); // which allows no requests
  },

  async "on a phone nothing is wider than the screen"() {
    const page = await opened({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const [program, position] of [
      ["paper:figure9.pl", "step 0 of 22"],
      ["lesson:1", null],
    ]) {
      await page.selectOption("#programs", program);
      if (position) await settled(page, position);
      await page.waitForSelector(".lane");
      await page.tap("#step");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${program} is ${width} px wide`);
    }
    return page;
  },

  async "the dark page is dark"() {
    const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await opened({ colorScheme: "light" });
    const dark = await opened({ colorScheme: "dark" });
    assert.equal(await background(light), "rgb(246, 248, 250)");
    assert.equal(await background(dark), "rgb(1, 4, 9)");
    await dark.context().close();
    return light;
  },

  async "of several warps, the one of the next step is shown, or the one that is chosen"() {
    const page = await opened();
    await page.waitForSelector(".lane");
    const text = ".threads 4\n.warps 3\nx = wid * 10\nstop\n";
    await page.setInputFiles("#file", { name: "warps.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForSelector("#warp-choice:not([hidden])");
    await page.click("#to-end");
    await page.waitForFunction(() => document.getElementById("step").disabled);
    await page.selectOption("#warp", "2");
    await page.waitForFunction(() => document.querySelector("#variables tbody td").textContent === "20");
    assert.deepEqual(await rows(page, "variables"), [["x", "20", "20", "20", "20"]]);
    return page;
  },

  async "another model is chosen, and what it does not accept is a problem"() {
    const page = await opened();
    await page.waitForSelector(".lane");
    // Two threads leave the loop one after the other; the `sync` comes later.
    const text =
      ".threads 3\ni = 0\nl: c = i < tid\nbz c, x\ni = i + 1\njump l\nx: m = activemask\nsync\nstop\n";
    await page.setInputFiles("#file", { name: "way-out.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
    for (const [model, values] of [
      ["stack", ["7", "7", "7"]],
      ["maximal", ["1", "2", "4"]],
    ]) {
      await page.selectOption("#model", model);
      await page.waitForFunction(() => /^step 0 /.test(document.getElementById("position").textContent));
      await page.click("#to-end");
      await page.waitForFunction(() => document.getElementById("step").disabled);
      assert.deepEqual((await rows(page, "variables")).at(-1), ["m", ...values], model);
    }
    await page.selectOption("#model", "volta");
    await page.setInputFiles("#file", {
      name: "block.asm",
      mimeType: "text/plain",
      buffer: Buffer.from(".threads 2\neverywhere\nend_everywhere\nstop\n"),
    });
    await page.selectOption("#model", "volta");
    await page.waitForSelector("#problems li");
    return page;
  },

  async "every program of the menu loads and makes a step"() {
    const page = await opened();
    await page.waitForSelector(".lane");
    const programs = await page.$$eval("#programs option", (list) =>
      list.map((option) => option.value).filter((value) => value !== ""),
    );
    assert.ok(programs.length > 40);
    const embedded = JSON.parse(await page.textContent("#embedded-lessons"));
    const kernels = new Map((await kernelsOf(page)).map(({ name, file }) => [`kernels:${name}`, file]));
    for (const program of programs) {
      await page.selectOption("#programs", program);
      const lesson = program.startsWith("lesson:") ? embedded[Number(program.slice(7))] : undefined;
      const name =
        lesson?.parts[0].program.file ?? kernels.get(program) ?? program.replace(/^.*[:/]/, "");
      await page.waitForFunction(
        (file) =>
          document.getElementById("file-name").textContent === file &&
          /^step 0 /.test(document.getElementById("position").textContent),
        name,
      );
      await page.click("#step");
      await page
        .waitForFunction(
          () =>
            !/^step 0 /.test(document.getElementById("position").textContent) ||
            document.getElementById("next-title").textContent.startsWith("Trap"),
        )
        .catch(() => assert.fail(program));
      assert.deepEqual(page.errors, [], program);
      assert.equal(await page.isVisible("#notice"), false, program);
    }
    return page;
  },

  async "a machine that hangs is restarted by Stop, and loads the program again"() {
    // A worker that does not answer a run.
    const page = await opened({
      before: `
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message) {
        if (window.hangs && message.requests?.some((request) => request.do === "run")) return;
        post.call(this, message);
      };`,
    });
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    await page.evaluate(() => (window.hangs = true));
    await page.click("#run");
    await page.waitForSelector("#stop:not([disabled])");
    await page.evaluate(() => (window.hangs = false));
    await page.click("#stop");
    await page.waitForSelector("#notice:not([hidden])");
    assert.match(await page.textContent("#notice"), /restarted/);
    await page.waitForFunction(() => !document.getElementById("run").disabled);
    await page.click("#step");
    await settled(page, "step 1 of 22");
    return page;
  },

  async "programs that the command added are in the menu"() {
    const folder = mkdtempSync(join(tmpdir(), "musimd-page-"));
    const text = ".threads 2\nx = tid ; </script><b>\nstop\n";
    try {
      let page = resolve(values.page);
      if (values.musimd !== undefined) {
        writeFileSync(join(folder, "mine.asm"), text);
        execFileSync(values.musimd, ["web", "-o", join(folder, "out"), join(folder, "mine.asm")]);
        page = join(folder, "out", "index.html");
      } else {
        const element = '<script type="application/json" id="added-programs">';
        const added = JSON.stringify([{ name: "mine.asm", text }]).replaceAll("<", "\\u003c");
        writeFileSync(
          join(folder, "index.html"),
          readFileSync(page, "utf8").replace(`${element}[]`, () => element + added),
        );
        page = join(folder, "index.html");
      }
      const other = await opened({}, "", pathToFileURL(page).href);
      await other.waitForSelector(".lane");
      await other.selectOption("#programs", { label: "mine.asm" });
      await settled(other, "step 0 of 2");
      assert.match(await other.textContent(".cm-content"), /<\/script><b>/);
      return other;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },

  async "files that are empty, binary or of many threads are no trouble"() {
    const page = await opened();
    await page.waitForSelector(".lane");
    const open = (name, text) =>
      page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text, "latin1") });
    await open("binary.asm", "\0\x01\xff<\r\n\x80");
    await page.waitForFunction(() => /NUL byte/.test(document.getElementById("problems").textContent));
    await open("empty.asm", "");
    await page.waitForFunction(() => /has no instructions/.test(document.getElementById("problems").textContent));
    await settled(page, "step 0 of 0");
    await open("wide.asm", ".threads 65536\na = tid\nstop\n");
    await settled(page, "step 0 of 2");
    await page.click("#step");
    await settled(page, "step 1 of 2");
    assert.equal((await page.$$(".lane")).length, 1024);
    assert.match(await page.textContent("#lane-count"), /65536 of 65536 run; the first 1024 are shown/);
    await page.setInputFiles("#file", { name: "huge.asm", mimeType: "text/plain", buffer: Buffer.alloc(2 << 20, "a") });
    await page.waitForFunction(() => /larger than 1 MiB/.test(document.getElementById("notice").textContent));
    return page;
  },

  async "Watch makes steps until it is pressed again"() {
    const page = await opened();
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    await page.click("#play");
    await settled(page, "step 2 of 22");
    await page.click("#play");
    assert.equal(await page.getAttribute("#play", "aria-pressed"), "false");
    const { position } = await page.evaluate(async () => {
      const position = document.getElementById("position").textContent;
      await new Promise((resolve) => setTimeout(resolve, 800));
      return { position: [position, document.getElementById("position").textContent] };
    });
    assert.equal(position[0], position[1]);
    return page;
  },

  async "a trap is shown at its line"() {
    const page = await opened();
    await choose(page, "bugs:early-return-wrong.asm", "step 0 of 2");
    await page.click("#to-end");
    await page.waitForFunction(() => document.getElementById("next-title").textContent === "Trap: stop-while-diverged");
    await page.waitForSelector(".line-trap");
    assert.deepEqual(await page.$$eval(".lane.trapped", (list) => list.map((lane) => lane.dataset.thread)), ["6", "7"]);
    assert.equal(await page.textContent(".cm-lintRange-warning"), "stop"); // found by the check, without a run
    return page;
  },

  async "a program of 32 threads and 200 lines is stepped through"() {
    const lines = Array.from(
      { length: 50 },
      (_, i) => `a${i % 12} = tid + ${i}\nb = a${i % 12} & 3\n[tid] = b\nc = b * 2`,
    );
    const folder = mkdtempSync(join(tmpdir(), "musimd-page-"));
    const file = join(folder, "long.asm");
    writeFileSync(file, `.threads 32\n${lines.join("\n")}\nstop\n`);
    const page = await opened();
    await page.setInputFiles("#file", file);
    await settled(page, "step 0 of 201");
    rmSync(folder, { recursive: true });
    const times = await page.evaluate(async () => {
      const results = [];
      const position = document.getElementById("position");
      const shows = (step) =>
        new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (!position.textContent.startsWith(`step ${step} `)) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(position, { childList: true, subtree: true });
        });
      for (let i = 1; i <= 60; ++i) {
        const begin = performance.now();
        const shown = shows(i);
        document.getElementById("step").click();
        await shown;
        document.body.getBoundingClientRect(); // the layout
        results.push(performance.now() - begin);
        await new Promise((resolve) => setTimeout(resolve, 33)); // as a key that is held down
      }
      return results.sort((a, b) => a - b);
    });
    console.log(`    a step: median ${times[30].toFixed(1)} ms, 95 % below ${times[57].toFixed(1)} ms`);
    return page;
  },

  async "a kernel is stepped by the lines of its source, forwards and back"() {
    const found = await openedKernel("figure1c.cu", "step 0 of 49");
    if (found === null) return undefined;
    const { page, kernel } = found;
    assert.equal(await page.textContent("#source-title"), "Source (CUDA)");
    assert.equal(await page.textContent("#source-name"), "figure1c.cu");
    assert.deepEqual(
      await page.$$eval("#source-text .cm-line", (lines) => lines.map((line) => line.textContent)),
      readFileSync(join(source, "programs/kernels/cuda/paper/figure1c.cu"), "utf8").split("\n"),
    );
    const machine = await Machine.create(module);
    machine.call({ do: "load", text: kernel.text, file: kernel.file });
    const visited = [];
    while (!(await page.isDisabled("#source-step"))) {
      await moveBy(page, "#source-step");
      const shown = await shownSource(page);
      machine.call({ do: "goto", step: shown.step });
      const state = machine.call({ do: "state" });
      const ended = shown.step === 49;
      assert.deepEqual(shown.next, ended ? [] : [kernel.source.lines[state.pc - 1]], `step ${shown.step}`);
      const open = state.sync_stack.map(({ branch }) => kernel.source.lines[branch - 1]);
      const others = new Set(open.filter((line) => ended || line !== shown.next[0]));
      assert.deepEqual(shown.open, [...others].sort((a, b) => a - b), `open branches at step ${shown.step}`);
      if (!ended) visited.push(shown);
    }
    assert.deepEqual(
      visited.map(({ next }) => next[0]),
      [14, 15, 16, 17, 7, 8, 7, 8, 7, 8, 7, 16],
    );
    assert.match(await page.textContent("#live"), /the run has ended: stop/);
    for (const { step, next } of visited.reverse()) {
      await moveBy(page, "#source-back");
      assert.deepEqual(await shownSource(page).then((shown) => [shown.step, shown.next]), [step, next]);
      assert.match(await page.textContent("#live"), new RegExp(`figure1c.cu, line ${next[0]}: `));
    }
    await moveBy(page, "#source-back");
    assert.ok(await page.isDisabled("#source-back"));
    if (values.musimd !== undefined) {
      const file = join(source, "programs/kernels/cuda/paper/figure1c.cu");
      const words = ["cuda", file, ...figure1c, "--model", "lockstep", "--lanes"];
      // Rows: the step, the line, its text, the lanes; a repeated line goes on.
      const shown = execFileSync(values.musimd, words, { encoding: "utf8" });
      const rows = [...shown.matchAll(/^ +(\d+) +(\d+) .* ([#aA]{8})$/gm)];
      const firsts = rows.filter((row, i) => row[2] !== rows[i - 1]?.[2]);
      assert.ok(firsts.length > 6);
      for (const [, step, line, lanes] of firsts) {
        const same = visited.find((shown) => shown.step === Number(step) - 1);
        assert.deepEqual([same?.next[0], same?.lanes], [Number(line), lanes], `--lanes at step ${step}`);
      }
    }
    return page;
  },

  async "an answer marks lines of the source"() {
    const found = await openedKernel("figure1c.cu", "step 0 of 49");
    if (found === null) return undefined;
    const { page } = found;
    for (let i = 0; i < 6; ++i) await moveBy(page, "#source-step");
    await page.click('.lane[data-thread="0"]');
    await page.waitForSelector("#source-text .line-why");
    assert.deepEqual((await shownSource(page)).why, [16]);
    await moveBy(page, "#source-step");
    assert.deepEqual((await shownSource(page)).why, []);
    return page;
  },

  async "an edit drops the source, and its undo shows it again"() {
    const found = await openedKernel("figure1c.cu", "step 0 of 49");
    if (found === null) return undefined;
    const { page } = found;
    await page.click("#editor .cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("; mine");
    await page.waitForSelector("#source-panel", { state: "hidden" });
    assert.match(await page.textContent("#notice"), /has been edited/);
    assert.equal(await page.isVisible("#source-step"), false);
    await settled(page, "step 0 of 49");
    await page.keyboard.press("Control+z");
    await page.waitForSelector("#source-panel");
    assert.equal(await page.isVisible("#notice"), false);
    await settled(page, "step 0 of 49");
    await moveBy(page, "#source-step");
    assert.deepEqual((await shownSource(page)).next, [14]);
    await page.click("#share");
    await page.waitForFunction(() => location.hash.startsWith("#z="));
    const hash = await page.evaluate(() => location.hash.slice(3));
    const shared = JSON.parse(inflateRawSync(Buffer.from(hash, "base64url")).toString());
    assert.deepEqual(Object.keys(shared).sort(), ["file", "step", "text"]);
    await choose(page, "paper:figure9.pl", "step 0 of 22");
    assert.equal(await page.isVisible("#source-panel"), false);
    return page;
  },

  async "a kernel is stepped by keys"() {
    const found = await openedKernel("figure1c.cu", "step 0 of 49");
    if (found === null) return undefined;
    const { page } = found;
    await page.focus("#source-text .cm-content");
    await page.keyboard.press("s");
    await settled(page, "step 3 of 49");
    await page.keyboard.press("ArrowRight");
    await settled(page, "step 4 of 49");
    await page.keyboard.press("s");
    await settled(page, "step 6 of 49");
    await page.keyboard.press("Shift+S");
    await settled(page, "step 4 of 49");
    await page.keyboard.type("x");
    assert.match(await page.textContent("#source-text .cm-content"), /^\/\/ Figure 1 \(c\)/);
    assert.equal(await page.getAttribute("#source-text .cm-content", "aria-label"), "figure1c.cu, read only");
    return page;
  },

  async "of a kernel of several warps, each step is to another line or another warp"() {
    const found = await openedKernel("copy_rows.c (simd)", "step 0 of 156");
    if (found === null) return undefined;
    const { page } = found;
    assert.equal(await page.textContent("#source-title"), "Source (OpenMP)");
    const visited = [];
    while (!(await page.isDisabled("#source-step"))) {
      await moveBy(page, "#source-step");
      const { next } = await shownSource(page);
      visited.push(`${(await page.textContent("#lane-count")).match(/warp (\d)/)[1]}:${next}`);
    }
    visited.forEach((one, i) => assert.notEqual(one, visited[i - 1]));
    assert.ok(visited.includes("1:11") && visited.length > 10, visited.join(" "));
    return page;
  },

  async "on a phone the source is above the assembly, and nothing is wider than the screen"() {
    for (const colorScheme of ["light", "dark"]) {
      const found = await openedKernel("figure1c.cu", "step 0 of 49", {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        colorScheme,
      });
      if (found === null) return undefined;
      const { page } = found;
      await page.tap("#source-step");
      await settled(page, "step 3 of 49");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${width} px wide`);
      const above = await page.locator("#source-panel").boundingBox();
      const below = await page.locator(".program").boundingBox();
      assert.ok(above.y + above.height <= below.y, "the source is above the assembly");
      const { height } = await page.locator("#source-step").boundingBox();
      assert.ok(height >= 30, "a button for a finger");
      if (colorScheme === "dark") return page;
      assert.deepEqual(page.errors, []);
    }
    return undefined;
  },

  async "kernels that the command added are in the menu"() {
    if (values.musimd === undefined || (await openedKernel("figure1c.cu", "step 0 of 49")) === null) return undefined;
    const folder = mkdtempSync(join(tmpdir(), "musimd-page-"));
    try {
      const lines = ["// </script>", "int i = threadIdx.x;", "if (i < 2)", "    a[i] = i;"];
      const text = `__global__ void k(int* a) {\n${lines.map((line) => `    ${line}\n`).join("")}}\n`;
      writeFileSync(join(folder, "mine.cu"), text);
      const options = ["--block", "4", "--warp", "4", "--arg", "a=zeros:4"];
      execFileSync(values.musimd, ["web", "-o", join(folder, "out"), "--add", join(folder, "mine.cu"), ...options]);
      const page = await opened({}, "", pathToFileURL(join(folder, "out", "index.html")).href);
      await page.waitForSelector(".lane");
      await page.selectOption("#programs", { label: "mine.cu" });
      await page.waitForSelector("#source-panel");
      assert.equal(await page.textContent("#file-name"), "mine.asm");
      const visited = [];
      while (!(await page.isDisabled("#step"))) {
        await moveBy(page, "#step"); // its assembly is not shown
        visited.push(...(await shownSource(page)).next);
      }
      assert.deepEqual(visited, [3, 4, 5, 4]);
      return page;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (values.only && !name.includes(values.only)) continue;
  if (performance.now() > end) {
    ++failed;
    console.log(`FAILED  ${name}\nnot started within ${values.limit} s`);
    continue;
  }
  let page;
  try {
    page = await test();
    if (page !== undefined) assert.deepEqual(page.errors, [], "no errors and no requests");
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
