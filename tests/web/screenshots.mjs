// Takes the pictures of docs/web-page.md: ten states of the page, in docs/pictures/page.
//
//   node screenshots.mjs --page index.html --module musimd.wasm --packages node_modules [--chromium FILE] [--only NAME]

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browser, choose, opened, settled, source, values } from "./driver.mjs";
import { smallPng } from "./small_png.mjs";

const kMostBytes = 60_000;
const kViewport = { width: 1280, height: 720 };
/** Two machines have two timelines. */
const kHigher = { models: { width: 1280, height: 1080 } };

const first = (page) => settled(page, "step 4 of 11");

async function kernel(page, text) {
  await first(page);
  await page.click("#new-kernel");
  await page.waitForSelector("#launch-arguments input");
  if (text === undefined) return;
  await page.click("#source-text .cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

async function figure9(page, step) {
  await first(page);
  await choose(page, "paper:figure9.pl", "step 0 of 22");
  for (let i = 1; i <= step; ++i) {
    await page.click("#step");
    await settled(page, `step ${i} of 22`);
  }
}

async function file(page, name, text) {
  await first(page);
  await page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction((shown) => document.getElementById("file-name").textContent === shown, name);
}

/** A program whose results depend on the machine. */
const nestedIf = () =>
  readFileSync(join(source, "programs/models/21-in-a-nested-if-the-outer-join-moves.asm"), "utf8")
    .replace(/^\.(expect|steps).*\n/gm, "")
    .replace("        stop", "        [tid] = m\n        stop");

/** How to come to each state. */
const states = {
  first,
  async kernel(page) {
    await kernel(page);
    for (let i = 0; i < 6; ++i) {
      const before = await page.textContent("#position");
      await page.click("#step");
      await page.waitForFunction((text) => document.getElementById("position").textContent !== text, before);
    }
  },
  async error(page) {
    await kernel(page, "__global__ void k(const int *in, int *out) {\n    int i = threadIdx.x;\n    out[i] = in[i + 1];\n}\n");
    await page.waitForSelector("#kernel-problems li");
    await page.hover("#source-text .cm-lintRange-error");
    await page.waitForSelector(".cm-tooltip");
  },
  async branch(page) {
    await figure9(page, 3);
  },
  async stack(page) {
    await figure9(page, 8);
  },
  async everywhere(page) {
    await figure9(page, 0);
    for (let i = 1; (await page.$("#context-stack .entry")) === null; ++i) {
      await page.click("#step");
      await settled(page, `step ${i} of 22`);
    }
  },
  async timeline(page) {
    await file(page, "long.asm", ".threads 8\n        n = 200\nagain:  n = n - 1\n        p = n > 0\n        bnz p, again\n        sync\n        [tid] = n\n        stop\n");
    await page.click("#to-end");
    await page.waitForFunction(() => document.getElementById("timeline").shadowRoot?.querySelector(".fold"));
    await page.click("#rule-panel summary");
    await page.$eval("#timeline-panel", (panel) => panel.scrollIntoView({ block: "center" }));
  },
  async lane(page) {
    await first(page);
    await page.click("#to-end");
    await settled(page, "step 11 of 11");
    await page.click("#back");
    await settled(page, "step 10 of 11");
    await page.click('#lanes .lane[data-thread="2"]');
    await page.waitForSelector("#why li");
  },
  async models(page) {
    await file(page, "two.asm", nestedIf());
    await page.selectOption("#model", "stack");
    await page.selectOption("#beside", "maximal");
    await page.waitForSelector("#beside-results li");
    await page.click("#to-end");
    for (let i = 0; i < 4; ++i) await page.click("#back");
    await page.waitForFunction(() => document.getElementById("beside-timeline").shadowRoot?.querySelector("svg"));
  },
  async passed(page) {
    await page.evaluate(() => (location.hash = "#exercise=01-a-warp/1-squares"));
    await page.waitForFunction(() => /Squares/.test(document.getElementById("part-title").textContent));
    await page.click("#editor .cm-content");
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(readFileSync(join(source, "web/lessons/01-a-warp/1-squares/solution.asm"), "utf8"));
    await page.click("#check");
    await page.waitForFunction(() => /Passed/.test(document.getElementById("verdict").textContent));
  },
};

const folder = join(source, "docs/pictures/page");
mkdirSync(folder, { recursive: true });
let failed = false;
for (const [name, reach] of Object.entries(states)) {
  if (values.only !== undefined && values.only !== name) continue;
  const page = await opened({ viewport: kHigher[name] ?? kViewport });
  await reach(page);
  await page.waitForTimeout(500); // pictures are drawn when nothing moves
  const picture = smallPng(await page.screenshot());
  writeFileSync(join(folder, `${name}.png`), picture);
  console.log(`${name}.png: ${picture.length} bytes`);
  if (picture.length > kMostBytes || page.errors.length > 0) failed = true;
  await page.context().close();
}
await browser.close();
process.exit(failed ? 1 : 0);
