// The source of a kernel next to its assembly: the line that runs next, and steps by line.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { byId, setText } from "./dom.js";
import { showEdited } from "./kernel.js";
import { cSource } from "./language.js";
import { lineMarks, markLines } from "./line_marks.js";

/** How far one source step goes, in steps of the machine. */
const kMostSteps = 20_000_000;

/** Lines of a source by numbers: those of a file come after those of the files before it; 0 is no line. */
class SourceLines {
  /** `lines`: the number of each instruction, as the front end gives it. */
  constructor({ files, lines }, program) {
    this.files = files;
    this.ofInstruction = lines;
    this.program = program;
    this.ofAssembly = new Map(program.instructions.map(({ pc, line }) => [line, lines[pc - 1]]));
  }

  at(pc) {
    return this.ofInstruction[pc - 1] ?? 0;
  }

  fileOf(number) {
    return this.files.findLast(({ lines_before: before }) => before < number) ?? this.files[0];
  }

  /** The lines of the assembly that are accepted, by their number and instruction. */
  assemblyLines(accepts) {
    return this.program.instructions.filter(({ pc }) => accepts(this.at(pc), pc)).map(({ line }) => line);
  }
}

/** Of a view that cannot be edited. */
function reading(file) {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({
      "aria-label": `${file.name}, read only`,
      "aria-readonly": "true",
      "aria-multiline": "true",
      role: "textbox",
      tabindex: "0",
    }),
  ];
}

export class Source {
  /** `move(work)` does a work that changes the position; `report(text)` shows a short notice. */
  constructor(session, programs, { move, report }) {
    this.session = session;
    this.report = report;
    this.sources = new Map();
    for (const { text, source } of programs) if (source !== undefined) this.sources.set(text, source);
    this.source = undefined;
    byId("source-step").addEventListener("click", () => move(() => this.step()));
    byId("source-back").addEventListener("click", () => move(() => this.step(true)));
  }

  /** The assembly is another program. */
  open(text) {
    this.show(this.sources.get(text));
  }

  /** The assembly has been edited: it has a source only if it is that of a kernel again. */
  edited(text) {
    const before = this.source;
    this.show(this.sources.get(text));
    if (before !== undefined && this.source === undefined)
      this.report("The assembly has been edited, so the source no longer belongs to it. Undo shows it again.");
    else if (before === undefined && this.source !== undefined) this.report("");
  }

  /** The file is edited: `edited(text)` is called after each change. Its program is told by `own`. */
  edit(file, edited) {
    this.afterEdit = edited;
    this.ownSource = { language: "CUDA", files: [{ ...file, lines_before: 0 }], lines: [] };
    this.file = undefined;
    this.viewIsEdited = false;
    this.show(this.ownSource);
  }

  /** The text is the assembly of what is edited. */
  own(text, source) {
    if (this.ownText !== undefined) this.sources.delete(this.ownText);
    this.ownText = text;
    this.ownSource = source;
    this.sources.set(text, source);
  }

  get isEdited() {
    return this.source !== undefined && this.source === this.ownSource;
  }

  show(source) {
    if (source === this.source) return;
    this.source = source;
    this.lines = undefined;
    this.file = undefined;
    byId("source-step").disabled = byId("source-back").disabled = true; // until there is a state
    byId("source-panel").hidden = byId("show-assembly").hidden = source === undefined;
    document.body.classList.toggle("has-source", source !== undefined);
    showEdited(this.isEdited, source?.language === "CUDA" && source.files.length === 1);
    if (source === undefined) return;
    const title = `Source (${source.language})`;
    setText(byId("source-title"), title);
    byId("source-panel").setAttribute("aria-label", title);
    this.showFile(source.files[0]);
  }

  showFile(file) {
    if (file === this.file) return;
    this.file = file;
    setText(byId("source-name"), file.name);
    this.view ??= new EditorView({ parent: byId("source-text") });
    if (this.isEdited && this.viewIsEdited) return; // what is typed stays
    this.viewIsEdited = this.isEdited;
    const extensions = [
      lineMarks,
      lineNumbers(),
      cSource,
      EditorState.lineSeparator.of("\n"), // as the front end counts lines
      ...(this.isEdited ? this.editing(file) : reading(file)),
    ];
    this.view.setState(EditorState.create({ doc: file.text, extensions }));
  }

  editing(file) {
    return [
      history(),
      lintGutter(),
      tooltips({ parent: document.body }),
      keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ "aria-label": file.name, spellcheck: "false", autocapitalize: "off", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.afterEdit(update.state.doc.toString());
      }),
    ];
  }

  /** Shows messages {line, column, message, severity} at their place. */
  showMessages(messages) {
    const { doc } = this.view.state;
    const diagnostics = messages
      .filter(({ line }) => line > 0)
      .map(({ line, column, message, severity }) => {
        const at = doc.line(Math.min(line, doc.lines));
        if (column === undefined)
          return { from: at.from + at.text.search(/\S|$/), to: at.to, severity, message };
        const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
        const word = /^(\w+|\S)/.exec(doc.sliceString(from, at.to))?.[0].length ?? 0;
        return { from: word > 0 ? from : Math.max(at.from, from - 1), to: from + word, severity, message };
      });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  goToLine(line) {
    const { from } = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.view.focus();
  }

  /** Marks the lines of a state, and those of lines of the assembly that an answer mentions. */
  mark(state, whyLines) {
    const { program } = this.session;
    if (this.source === undefined || program?.instructions.length !== this.source.lines.length) return;
    if (this.lines?.program !== program) this.lines = new SourceLines(this.source, program);
    const { lines } = this;
    const marks = [];
    if (state.trap) marks.push({ number: lines.ofAssembly.get(state.trap.line) ?? 0, name: "line-trap" });
    else if (!state.ended) marks.push({ number: lines.at(state.pc), name: "line-next" });
    const next = marks[0]?.number;
    const open = new Set(state.sync_stack.map(({ branch }) => lines.at(branch)));
    for (const number of open) if (number !== next) marks.push({ number, name: "line-open" });
    const causes = new Set(whyLines.map((line) => lines.ofAssembly.get(line)));
    for (const number of causes) marks.push({ number, name: "line-why" });
    const known = marks.filter(({ number }) => number > 0);
    if (known.length > 0) this.showFile(lines.fileOf(known[0].number));
    const here = known.filter(({ number }) => lines.fileOf(number) === this.file);
    markLines(
      this.view,
      here.map(({ number, name }) => ({ line: number - this.file.lines_before, name })),
      true,
    );
    byId("source-step").disabled = Boolean(state.ended);
    byId("source-back").disabled = state.step === 0;
  }

  /** The source line from which a line of the assembly was lowered, or 0. */
  lineOf(line) {
    const number = this.source === undefined ? 0 : (this.lines?.ofAssembly.get(line) ?? 0);
    return number === 0 ? 0 : number - this.lines.fileOf(number).lines_before;
  }

  /** The text of that source line, or undefined. */
  textOf(line) {
    const number = this.lines?.ofAssembly.get(line) ?? 0;
    if (this.source === undefined || number === 0) return undefined;
    const { text, lines_before: before } = this.lines.fileOf(number);
    return text.split("\n")[number - before - 1]?.trim();
  }

  /** The next line of the source as text, for the announcement of a step; empty without one. */
  said({ pc, ended }) {
    const number = ended || this.lines === undefined ? 0 : this.lines.at(pc);
    if (this.source === undefined || number === 0) return "";
    const { name, text, lines_before: before } = this.lines.fileOf(number);
    return ` ${name}, line ${number - before}: ${text.split("\n")[number - before - 1]?.trim() ?? ""}`;
  }

  // Steps.

  /** Steps until another line of the source is next, for the warp that is shown; or back to the begin of a line. */
  step(back = false) {
    const { session } = this;
    return session.exclusive(async () => {
      if (session.program === null || this.lines === undefined) return;
      session.note = "";
      session.runningChanged(true);
      try {
        await (back ? this.toLineBefore() : this.toNextLine());
        if (session.stopping) session.note = "Stopped.";
      } finally {
        session.runningChanged(false);
      }
      await session.refresh();
    });
  }

  /** Runs until the warp is at an instruction that is accepted, by its line's number and its own; how the run ended. */
  run(warp, accepts, back = false) {
    const lines = this.lines.assemblyLines(accepts);
    return this.session.pieces({ limit: kMostSteps, until: lines, warp, back });
  }

  async toNextLine() {
    const { session } = this;
    const { warp, pc } = await session.ask(session.stateRequest());
    const here = this.lines.at(pc);
    // A warp that stops comes to no other line: the next warp is shown, unless this one has been chosen.
    const isEnd = (at) => session.warp === null && session.program.instructions[at - 1]?.text === "stop";
    if (!isEnd(pc)) {
      const end = await this.run(warp, (number, at) => (number !== 0 && number !== here) || isEnd(at));
      if (end !== "broke" || !isEnd((await session.ask({ do: "state" })).pc)) return;
    }
    await session.pieces({ limit: 1 });
  }

  /** To the last position before this one at which the warp came to a line. */
  async toLineBefore() {
    const { warp } = await this.session.ask(this.session.stateRequest());
    const isLine = (number) => number !== 0;
    const lineHere = async () => this.lines.at((await this.session.ask({ do: "state", warp })).pc);
    if ((await this.run(warp, isLine, true)) !== "broke") return; // the start
    const here = await lineHere();
    if ((await this.run(warp, (number) => isLine(number) && number !== here, true)) === "stopped") return;
    if ((await lineHere()) !== here) await this.run(warp, (number) => number === here);
  }
}
