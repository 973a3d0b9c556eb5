// Sets of lanes as chips: a small box per lane. Their text is the set as the command line writes it.

import { element, threadSet } from "./dom.js";

/** Of larger sets, a chip holds a range. */
const kMostChips = 16;

const chip = (text, kind) => element("span", { class: `chip ${kind}`, "data-text": text, "aria-hidden": "true" });

/** The texts of the chips: a thread or a range of threads each. */
const parts = (threads) =>
  threads.length <= kMostChips ? threads.map(String) : threadSet(threads).slice(1, -1).split(", ");

/** The chips of a set. `before`: the set before the last step; what came is marked, and what went is struck through. */
export function chips(threads, before = threads) {
  const gone = before.filter((thread) => !threads.includes(thread));
  const came = new Set(threads.filter((thread) => !before.includes(thread)).map(String));
  return element(
    "span",
    { class: "chips" },
    element("span", { class: "visually-hidden", text: threadSet(threads) }),
    ...parts(threads).map((text) => chip(text, came.has(text) ? "came" : "")),
    ...(threads.length === 0 && gone.length === 0 ? [chip("∅", "none")] : []),
    ...parts(gone).map((text) => chip(text, "gone")),
  );
}
