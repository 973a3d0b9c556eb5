// Π and Λ, as stacks that grow upwards. What the last step did to them is marked.

import { chips } from "./chips.js";
import { element } from "./dom.js";
import { lines } from "./lines.js";

/** Under these models an entry is an open branch; under others, another group or a set that has arrived at a join. */
const kStackModels = ["lockstep", "volta"];

/** An entry of a stack; `tag`: what the last step did to it. */
function box(kind, colour, tag, ...children) {
  const result = element(
    "li",
    { class: `${kind} ${tag === "" ? "" : "changed"}` },
    ...(tag === "" ? [] : [element("span", { class: "tag", text: tag })]),
    ...children,
  );
  if (colour !== undefined) result.style.setProperty("--branch", colour);
  return result;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What the last step did to a stack, top first: a tag for each entry that it has now, the entry that was in its place,
 * and the entries that it has no longer.
 */
function changes(now, before, { pushed, changed }) {
  const grown = now.length - before.length;
  return {
    entries: now.map((entry, i) => {
      const was = before[i - grown];
      return { entry, was, tag: was === undefined ? pushed : same(was, entry) ? "" : changed };
    }),
    gone: before.slice(0, Math.max(0, -grown)),
  };
}

function show(list, boxes, empty) {
  list.replaceChildren(...boxes, ...(boxes.some((one) => one.matches(".entry")) ? [] : [nothing(empty)]));
}

const nothing = (text) => element("li", { class: "empty", text });

function branchTexts(open, was, isStack) {
  return [
    element("div", { class: "head" }, open.line ? `branch on line ${lines.nameOf(open.line)}` : "a group without a join"),
    element(
      "div",
      {},
      chips(open.todo, was?.todo),
      open.todo.length === 0 ? " no thread waits" : ` wait; they go on at line ${lines.nameOf(open.next_line)}`,
    ),
    element(
      "div",
      {},
      chips(open.done, was?.done),
      open.done.length === 0 ? " no thread is done" : ` are done, at the ${isStack ? "sync" : "join"}`,
    ),
  ];
}

/** `before`: the state before the last step, or null if nothing is to be marked. */
export function showSyncStack(list, state, before, colours, model) {
  const isStack = kStackModels.includes(model);
  const old = before === null ? state.sync_stack : before.sync_stack;
  const { entries, gone } = changes(state.sync_stack, old, {
    pushed: state.last_rule === "EE" ? "restored" : isStack ? "pushed" : "new",
    changed: "changed",
  });
  const left = state.last_rule === "EB" ? "set aside, in Λ" : isStack ? "popped" : "gone";
  show(
    list,
    [
      ...gone.map((open) => box("ghost", colours.get(open.line), left, `branch on line ${lines.nameOf(open.line ?? "?")}`)),
      ...entries.map(({ entry, was, tag }) =>
        box("entry", colours.get(entry.line), tag, ...branchTexts(entry, was, isStack)),
      ),
    ],
    "∅  empty: no open branch",
  );
}

function blockTexts(block) {
  return [
    element("div", { class: "head" }, `everywhere on line ${lines.nameOf(block.line)}`),
    element("div", {}, chips(block.active), " run again after end_everywhere"),
    element(
      "div",
      {},
      `with Π of ${block.depth_of_sync_stack} ${block.depth_of_sync_stack === 1 ? "entry" : "entries"}`,
    ),
  ];
}

export function showContextStack(list, state, before) {
  const old = before === null ? state.context_stack : before.context_stack;
  const { entries, gone } = changes(state.context_stack, old, { pushed: "pushed", changed: "changed" });
  show(
    list,
    [
      ...gone.map((block) => box("ghost", undefined, "popped", `everywhere on line ${lines.nameOf(block.line)}`)),
      ...entries.map(({ entry, tag }) => box("entry", undefined, tag, ...blockTexts(entry))),
    ],
    "∅  empty: no open everywhere block",
  );
}
