// Lines of a text that are marked by a class: the line that runs next, open branches, causes.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

const showLines = StateEffect.define();

/** The extension that shows them. */
export const lineMarks = StateField.define({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let result = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(showLines)) continue;
      const { doc } = transaction.state;
      const ranges = effect.value
        .filter(({ line }) => line >= 1 && line <= doc.lines)
        .sort((a, b) => a.line - b.line)
        .map(({ line, name }) => Decoration.line({ class: name }).range(doc.line(line).from));
      result = Decoration.set(ranges, true);
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function isVisible(view, position) {
  const { top, bottom } = view.lineBlockAt(position);
  const { scrollTop, clientHeight } = view.scrollDOM;
  return top >= scrollTop && bottom <= scrollTop + clientHeight;
}

/** Marks lines [{line, name}] by a class; the first one is scrolled into view if `follow`. */
export function markLines(view, lines, follow) {
  const effects = [showLines.of(lines)];
  const first = lines[0];
  if (follow && first !== undefined && first.line <= view.state.doc.lines) {
    const { from } = view.state.doc.line(first.line);
    // Scrolling measures the text, so it is left out where the line is visible.
    if (!isVisible(view, from)) effects.push(EditorView.scrollIntoView(from, { y: "center" }));
  }
  view.dispatch({ effects });
}
