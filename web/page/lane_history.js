// The history of a lane: when it slept and why, who woke it, and what it wrote.

import { chips } from "./chips.js";
import { counted, element } from "./dom.js";
import { lines } from "./lines.js";

/** What a change means, around the chips of the lanes that executed the step. */
function meaning({ state, by, ...at }) {
  const line = lines.nameOf(at.line);
  const branch = lines.nameOf(at.branch_line);
  switch (state) {
    case "runs":
      return ["woken by lanes ", chips(by), `, at line ${line}`];
    case "woken":
      return ["woken by the everywhere block of lanes ", chips(by), `, at line ${line}`];
    case "waits":
      return [`fell asleep at line ${line}, to wait for its side of the branch on line ${branch}`];
    case "at_sync":
      return [`fell asleep at line ${line}: its side of the branch on line ${branch} is done`];
    case "exited":
      return [`exited at line ${line}`];
  }
  return [`fell asleep at line ${line}`];
}

const isAwake = ({ state }) => state === "runs" || state === "woken";

/** Since when a lane that runs does so. */
function since(changes) {
  const last = changes.at(-1);
  if (last === undefined) return ["It has run since the start."];
  return isAwake(last) ? [`It runs since step ${last.step.toLocaleString("en")}: `, ...meaning(last), "."] : [];
}

function written({ variable, address, count }) {
  const what = variable === undefined ? `the word at address ${address}` : variable;
  return `wrote ${what}${count === 1 ? "" : `, the last of ${counted(count, "time")}`}`;
}

/** A list of the history, with buttons that go to its steps; `runs`: whether the lane runs now. */
export function laneHistory({ changes, more, writes }, runs, goTo) {
  const button = (step) =>
    element("button", { type: "button", text: `step ${step.toLocaleString("en")}`, onclick: () => goTo(step) });
  const rows = [
    ...changes.map((change) => ({ step: change.step, order: 1, content: meaning(change) })),
    ...writes.map((write) => ({ step: write.step, order: 0, content: [written(write), `, at line ${lines.nameOf(write.line)}`] })),
  ].sort((a, b) => a.step - b.step || a.order - b.order);
  return element(
    "div",
    { class: "lane-history" },
    element("div", { class: "since" }, ...(runs ? since(changes) : [])),
    ...(more > 0 ? [element("div", { class: "quiet", text: `${counted(more, "change")} before these` })] : []),
    element("ol", {}, ...rows.map(({ step, content }) => element("li", {}, button(step), " ", ...content))),
  );
}
