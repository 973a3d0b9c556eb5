// Tests of kernels that are typed in the page; page_test.mjs runs them.

import assert from "node:assert/strict";

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

/** `setup`: what page_test.mjs has. */
export function kernelTests({ opened }) {
  return {
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
