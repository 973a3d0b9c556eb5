// The instructions, from the tables of the machine: a card of all, and what the editor knows about words.

import {
  autocompletion,
  closeCompletion,
  completeAnyWord,
  completionKeymap,
  completionStatus,
} from "@codemirror/autocomplete";
import { Prec } from "@codemirror/state";
import { hoverTooltip, keymap } from "@codemirror/view";
import { byId, element } from "./dom.js";

/** Words of a syntax that stand for something else. */
const kPlaceholders = new Set(["op", "fetch_op", "o1", "o2"]);

/** How the rows of each table are written. */
const kWritten = {
  instructions: (how) => how,
  operations: (how) => (/^\w/.test(how) ? `v = ${how} o1, o2` : `v = o1 ${how} o2`),
  fetch_operations: (how) => `v = fetch_${how} [a], o`,
  typed_operations: (how) => `v = ${how}.T o…`,
};
const kTitles = {
  instructions: "Instructions",
  operations: "Operations",
  fetch_operations: "Atomic operations",
  typed_operations: "Operations on typed words, as add.f32",
};

const table = { rows: [], words: new Map() };

/** Adds a row {group, written, meaning} by the words by which the editor finds it. */
function add(group, how, meaning) {
  const row = { group, written: kWritten[group](how), meaning };
  table.rows.push(row);
  const words = {
    instructions: () => how.match(/[a-z_][a-z_0-9]+/g)?.filter((word) => !kPlaceholders.has(word)) ?? [],
    operations: () => [how],
    fetch_operations: () => [`fetch_${how}`],
    typed_operations: () => [how],
  }[group]();
  for (const word of words) table.words.set(word, [...(table.words.get(word) ?? []), row]);
}

/** Fills the table from the machine's answer to the request `instructions`, and the card. */
export function showInstructions(answer) {
  for (const group of Object.keys(kWritten)) for (const { how, meaning } of answer[group]) add(group, how, meaning);
  const parts = Object.keys(kWritten).map((group) =>
    element(
      "div",
      {},
      element("h3", { text: kTitles[group] }),
      element(
        "dl",
        {},
        ...table.rows
          .filter((row) => row.group === group)
          .map(({ written, meaning }) =>
            element(
              "div",
              {},
              element("dt", {}, element("code", { text: written })),
              element("dd", { text: meaning }),
            ),
          ),
      ),
    ),
  );
  byId("instructions").replaceChildren(...parts);
  byId("find-instruction").addEventListener("input", ({ target }) => find(target.value.toLowerCase()));
}

function find(text) {
  for (const row of byId("instructions").querySelectorAll("dl > div"))
    row.hidden = !row.textContent.toLowerCase().includes(text);
  for (const part of byId("instructions").children) part.hidden = part.querySelector("dl > :not([hidden])") === null;
}

/** The word or the operator at a position of a line: {from, to, rows}; null if it is none. */
function wordAt(text, at) {
  for (const { 0: word, index } of text.replace(/;.*/, "").matchAll(/[A-Za-z_][\w.]*|[^\w\s[\]:,]+/g)) {
    if (at < index || at > index + word.length) continue;
    const rows = table.words.get(word) ?? table.words.get(word.split(".")[0]);
    if (rows !== undefined) return { from: index, to: index + word.length, rows };
  }
  return null;
}

const hover = hoverTooltip((view, position) => {
  const line = view.state.doc.lineAt(position);
  const found = wordAt(line.text, position - line.from);
  if (found === null) return null;
  const dom = element(
    "div",
    { class: "instruction-help" },
    ...found.rows
      .slice(0, 6)
      .map(({ written, meaning }) => element("div", {}, element("code", { text: written }), ` ${meaning}`)),
  );
  return { pos: line.from + found.from, end: line.from + found.to, above: true, create: () => ({ dom }) };
});

function instructionWords(context) {
  const word = context.matchBefore(/[A-Za-z_]\w+/);
  if (word === null) return null;
  const options = [...table.words]
    .filter(([name]) => /^[a-z]/.test(name))
    .map(([label, [row]]) => ({ label, detail: row.written, info: row.meaning, boost: 1 }));
  return { from: word.from, options, validFor: /^\w*$/ };
}

/** Enter ends a line, also while words are offered: one is taken by an arrow key and Enter, or a click. */
const completion = autocompletion({
  override: [instructionWords, completeAnyWord],
  selectOnOpen: false,
  icons: false,
  defaultKeymap: false,
});

/** Escape closes a list that is shown, and otherwise leaves the editor. */
const keys = Prec.highest(
  keymap.of([
    ...completionKeymap.filter(({ key }) => key !== "Escape"),
    { key: "Escape", run: (view) => completionStatus(view.state) === "active" && closeCompletion(view) },
  ]),
);

export const instructionHelp = [hover, completion, keys];
