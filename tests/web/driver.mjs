// Drives the page of `musimd web` in Chromium, from a file: address: what page_test.mjs and screenshots.mjs share.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

export const { values } = parseArgs({
  options: {
    page: { type: "string" },
    module: { type: "string" },
    packages: { type: "string" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    only: { type: "string" },
    musimd: { type: "string" },
    limit: { type: "string", default: "3000" },
  },
});
export const end = performance.now() + 1000 * Number(values.limit);
export const remaining = () => Math.max(1, end - performance.now());
export const source = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

function skipWithout(file, what) {
  if (file !== undefined && existsSync(file)) return;
  console.log(`skipped: ${what} is missing${file === undefined ? "" : `: ${file}`}`);
  process.exit(77);
}

skipWithout(values.page, "the page");
skipWithout(values.module, "musimd.wasm");
skipWithout(values.chromium, "chromium");
const playwright = join(resolve(values.packages ?? join(source, "web", "node_modules")), "playwright-core");
skipWithout(playwright, "the package playwright-core");

export const axe = readFileSync(join(dirname(playwright), "axe-core/axe.min.js"), "utf8");
const { chromium } = createRequire(import.meta.url)(playwright);
export const { Machine } = await import(pathToFileURL(join(source, "web/machine/machine.mjs")));
export const module = await WebAssembly.compile(readFileSync(values.module));
const address = pathToFileURL(resolve(values.page)).href;
export const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--no-sandbox", "--disable-gpu"],
  timeout: remaining(),
});

/** Opens the page in a context of its own; errors of its scripts fail the test. */
export async function opened(options = {}, hash = "", at = address) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, ...options });
  context.setDefaultTimeout(remaining());
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.stack));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) page.errors.push(`a request to ${request.url()}`);
  });
  if (options.before) await page.addInitScript(options.before);
  await page.goto(at + hash);
  return page;
}

export const settled = (page, position) =>
  page.waitForFunction((text) => document.getElementById("position").textContent === text, position);

export async function choose(page, program, position) {
  await page.selectOption("#programs", program);
  await settled(page, position);
}
