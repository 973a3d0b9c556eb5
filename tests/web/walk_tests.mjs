// The walk of docs/web-page.md: its clicks, in its order, from a fresh browser; page_test.mjs runs it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The rows of the table {work, shows} under a heading. */
function rowsUnder(text, heading) {
  const begin = text.indexOf(`## ${heading}\n`);
  const section = text.slice(begin, text.indexOf("\n## ", begin + 3));
  return [...section.matchAll(/^\| \d+ \| (.+) \| (.+) \|$/gm)].map(([, work, shows]) => ({ work, shows }));
}

async function act(page, work) {
  const button = /^Press \*\*(.+)\*\*$/.exec(work)?.[1];
  if (button !== undefined) return page.locator("button:visible", { hasText: button }).first().click();
  if (work === "Click all lanes") {
    for (const lane of await page.$$("#lanes .lane")) await lane.click();
    return undefined;
  }
  const lines = [...work.matchAll(/`([^`]+)`/g)].map(([, line]) => line);
  assert.ok(/^Write /.test(work) && lines.length > 0, `the walk has no such step: ${work}`);
  await page.click("#editor .cm-content");
  await page.keyboard.press("Control+A");
  return page.keyboard.insertText(`${lines.join("\n")}\n`);
}

/** `setup`: what page_test.mjs has. */
export function walkTests({ opened, source }) {
  return {
    async "the walk in the documentation leads from nothing to the first exercise"() {
      const document = readFileSync(join(source, "docs/web-page.md"), "utf8");
      const rows = rowsUnder(document, "From nothing to the first exercise");
      assert.ok(rows.length > 10);
      assert.equal(rows[0].work, "Open the page");
      const page = await opened();
      await page.waitForSelector(".lane"); // its scripts have begun
      for (const { work, shows } of rows) {
        if (work !== "Open the page") await act(page, work);
        await page.waitForFunction((text) => document.body.innerText.includes(text), shows).catch(() => {
          throw new Error(`after "${work}" the page lacks "${shows}"`);
        });
      }
      return page;
    },
  };
}
