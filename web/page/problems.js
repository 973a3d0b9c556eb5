// The errors of a program, its warnings, and what the structure check finds.

import { element } from "./dom.js";

/** Messages {line, column?, end?, message, severity} of the answer of `load`. */
export function messagesOf({ errors, warnings = [], check = [] }) {
  const of = (list, severity) => list.map((message) => ({ ...message, severity }));
  return [...of(errors, "error"), ...of(warnings, "warning"), ...of(check, "warning")];
}

export function listMessages(list, messages, goToLine) {
  list.replaceChildren(
    ...messages.map(({ line, message, severity }) =>
      element(
        "li",
        { class: severity },
        line ? element("button", { type: "button", text: `line ${line}`, onclick: () => goToLine(line) }) : null,
        ` ${severity}: ${message}`,
      ),
    ),
  );
}
