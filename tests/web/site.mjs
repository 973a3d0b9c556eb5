// The folder that the target `page` writes: every file that one of its pages names is there.
//
//   node tests/web/site.mjs --cmake CMAKE --script web/page/build_site.cmake --page build/web/index.html
//                           --frames web/frames.html --slides build/web/slides
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const text = { type: "string" };
const { values } = parseArgs({ options: { cmake: text, script: text, page: text, frames: text, slides: text } });
if (!existsSync(values.page)) {
  console.log("skipped: the page is not built");
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), "musimd-site-"));
try {
  execFileSync(values.cmake, [`-DPAGE=${values.page}`, `-DFRAMES=${values.frames}`, `-DSLIDES=${values.slides}`,
    `-DOUTPUT=${folder}/site`, "-P", values.script]);
  const pages = readdirSync(join(folder, "site"), { recursive: true }).filter((name) => name.endsWith(".html"));
  const decks = existsSync(values.slides) ? readdirSync(values.slides).length : 0;
  const expected = 2 + (decks > 0 ? decks + 1 : 0);
  if (pages.length !== expected) throw new Error(`${pages.length} pages instead of ${expected}: ${pages}`);
  let links = 0;
  for (const page of pages.filter((name) => name !== "index.html")) {
    const path = join(folder, "site", page);
    for (const [, target] of readFileSync(path, "utf8").matchAll(/(?:href|src)="([\w./-]+\.html)[?#"]/g)) {
      links += 1;
      if (!existsSync(join(dirname(path), target))) throw new Error(`${page} names ${target}, which does not exist`);
    }
  }
  if (links < 3) throw new Error(`only ${links} links`);
  console.log(`${pages.length} pages, ${links} links between them`);
} finally {
  rmSync(folder, { recursive: true });
}
