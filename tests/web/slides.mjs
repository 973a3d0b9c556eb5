// Renders the decks of docs/course, and looks at each slide in Chromium.
//
//   node slides.mjs --packages node_modules [--chromium FILE]
//
// The renderer is beside the packages. Exit status: 0 all tests pass, 1 one fails, 77 skipped: something is missing.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values } = parseArgs({
  options: {
    packages: { type: "string", default: join(source, "web", "node_modules") },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const packages = resolve(values.packages);
const kLimit = 600_000; // ms of a wait, as other work may slow the machine down

function skipWithout(file) {
  if (existsSync(file)) return;
  console.log(`skipped: ${file} is missing`);
  process.exit(77);
}

skipWithout(join(packages, "@marp-team/marp-core"));
const renderer = join(dirname(packages), "slides.mjs");
skipWithout(renderer);
const decks = readdirSync(join(source, "docs/course")).filter((name) => /^session-\d\.md$/.test(name));
const folder = mkdtempSync(join(tmpdir(), "musimd-slides-"));
process.on("exit", () => rmSync(folder, { recursive: true }));

/** Renders a deck {status, out, error}; `out` is the file of the page. */
function rendered(deck, name) {
  const out = join(folder, name.replace(/md$/, "html"));
  const run = spawnSync(process.execPath, [renderer, deck, "--out", out], { encoding: "utf8" });
  return { status: run.status, out, error: run.stderr };
}

const refused = (text) => {
  const deck = join(folder, "bad.md");
  writeFileSync(deck, text);
  return rendered(deck, "bad.md");
};

/** What is wrong with a slide, as text: what does not fit, and pictures that are missing or too small to read. */
function faultsOf(section) {
  const faults = [];
  const frame = section.getBoundingClientRect();
  const fits = (element) =>
    element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
  if (!fits(section)) faults.push("the slide overflows");
  for (const element of section.querySelectorAll("pre, p, li, td, th, h1, table")) {
    const box = element.getBoundingClientRect();
    const isOut = box.right > frame.right + 1 || box.bottom > frame.bottom + 1 || box.top < frame.top - 1;
    if (isOut || (element.tagName === "PRE" && !fits(element)))
      faults.push(`${element.tagName}: ${element.textContent}`);
  }
  for (const image of section.querySelectorAll("img")) {
    if (image.naturalWidth === 0) faults.push(`${image.alt}: is missing`);
    const scale = Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
    if (scale < 0.75) faults.push(`${image.alt}: is shrunk to ${scale.toFixed(2)}`);
  }
  return faults;
}

const tests = {
  "every deck renders to one file, with a title and 12 to 18 slides"() {
    assert.equal(decks.length, 7);
    for (const name of decks) {
      const deck = join(source, "docs/course", name);
      const { status, out, error } = rendered(deck, name);
      assert.equal(status, 0, error);
      const page = readFileSync(out, "utf8");
      const title = /^# (.+)$/m.exec(readFileSync(deck, "utf8"))[1];
      assert.ok(page.includes(`<title>${title}</title>`), name);
      const slides = page.match(/<section /g).length;
      assert.ok(slides >= 12 && slides <= 18, `${name} has ${slides} slides`);
      assert.doesNotMatch(page, /src="(?!data:)/, name);
    }
  },

  "a deck without a title, with a missing picture, or that is missing is an error"() {
    const untitled = refused("no heading\n");
    assert.equal(untitled.status, 1);
    assert.match(untitled.error, /bad\.md: error: expected a title/);
    const pictured = refused("# A\n\n![b](none.svg)\n");
    assert.equal(pictured.status, 1);
    assert.match(pictured.error, /none\.svg/);
    assert.equal(rendered(join(folder, "none.md"), "none.md").status, 1);
    assert.equal(spawnSync(process.execPath, [renderer]).status, 2);
  },

  async "no slide overflows, and every picture can be read"(open) {
    for (const name of decks) {
      const page = await open(name);
      await page.emulateMedia({ media: "print" });
      const sections = await page.$$("section");
      for (const [i, section] of sections.entries())
        assert.deepEqual(await section.evaluate(faultsOf), [], `${name}, slide ${i + 1}`);
      assert.deepEqual(page.errors, [], name);
      await page.close();
    }
  },

  async "a deck prints to a page per slide"(open) {
    const page = await open("session-1.md");
    const slides = await page.$$("section");
    const pdf = await page.pdf({ preferCSSPageSize: true });
    assert.equal(pdf.toString("latin1").match(/\/Type \/Page\b/g).length, slides.length);
  },

  async "keys move from slide to slide, and show the notes"(open) {
    const page = await open("session-1.md");
    const shown = () => page.$$eval("svg.shown section", (list) => list.map((section) => section.id));
    assert.deepEqual(await shown(), ["1"]);
    assert.equal(await page.isVisible("#notes"), false);
    for (const [key, slide] of [
      ["ArrowLeft", "1"],
      ["ArrowRight", "2"],
      ["PageDown", "3"],
      ["ArrowLeft", "2"],
      ["ArrowLeft", "1"],
    ]) {
      await page.keyboard.press(key);
      assert.deepEqual(await shown(), [slide], key);
    }
    await page.keyboard.press("n");
    assert.match(await page.textContent("#notes"), /page of `musimd web` beside the slides/);
    await page.keyboard.press("End");
    const last = String((await page.$$("section")).length);
    assert.equal(new URL(page.url()).hash, `#${last}`);
    await page.reload();
    assert.deepEqual(await shown(), [last]);
  },
};

async function browserPages() {
  const playwright = join(packages, "playwright-core");
  if (!existsSync(playwright) || !existsSync(values.chromium)) return undefined;
  const { chromium } = createRequire(import.meta.url)(playwright);
  const browser = await chromium.launch({ executablePath: values.chromium, args: ["--no-sandbox"], timeout: kLimit });
  const open = async (name) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(kLimit);
    page.errors = [];
    page.on("pageerror", (error) => page.errors.push(error.message));
    page.on("request", (request) => /^(file|data):/.test(request.url()) || page.errors.push(request.url()));
    await page.goto(pathToFileURL(join(folder, name.replace(/md$/, "html"))).href);
    return page;
  };
  return { browser, open };
}

const pages = await browserPages();
let failed = 0;
let skipped = 0;
for (const [name, test] of Object.entries(tests)) {
  if (test.length > 0 && pages === undefined) {
    ++skipped;
    console.log(`skipped ${name}: playwright-core or ${values.chromium} is missing`);
    continue;
  }
  try {
    await test(pages?.open);
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await pages?.browser.close();
process.exit(failed > 0 ? 1 : skipped > 0 ? 77 : 0);
