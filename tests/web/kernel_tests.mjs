// Tests of kernels that are typed in the page; page_test.mjs runs them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const kKernel = `__global__ void k(const int *in, int *out, int n) {
    int i = threadIdx.x;
    if (i < n) {
        out[i] = in[i] * 2;
    }
}
`;

/** The text of the kernel's editor. */
const textOf = (page) =>
  page.$$eval("#source-text .cm-line", (lines) => lines.map((line) => line.textContent).join("\n"));

async function type(page, text) {
  await page.click("#source-text .cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

const problems = (page) => page.$$eval("#kernel-problems li", (items) => items.map((item) => item.textContent));

/** Opens the kernel editor with a text. */
async function typed(opened, text) {
  const page = await opened();
  await page.click("#new-kernel");
  await page.waitForFunction(() => document.querySelector("#launch-arguments input") !== null);
  await type(page, text);
  return page;
}

/** Waits for the problems of the kernel. */
async function problemsAre(page, texts) {
  await page.waitForFunction(
    (wanted) => JSON.stringify([...document.querySelectorAll("#kernel-problems li")].map((item) => item.textContent)) === wanted,
    JSON.stringify(texts),
    { timeout: 30_000 },
  ).catch(async () => assert.deepEqual(await problems(page), texts));
}

/** The rows of a table: the name and the cells of each. */
const rowsOf = (page, table) =>
  page.$$eval(`#${table} tbody tr`, (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")));

/** `setup`: what page_test.mjs has. */
export function kernelTests({ opened, settled, source }) {
  const bug = (name) => readFileSync(join(source, "programs/kernels/cuda/bugs", name), "utf8");
  return {
    async "what is wrong with a run of the kernel is marked while it is typed"() {
      const page = await typed(opened, kKernel.replace("i < n", "i <= n").replace("in[i]", "in[i + 1]"));
      await problemsAre(page, ["line 4 error: thread 7 of block 0 reads in[8], which is outside of in: it has 8 elements"]);
      assert.equal(await page.$eval("#source-text .cm-lintRange-error", (mark) => mark.textContent), "in");
      await page.hover("#source-text .cm-lintRange-error");
      await page.waitForFunction(() => /outside of in/.test(document.querySelector(".cm-tooltip")?.textContent ?? ""));
      await type(page, "__global__ void k(int *out) {\n    __shared__ int s[8];\n    int i = threadIdx.x;\n    s[i] = i;\n    out[i] = s[(i + 1) % 8];\n}\n");
      await page.waitForFunction(() => /nothing orders/.test(document.getElementById("kernel-problems").textContent));
      assert.match((await problems(page))[0], /^line [45] error: .*s\[\d\].* \(under volta\)$/);
      await type(page, "__global__ void k(int *out) {\n    __shared__ int s[8];\n    out[threadIdx.x] = s[threadIdx.x];\n}\n");
      await problemsAre(page, ["line 3 error: thread 0 of block 0 reads s[0], which was never written"]);
      await type(page, kKernel);
      await problemsAre(page, []);
      return page;
    },

    async "a kernel that never ends says who waits for whom"() {
      const page = await typed(opened, bug("lock-of-a-warp-wrong.cu"));
      await page.waitForFunction(() => /never ends/.test(document.getElementById("kernel-problems").textContent));
      assert.match((await problems(page))[0], /^line \d+ error: this never ends: .*\[0\]/);
      return page;
    },

    async "of a kernel, arrays have names, types and shapes, and temporaries are hidden"() {
      const page = await typed(
        opened,
        "__global__ void k(const float *in, unsigned *out) {\n    __shared__ float tile[2][4];\n    __shared__ unsigned all;\n    int i = threadIdx.x;\n    if (i == 0) all = 4000000000u;\n    float half = in[i] * 0.5f;\n    tile[i / 4][i % 4] = half;\n    __syncthreads();\n    out[i] = all;\n}\n",
      );
      await page.waitForFunction(() => document.querySelectorAll("#launch-arguments label").length === 2);
      await page.click("#to-end");
      await page.waitForFunction(() => document.querySelector("#step").disabled);
      assert.deepEqual(await rowsOf(page, "memory"), [
        "in 0 1 2 3 4 5 6 7",
        `out${" 4000000000".repeat(8)}`,
        "tile[0] 0 0.5 1 1.5",
        "tile[1] 2 2.5 3 3.5",
        "all 4000000000",
      ]);
      assert.deepEqual(await rowsOf(page, "variables"), ["threadIdx.x 0 1 2 3 4 5 6 7", "i 0 1 2 3 4 5 6 7", "half 0 0.5 1 1.5 2 2.5 3 3.5"]);
      await page.check("#temporaries");
      await page.waitForFunction(() => document.querySelectorAll("#variables tbody tr").length > 2);
      await page.check("#addresses");
      await page.waitForFunction(() => document.querySelector("#memory tbody th").textContent === "65536");
      return page;
    },

    async "a step of a kernel is a line of its source, and its assembly is shown on demand"() {
      const page = await typed(opened, kKernel);
      await settled(page, "step 0 of 12");
      assert.equal(await page.isVisible("#editor"), false);
      assert.equal(await page.isVisible("#source-step"), false);
      const line = () => page.$$eval("#source-text .cm-line", (lines) => lines.findIndex((one) => one.classList.contains("line-next")) + 1);
      const visited = [];
      while (!(await page.isDisabled("#step"))) {
        const before = await page.textContent("#position");
        await page.click("#step");
        await page.waitForFunction(
          (text) => document.getElementById("position").textContent !== text && !document.body.hasAttribute("data-running"),
          before,
        );
        visited.push(await line());
      }
      assert.deepEqual(visited.slice(0, 3), [2, 3, 4]);
      await page.click("#back");
      await page.waitForFunction(() => !document.querySelector("#step").disabled);
      await page.click("#to-start");
      await settled(page, (await page.textContent("#position")).replace(/step \d+/, "step 0"));
      await page.click("#show-assembly");
      await page.waitForSelector("#editor .cm-line");
      assert.ok(await page.isVisible("#source-step"));
      await page.click("#step");
      await page.waitForFunction(() => document.querySelector("#position b").textContent === "1");
      return page;
    },

    async "a kernel is typed, has its errors in place, and runs as soon as it has none"() {
      const page = await opened();
      await page.click("#new-kernel");
      await page.waitForFunction(() => document.getElementById("source-name").textContent === "kernel.cu");
      assert.match(await textOf(page), /collatz/);
      await page.waitForFunction(() => /step 0 of \d+/.test(document.getElementById("position").textContent));
      await type(page, kKernel.replace("* 2;", "* two;"));
      await page.waitForFunction(() => document.querySelector("#kernel-problems li") !== null);
      assert.deepEqual(await problems(page), ["line 4 error: 'two' is not declared"]);
      assert.equal(await page.$eval("#source-text .cm-lintRange-error", (mark) => mark.textContent), "two");
      await type(page, kKernel);
      await page.waitForFunction(() => document.querySelector("#kernel-problems li") === null);
      await page.waitForFunction(() => document.querySelector("#launch-arguments input") !== null);
      assert.equal(await textOf(page), kKernel);
      await page.click("#to-end");
      await page.waitForFunction(() => [...document.querySelectorAll("#memory td")].some((cell) => cell.textContent === "14"));
      return page;
    },

    async "the launch and the arguments of a kernel are fields"() {
      const page = await opened();
      await page.click("#new-kernel");
      await page.waitForFunction(() => document.querySelector("#launch-arguments input") !== null);
      await type(page, kKernel);
      await page.waitForFunction(() => document.querySelectorAll("#launch-arguments label").length === 3);
      await page.fill("#launch-block", "4");
      await page.press("#launch-block", "Enter");
      await page.selectOption("#launch-warp", "4");
      await page.waitForFunction(() => document.querySelectorAll(".lane").length === 4);
      await page.fill('[aria-label="in, its elements"]', "5, 6, 7, 8");
      await page.press('[aria-label="in, its elements"]', "Enter");
      await page.fill('[aria-label="n, a number"]', "3");
      await page.press('[aria-label="n, a number"]', "Enter");
      await page.waitForFunction(() => /\.memory .*5 6 7 8|5 6 7 8|\.iota/.test(document.getElementById("editor").textContent));
      await page.click("#to-end");
      await page.waitForFunction(() => [...document.querySelectorAll("#memory td")].some((cell) => cell.textContent === "14"));
      assert.equal(await page.$$eval("#memory td", (cells) => cells.some((cell) => cell.textContent === "16")), false, "n is 3");
      return page;
    },

    async "a kernel is in the address that is shared, and is there again after a visit"() {
      const page = await opened();
      await page.click("#new-kernel");
      await page.waitForFunction(() => document.querySelector("#launch-arguments input") !== null);
      await type(page, kKernel);
      await page.waitForFunction(() => document.querySelectorAll("#launch-arguments label").length === 3);
      await page.waitForTimeout(500);
      await page.click("#share");
      await page.waitForFunction(() => location.hash.length > 3);
      const hash = await page.evaluate(() => location.hash);
      const other = await opened({}, hash);
      await other.waitForFunction(() => document.querySelector("#launch-arguments input") !== null);
      assert.equal(await textOf(other), kKernel);
      await other.context().close();
      await page.evaluate(() => history.replaceState(null, "", location.pathname));
      await page.reload();
      await page.waitForFunction(() => document.querySelector("#launch-arguments input") !== null);
      assert.equal(await textOf(page), kKernel);
      return page;
    },
  };
}
