// The rule that the next step applies: its premises, filled in, over its conclusion.

import { element } from "./dom.js";
import { explained } from "./explain.js";

export function showRule(parent, state) {
  const { next } = state;
  if (!next) {
    parent.replaceChildren(element("p", { class: "quiet", text: "The run has ended: no rule applies." }));
    return;
  }
  const premises = next.premises.map(({ schema, filled, holds }) =>
    element(
      "li",
      { class: holds === false ? "fails" : "holds" },
      element("span", {
        class: "sign",
        text: holds === false ? "✗" : "✓",
        "aria-label": holds === false ? "fails" : "holds",
      }),
      element(
        "div",
        {},
        element("div", { class: "schema", text: schema }),
        ...(filled ?? [])
          .filter((line) => line !== schema)
          .map((line) => element("div", { class: "filled", text: line })),
      ),
    ),
  );
  parent.replaceChildren(
    element(
      "div",
      { class: "derivation", tabindex: "0", role: "group", "aria-label": `rule ${next.rule}` },
      element("ul", { class: "premises" }, ...premises),
      element(
        "div",
        { class: "bar" },
        element("span", { class: "name", text: next.trap ? `${next.rule ?? ""} does not apply` : next.rule }),
      ),
      element(
        "div",
        { class: "conclusion" },
        element("div", { class: "schema", text: next.schema_conclusion ?? "" }),
        element("div", { class: "filled", text: next.conclusion ?? "" }),
      ),
    ),
    ...(next.failed
      ? [element("p", { class: "alarm", text: `No rule applies: ${next.failed.rule} needs ${next.failed.formula}` })]
      : []),
  );
}

/** What happens next, in words. */
export function showNext(title, text, state, instruction) {
  if (state.trap) {
    title.textContent = `Trap: ${state.trap.kind}`;
    text.textContent = state.trap.message;
  } else if (state.ended === "stop") {
    title.textContent = "The end";
    text.textContent = "The run has ended normally. Step back, or drag the slider, to see how it came to this.";
  } else if (state.next) {
    const [head, body] = explained(state.next.rule, instruction);
    title.textContent = state.next.trap ? "The next step traps" : `Next: ${head}`;
    text.textContent = state.next.trap ? "No rule applies in this state. That is an error of the program." : body;
  } else {
    title.textContent = state.ended ?? "";
    text.textContent = "";
  }
}
