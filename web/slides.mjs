// Renders a deck of slides, Markdown as Marp reads it, to one HTML file: node slides.mjs DECK.md --out DECK.html
//
// The pictures, styles and scripts are in the file. Exit status: 0 done, 1 the deck cannot be rendered, 2 bad command line.

import { Marp } from "@marp-team/marp-core";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const styles = (name) => readFileSync(new URL(`slides/${name}`, import.meta.url), "utf8");
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A picture as an address that holds it. Slides are light, whatever the reader's browser prefers. */
function dataOf(file) {
  if (!file.endsWith(".svg")) throw new Error(`${file}: pictures of slides are SVG`);
  const text = readFileSync(file, "utf8").replaceAll("(prefers-color-scheme: dark)", "not all");
  return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
}

/** A plugin of markdown-it: the pictures of a deck in `folder`, in the page. */
function withPictures(markdown, folder) {
  const tokensOf = (tokens) => tokens.flatMap((token) => [token, ...tokensOf(token.children ?? [])]);
  markdown.core.ruler.push("pictures", ({ tokens }) => {
    for (const token of tokensOf(tokens))
      if (token.type === "image") token.attrSet("src", dataOf(resolve(folder, token.attrGet("src"))));
  });
}

/** Code, with pale comments. */
function highlighted(code, language) {
  if (language !== "asm") return escaped(code);
  const line = (text) => {
    const [, before, comment] = /^([^;]*)(.*)$/.exec(text);
    return escaped(before) + (comment && `<span class="comment">${escaped(comment)}</span>`);
  };
  return code.split("\n").map(line).join("\n");
}

/** The page of a deck {page, slides}. */
export function render(file) {
  const marp = new Marp({ script: false, math: false, html: false, emoji: { shortcode: false, unicode: false } });
  marp.themeSet.default = marp.themeSet.add(styles("deck.css"));
  marp.markdown.set({ highlight: highlighted });
  marp.use(withPictures, dirname(file));
  const text = readFileSync(file, "utf8");
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error("expected a title, such as '# Loops', on the first slide");
  const { html, css, comments } = marp.render(text);
  const notes = JSON.stringify(comments.map((list) => list.join("\n"))).replaceAll("<", "\\u003c");
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${css}${styles("keys.css")}</style>
${html}
<div id="notes" hidden></div>
<script type="application/json" id="note-texts">${notes}</script>
<script>${styles("keys.js")}</script>
`;
  return { page, slides: comments.length };
}

function main() {
  const { values, positionals } = parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });
  if (values.out === undefined || positionals.length !== 1)
    throw new TypeError("usage: node slides.mjs DECK.md --out DECK.html");
  const { page, slides } = render(positionals[0]);
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(`${values.out}.part`, page);
  renameSync(`${values.out}.part`, values.out);
  console.log(`${values.out}: ${slides} slides, ${(Buffer.byteLength(page) / 1024).toFixed(0)} KiB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    const usage = error instanceof TypeError;
    console.error(usage ? error.message : `${process.argv[2]}: error: ${error.message}`);
    process.exitCode = usage ? 2 : 1;
  }
}
