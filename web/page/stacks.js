// Π and Λ, as stacks that grow upwards.

import { element, threadSet } from "./dom.js";

function entry(key, colour, ...children) {
  const result = element("li", { class: "entry", "data-key": key }, ...children);
  if (colour !== undefined) result.style.setProperty("--branch", colour);
  return result;
}

/** Shows entries, top first, and lets those that are new grow. */
function show(list, entries, empty) {
  const before =
    list.childElementCount === 1 && list.firstElementChild.classList.contains("empty") ? 0 : list.childElementCount;
  if (entries.length === 0) {
    list.replaceChildren(element("li", { class: "empty", text: empty }));
    return;
  }
  entries.slice(0, Math.max(0, entries.length - before)).forEach((e) => e.classList.add("new"));
  list.replaceChildren(...entries);
}

/** Under the models whose warps have groups, an entry is another group, or a set that has arrived at a join. */
export function showSyncStack(list, state, colours, model) {
  const isStack = model === "lockstep" || model === "volta";
  const entries = state.sync_stack.map((open, i) =>
    entry(
      `${open.branch}-${state.sync_stack.length - i}`,
      colours.get(open.line),
      element("div", { class: "head" }, open.line ? `branch on line ${open.line}` : "a group without a join"),
      element(
        "div",
        {},
        element("b", { text: threadSet(open.todo) }),
        open.todo.length === 0 ? " no thread waits" : ` wait; they go on at line ${open.next_line}`,
      ),
      element(
        "div",
        {},
        element("b", { text: threadSet(open.done) }),
        open.done.length === 0 ? " no thread is done" : ` are done, at the ${isStack ? "sync" : "join"}`,
      ),
    ),
  );
  show(list, entries, "∅  empty: no open branch");
}

export function showContextStack(list, state, colours) {
  const entries = state.context_stack.map((block, i) =>
    entry(
      `${block.block}-${state.context_stack.length - i}`,
      colours.get(block.line),
      element("div", { class: "head" }, `everywhere on line ${block.line}`),
      element("div", {}, element("b", { text: threadSet(block.active) }), " run again after end_everywhere"),
      element(
        "div",
        {},
        `with Π of ${block.depth_of_sync_stack} ${block.depth_of_sync_stack === 1 ? "entry" : "entries"}`,
      ),
    ),
  );
  show(list, entries, "∅  empty: no open everywhere block");
}
