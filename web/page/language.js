// The colours of assembly and of the paper's Prolog lists, and of the sources of kernels.

import { cppLanguage } from "@codemirror/lang-cpp";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const control = new Set(
  "bz bnz branch_mask jump sync stop everywhere end_everywhere barrier assert exit block_barrier syncwarp branch bench08".split(
    " ",
  ),
);
const special = new Set(["tid", "wid", "warp_size"]);

function token(stream, state) {
  if (stream.sol()) state.label = true;
  if (stream.eatSpace()) return null;
  if (stream.match(/[;%](?!!)/) && (state.prolog || stream.string[stream.pos - 1] === ";")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("%!")) {
    state.prolog = true;
    return "meta";
  }
  if (stream.match(/\.[a-z_]+/)) return "meta";
  if (stream.match(/-?\d[\w.]*/)) return "number";
  if (state.label && !state.prolog && stream.match(/[A-Za-z_]\w*(?=\s*:)/)) return "labelName";
  if (stream.match(/[A-Za-z_][\w.]*/)) {
    state.label = false;
    const word = stream.current().split(".")[0];
    if (control.has(word)) return "keyword";
    if (special.has(word)) return "atom";
    if (stream.match(/(?=\()/) || (!stream.match(/(?=\s*=)/) && /^\s+[\w[]/.test(stream.string.slice(stream.pos)))) {
      return "function";
    }
    return "variableName";
  }
  state.label = false;
  stream.next();
  return null;
}

const language = StreamLanguage.define({
  name: "musimd",
  startState: () => ({ label: true, prolog: false }),
  copyState: (state) => ({ ...state }),
  token,
  tokenTable: { function: tags.function(tags.variableName), labelName: tags.labelName },
  languageData: { commentTokens: { line: ";" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.labelName, class: "tok-label" },
  { tag: tags.meta, class: "tok-meta" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.atom, class: "tok-atom" },
  { tag: tags.function(tags.variableName), class: "tok-function" },
  { tag: tags.typeName, class: "tok-atom" },
  { tag: tags.string, class: "tok-number" },
]);
const highlighting = syntaxHighlighting(colours);

export const assembly = [language, highlighting];
/** CUDA C++, and C. */
export const cSource = [cppLanguage, highlighting];
