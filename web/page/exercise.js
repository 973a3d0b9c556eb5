// An exercise: the reader's program, in assembly or as a kernel, hints, and the verdict of the machine.

import { byId, counted, element, setText } from "./dom.js";
import { Grader } from "./grader.js";

export class Exercise {
  /**
   * `page`: its `open`, `text`, `reload`, `kernels` and `startWorker`; `solved(id)` is called when an exercise has been
   * solved.
   */
  constructor(page, progress, solved) {
    this.page = page;
    this.progress = progress;
    this.solved = solved;
    this.grader = new Grader(page.startWorker);
    this.id = null;
    this.passed = undefined; // the text that has passed, while its verdict is shown
    this.input = undefined; // directives with which the program is run instead of its own
    this.hints = new Map(); // how many hints of an exercise are shown
    byId("check").addEventListener("click", () => (this.grading ? this.stop() : this.check()));
    byId("hint").addEventListener("click", () => this.showHints(this.hintCount + 1));
    byId("start-again").addEventListener("click", () => this.startAgain());
    byId("show-me").addEventListener("click", () => this.runWith(this.failed));
    byId("own-input").addEventListener("click", () => this.runWith(undefined));
    byId("in-assembly").addEventListener("click", () => this.choose("assembly"));
    byId("in-kernel").addEventListener("click", () => this.choose("kernel"));
  }

  // The language of the answer.

  get inKernel() {
    return this.id !== null && this.exercise.kernel !== undefined && this.progress.language === "kernel";
  }

  /** The name by which the reader's program is kept. */
  get programId() {
    return this.inKernel ? `${this.id}.cu` : this.id;
  }

  get start() {
    return this.inKernel ? this.exercise.kernel : this.exercise.start;
  }

  get file() {
    return `${this.exercise.name}.${this.inKernel ? "cu" : "asm"}`;
  }

  /** What the reader has typed. */
  text() {
    return this.inKernel ? this.page.kernels.text : this.page.text();
  }

  /** Loads a program of the reader's language; a kernel runs with an input, the first one if none is chosen. */
  open(text) {
    const { file } = this;
    if (!this.inKernel) return this.page.open({ file, text });
    return this.page.kernels.answer({ file, text, input: this.input ?? this.exercise.exercise.inputs[0].directives });
  }

  choose(language) {
    const { id, exercise } = this;
    this.leave();
    this.progress.choose(language);
    return this.show(id, exercise);
  }

  showLanguage() {
    byId("languages").hidden = this.exercise.kernel === undefined;
    byId("kernel-note").hidden = !this.inKernel;
    byId("in-assembly").setAttribute("aria-pressed", !this.inKernel);
    byId("in-kernel").setAttribute("aria-pressed", this.inKernel);
    setText(byId("own-input"), this.inKernel ? "Use the first input" : "Use its own directives");
  }

  /** Shows an exercise, and loads the reader's program of it. */
  async show(id, exercise) {
    this.leave();
    Object.assign(this, { id, exercise, before: undefined });
    byId("exercise").hidden = false;
    this.showLanguage();
    this.showHints(this.hintCount);
    this.showVerdict();
    this.showInput(undefined);
    this.showStartAgain();
    this.grader.warmUp();
    await this.open(this.progress.program(this.programId) ?? this.start);
  }

  /** Keeps the reader's program. */
  leave() {
    if (this.id === null) return;
    this.keep();
    this.stop();
    if (this.inKernel) this.page.kernels.close();
    this.id = null;
    this.input = undefined;
    byId("exercise").hidden = true;
  }

  /** The reader's progress is forgotten: the start program is loaded. */
  async forget() {
    this.hints.clear();
    if (this.id === null) return;
    this.showHints(0);
    byId("hints").replaceChildren();
    this.showVerdict();
    this.showLanguage(); // which is forgotten, too
    await this.open(this.start);
  }

  /** Keeps what is in the editor. */
  keep() {
    const text = this.id === null ? undefined : this.text();
    if (text === undefined) return;
    if (text !== this.start || this.progress.program(this.programId) !== undefined)
      this.progress.keepProgram(this.programId, text);
    if (this.before !== undefined && text !== this.start) this.before = undefined;
    if (this.passed !== undefined && text !== this.passed) this.showVerdict();
    this.showStartAgain();
  }

  // Hints.

  get hintCount() {
    return this.hints.get(this.id) ?? 0;
  }

  showHints(count) {
    const { hints } = this.exercise;
    this.hints.set(this.id, count);
    const list = byId("hints");
    if (list.dataset.exercise !== this.id) list.replaceChildren();
    list.dataset.exercise = this.id;
    for (const hint of hints.slice(list.children.length, count)) {
      const item = element("li");
      item.innerHTML = hint; // from the build
      list.append(item);
    }
    byId("hint").disabled = count >= hints.length;
    setText(byId("hint"), `Hint (${count} of ${hints.length})`);
  }

  // The start program.

  /** Loads the start program; pressed again, the reader's program. */
  async startAgain() {
    const text = this.text();
    const { before, start } = this;
    this.before = undefined;
    this.showInput(undefined);
    this.showVerdict();
    await this.open(before ?? start);
    this.before = before === undefined && text !== start ? text : undefined;
    this.showStartAgain();
  }

  showStartAgain() {
    setText(byId("start-again"), this.before === undefined ? "Start again" : "Back to my program");
  }

  // The verdict.

  get grading() {
    return byId("check").hasAttribute("aria-busy");
  }

  stop() {
    if (this.grading) this.grader.stop();
  }

  showGrading(grading) {
    byId("check").toggleAttribute("aria-busy", grading);
    setText(byId("check"), grading ? "Stop checking" : "Check");
  }

  async check() {
    const { id, exercise, file } = this;
    const text = this.text();
    this.keep();
    this.showVerdict({ result: "Checking…" });
    this.showGrading(true);
    let verdict;
    try {
      verdict = shown(await this.grader.grade(exercise.exercise, text, file));
    } catch (error) {
      verdict = { kind: "wrong", result: `The check failed: ${error.message}.` };
    }
    this.showGrading(false);
    const passed = verdict.kind === "right";
    if (passed) {
      this.progress.solve(id);
      this.solved(id);
    }
    if (this.id !== id) return;
    this.showVerdict(verdict);
    if (passed) this.passed = text; // the verdict is shown until the text changes
    byId("verdict").scrollIntoView({ block: "nearest" });
    if (passed && this.input !== undefined) await this.runWith(undefined);
  }

  showVerdict({ result = "", message = "", failures = [], memory = [], input, kind = "" } = {}) {
    this.failed = input;
    this.passed = undefined;
    byId("verdict").className = `verdict-box ${kind}`;
    byId("verdict").replaceChildren(
      ...(result === "" ? [] : [element("p", { class: "result", text: result })]),
      ...(message === "" ? [] : [element("p", { class: "message", text: message })]),
      ...(failures.length === 0 ? [] : [element("pre", { text: failures.join("\n"), tabindex: "0" })]),
      ...(memory.length === 0 ? [] : [comparison(memory)]),
    );
    byId("show-me").hidden = input === undefined;
    byId("show-me").title = input === undefined ? "" : `Runs your program with the input "${input.name}"`;
  }

  // The input.

  /** Runs the program in the editor with an input {name, directives}, or with its own directives. */
  async runWith(input) {
    this.showInput(input);
    byId("threads").value = ""; // as the input says
    await (this.inKernel ? this.open(this.text()) : this.page.reload());
    if (input === undefined) return;
    byId("step").focus();
    document.querySelector(".program").scrollIntoView({ block: "nearest" });
  }

  showInput(input) {
    this.input = input?.directives;
    byId("input").hidden = input === undefined;
    if (input === undefined) return;
    const instead = this.inKernel ? "" : ", not with its own directives";
    setText(byId("input-name"), `Your program now runs with the input "${input.name}"${instead}:`);
    setText(byId("input-directives"), input.directives.join("\n"));
  }
}

/** What is shown of an answer of the machine; null: the check was stopped. */
function shown(verdict) {
  if (verdict === null) return { result: "The check was stopped." };
  const { passed, inputs, passed_inputs, message, failures = [], memory, input } = verdict; // an unfinished answer has none
  const count = `${passed_inputs} of ${counted(inputs, "input")}`;
  if (passed) return { kind: "right", result: `✓ Passed: ${count}.` };
  return {
    kind: "wrong",
    result: `✗ Not yet: ${count} pass${passed_inputs === 1 ? "es" : ""}.`,
    message,
    failures: failures.filter((failure) => !message.includes(failure)),
    memory,
    input,
  };
}

/** Words of memory [{address, wanted, got}] as a table: what was wanted beside what is there. */
function comparison(memory) {
  const cells = (wanted, got) => wanted.map((word, i) => [word, got[i], word !== "*" && word !== got[i]]);
  const row = (address, list, index) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", text: `${address} ${index === 0 ? "wanted" : "got"}` }),
      ...list.map((cell) => element("td", { class: cell[2] ? "differs" : null, text: cell[index] })),
    );
  const rows = memory.flatMap(({ address, wanted, got }) => {
    const list = cells(wanted, got);
    return [row(address, list, 0), row(address, list, 1)];
  });
  return element("div", { class: "scroll", tabindex: "0" }, element("table", { class: "comparison" }, ...rows));
}
