// Why is a lane, a variable or a word as it is?

import { element } from "./dom.js";
import { withNamedLines } from "./lines.js";

function title({ thread, variable, address }) {
  if (address !== undefined) return `The word at address ${address}`;
  return variable !== undefined ? `${variable} of thread ${thread}` : `Thread ${thread}`;
}

/**
 * Shows the machine's answer about {thread}, {variable, thread} or {address}, with buttons that go to its steps. `more`: an
 * element that follows.
 */
export function showWhy(box, about, answer, goTo, more = null) {
  const sentences = answer.error !== undefined ? [answer.error] : answer.text;
  const buttons = [...new Set(answer.steps ?? [])].map((step) =>
    element("button", { type: "button", text: `to step ${step}`, onclick: () => goTo(step) }),
  );
  box.replaceChildren(
    element("b", { text: title(about) }),
    ...sentences.map((text) => element("p", { text: withNamedLines(text) })),
    element("div", { class: "steps" }, ...buttons),
    ...(more === null ? [] : [more]),
  );
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}
