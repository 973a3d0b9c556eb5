// The editor: highlighting, errors in place, breakpoints, and the lines at which threads are.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { drawSelection, EditorView, gutter, GutterMarker, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { instructionHelp } from "./instructions.js";
import { assembly } from "./language.js";
import { lineMarks, markLines } from "./line_marks.js";

const toggleBreakpoint = StateEffect.define({ map: (value, changes) => changes.mapPos(value) });

const breakpointMarker = new (class extends GutterMarker {
  toDOM() {
    const dot = document.createElement("span");
    dot.className = "breakpoint";
    dot.title = "breakpoint";
    return dot;
  }
})();

const breakpoints = StateField.define({
  create: () => RangeSet.empty,
  update(set, transaction) {
    let result = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(toggleBreakpoint)) continue;
      const at = effect.value;
      let found = false;
      result.between(at, at, (from) => {
        if (from === at) found = true;
      });
      result = found
        ? result.update({ filter: (from) => from !== at })
        : result.update({ add: [breakpointMarker.range(at)] });
    }
    return result;
  },
});

const breakpointGutter = gutter({
  class: "breakpoint-gutter",
  markers: (view) => view.state.field(breakpoints),
  initialSpacer: () => breakpointMarker,
  domEventHandlers: {
    mousedown(view, line) {
      view.dispatch({ effects: toggleBreakpoint.of(line.from) });
      return true;
    },
  },
});

function toggleHere(view) {
  const { from } = view.state.doc.lineAt(view.state.selection.main.head);
  view.dispatch({ effects: toggleBreakpoint.of(from) });
  return true;
}

/** The part of a line that is neither blank nor a comment. */
function instructionIn({ from, text }) {
  const code = text.replace(/[;%](?!!).*/, "").trimEnd();
  return { from: from + code.search(/\S|$/), to: from + code.length };
}

export class Editor {
  /** `edited(text)` is called when the user changes the text. */
  constructor(parent, edited) {
    this.edited = edited;
    this.extensions = [
      breakpointGutter,
      breakpoints,
      lineMarks,
      lineNumbers(),
      lintGutter(),
      tooltips({ parent: document.body }), // the column that scrolls would cut them off
      history(),
      drawSelection(),
      assembly,
      instructionHelp,
      keymap.of([{ key: "F9", run: toggleHere }, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Program", spellcheck: "false", autocapitalize: "off", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.replacing) this.edited(this.text());
      }),
    ];
    this.view = new EditorView({ parent });
    this.replace("");
  }

  text() {
    return this.view.state.doc.toString();
  }

  /** Another program, without the history and the breakpoints of the last one. */
  replace(text) {
    this.replacing = true;
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
    this.replacing = false;
  }

  breakpointLines() {
    const lines = [];
    const { doc } = this.view.state;
    for (const cursor = this.view.state.field(breakpoints).iter(); cursor.value !== null; cursor.next())
      lines.push(doc.lineAt(cursor.from).number);
    return lines;
  }

  /** Shows messages {line, column, end?, message, severity} at their place. Columns count characters from 1. */
  showMessages(messages) {
    const { doc } = this.view.state;
    const diagnostics = messages.map(({ line, column, end, message, severity }) => {
      const at = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
      if (column === undefined) return { ...instructionIn(at), severity, message };
      const from = Math.min(at.from + Math.max((column ?? 1) - 1, 0), at.to);
      const word = /^\S+/.exec(doc.sliceString(from, at.to))?.[0].length ?? 0;
      const to = end > column ? Math.min(at.from + end - 1, at.to) : from + word;
      // At the end of a line, the last character is marked: there is nothing after it.
      return { from: to > from ? from : Math.max(at.from, from - 1), to: Math.max(to, from), severity, message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Marks lines [{line, name}] by a class; the first one is scrolled into view if `follow`. */
  mark(lines, follow) {
    markLines(this.view, lines, follow);
  }

  goToLine(line) {
    const { from } = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.focus();
  }

  focus() {
    this.view.focus();
  }
}
