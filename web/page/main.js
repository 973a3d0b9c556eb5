// The page: connects the editor, the session and the panels.

import { chips } from "./chips.js";
import { Beside } from "./beside.js";
import { Client } from "./client.js";
import { Course } from "./course.js";
import { byId, element, notice, setText } from "./dom.js";
import { Editor } from "./editor.js";
import { embeddedProgram, isEmbedded, unknownProgram } from "./embed.js";
import { Files } from "./files.js";
import { Figures, kQuickSteps } from "./figures.js";
import { showInstructions } from "./instructions.js";
import { KernelEditor } from "./kernel.js";
import { KernelView } from "./kernel_view.js";
import { listenForKeys } from "./keys.js";
import { laneHistory } from "./lane_history.js";
import { Lanes } from "./lanes.js";
import { lines } from "./lines.js";
import { isHashOfItem } from "./lessons.js";
import { fillMenu, findProgram, takeFirst } from "./menu.js";
import { moduleIn, workerStarter } from "./module.js";
import { Follower, Watch } from "./motions.js";
import { coloursOfBranches, lettersOfBranches } from "./palette.js";
import { showNext, showRule } from "./rule.js";
import { listMessages, messagesOf } from "./problems.js";
import { Session } from "./session.js";
import { Source } from "./source.js";
import { showContextStack, showSyncStack } from "./stacks.js";
import { remember, remembered } from "./store.js";
import { Memory, moveInTable, Variables } from "./tables.js";
import { kMostLanes, laneCount, showChoices, showNothing, showPosition, showProgress, showRunning } from "./view.js";
import { first, isWelcome, showWelcome } from "./welcome.js";
import { showWhy } from "./why.js";

const kTypingPause = 250;

class Page {
  constructor(bytes) {
    this.file = "program.asm";
    document.body.classList.toggle("embedded", isEmbedded);
    this.whyLines = [];
    this.startWorker = workerStarter(bytes);
    this.notice = notice;
    this.session = new Session(new Client(this.startWorker), {
      changed: () => this.showState(),
      running: (running) => showRunning(running),
      failed: (text, loading) => this.showLost(text, loading),
    });
    this.editor = new Editor(byId("editor"), () => this.typed());
    this.lanes = new Lanes(byId("lanes"), byId("legend"), (thread) => {
      if (!this.course.toggles(thread)) this.why({ thread });
    });
    this.variables = new Variables(byId("variables"), (variable, thread) => this.why({ variable, thread }));
    this.memory = new Memory(byId("memory"), byId("memory-note"), (address) => this.why({ address }));
    this.beside = new Beside(this);
    this.figures = new Figures(
      this.session,
      this.beside,
      (step) => this.move(() => this.session.goTo(step)),
      (line) => ({ place: this.place(line), text: this.lineText(line) }),
    );
    this.watch = new Watch(() => this.watchStep());
    this.follower = new Follower((step) => this.attempt(() => this.session.goTo(step)));
    this.programs = fillMenu(byId("programs"));
    this.kernel = new Source(this.session, this.programs.values(), {
      move: (work) => this.move(work),
      report: (text) => notice(text),
    });
    this.kernelView = new KernelView(this.kernel, () => this.session.state !== null && this.showState());
    this.kernels = new KernelEditor(this, this.kernel);
    this.files = new Files(this);
    this.course = new Course(this);
    this.connect();
  }

  connect() {
    const on = (id, event, work) => byId(id).addEventListener(event, work);
    on("step", "click", () => this.move(() => this.step()));
    on("back", "click", () => this.move(() => this.step(true)));
    on("to-start", "click", () => this.move(() => this.session.goTo(0)));
    on("to-end", "click", () => this.move(() => this.toEnd()));
    on("run", "click", () => this.move(() => this.run()));
    on("stop", "click", () => this.stop());
    on("play", "click", () => this.watch.set(!this.watch.on));
    on("slider", "input", ({ target }) => this.slide(Number(target.value)));
    on("programs", "change", ({ target }) => this.choose(target.value));
    on("find-program", "input", ({ target }) => findProgram(byId("programs"), target.value));
    on("find-program", "keydown", ({ key, target }) => key === "Enter" && this.chooseFirst(target));
    on("threads", "change", () => this.reload());
    on("model", "change", () => this.reload());
    on("beside", "change", () => this.reload(this.session.state?.step));
    on("list", "change", () => this.reload());
    on("warp", "change", ({ target }) =>
      this.move(() => this.session.showWarp(target.value === "" ? null : Number(target.value))),
    );
    on("begin-course", "click", () => this.course.show({ lesson: 0, step: 0 }));
    on("keys", "click", () => byId("keys-dialog").showModal());
    on("variables", "keydown", (event) => moveInTable(byId("variables"), event));
    on("memory", "keydown", (event) => moveInTable(byId("memory"), event));
    listenForKeys({
      save: () => this.files.save(),
      stop: () => this.stop(),
      runBack: () => this.move(() => this.run(undefined, true)),
      toEditor: () => this.editor.focus(),
      toLanes: () => this.lanes.focus(),
      why: () => this.why({ thread: this.lanes.selected }),
      check: () => this.course.press(),
      next: () => this.course.open && this.course.move(1),
    });
  }

  async begin() {
    this.attempt(async () => showInstructions(await this.session.client.call({ do: "instructions" })));
    if (await this.files.openHash()) return;
    if (isEmbedded) return this.open(this.embedded());
    if (await this.course.resume()) return;
    const last = remembered();
    if (last?.kernel !== undefined) await this.kernels.open(last.kernel, last);
    else if (typeof last?.text === "string" && typeof last.file === "string") await this.open(last);
    else if (isHashOfItem(location.hash)) await this.course.show({ lesson: 0, step: 0 });
    else await this.open(first);
  }

  /** The program of the address of a frame. */
  embedded() {
    const program = embeddedProgram(this.programs);
    if (program === undefined) notice(unknownProgram(), true);
    return program ?? first;
  }

  choose(value) {
    notice("");
    if (value.startsWith("lesson:")) return this.course.show({ lesson: Number(value.slice(7)), step: 0 });
    const program = this.programs.get(value);
    if (program === undefined) return undefined;
    this.course.close();
    return this.open({ file: program.file ?? program.name.replace(/^.*\//, ""), text: program.text });
  }

  /** Opens the first program that the search field finds. */
  chooseFirst(field) {
    const found = takeFirst(byId("programs"), field);
    if (found !== undefined) this.choose(found);
  }

  async open({ file, text, threads, warps, model, beside, program, step }) {
    this.file = file;
    this.warps = warps;
    showWelcome(text === first.text);
    this.watch.set(false);
    byId("threads").value = threads ?? "";
    byId("model").value = model ?? "";
    byId("beside").value = beside ?? "";
    byId("list").replaceChildren(
      ...(program === undefined ? [] : [element("option", { value: program, text: program })]),
    );
    this.editor.replace(text);
    this.kernel.open(text);
    this.kernelView.update();
    await this.reload(step ?? 0);
  }

  source() {
    const source = { text: this.editor.text(), file: this.file };
    const threads = Number(byId("threads").value);
    if (Number.isInteger(threads) && threads > 0) source.threads = threads;
    if (this.warps !== undefined) source.warps = this.warps;
    if (byId("model").value !== "") source.model = byId("model").value;
    if (byId("list").value !== "") source.program = byId("list").value;
    if (this.course.input !== undefined) source.input = this.course.input;
    return source;
  }

  text() {
    return this.editor.text();
  }

  typed() {
    clearTimeout(this.typing);
    this.kernel.edited(this.editor.text());
    this.kernelView.update();
    this.typing = setTimeout(() => this.reload(), kTypingPause);
  }

  async reload(step = 0) {
    clearTimeout(this.typing);
    this.watch.set(false);
    const source = this.source();
    setText(byId("file-name"), this.file);
    if (this.course.open) this.course.loaded();
    else if (!isWelcome(source.text) && !isEmbedded) remember({ ...source, ...this.chosenBeside(), kernel: this.kernels.shared });
    this.letters = null;
    this.hideWhy();
    const answer = await this.attempt(() => this.session.load(source, step));
    if (answer === undefined) return;
    this.showProblems(answer);
    if (this.session.program === null) this.showNoRun(answer);
    await this.attempt(() => this.beside.load(source));
  }

  /** What an address holds of the second machine. */
  chosenBeside() {
    const beside = byId("beside").value;
    return beside === "" ? {} : { beside };
  }

  /** How a line of the program is called; with a source, that of the source. */
  place = (line) => `line ${lines.nameOf(line)}`;

  lineText(line) {
    return (this.kernelView.isOfSource ? this.kernel.textOf(line) : undefined) ?? this.session.program.instructions.find((one) => one.line === line)?.text ?? "";
  }

  /** The answer of work; an error becomes a notice. */
  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      notice(error.message, true);
      return undefined;
    }
  }

  move(work) {
    this.watch.set(false);
    return this.attempt(work);
  }

  /** A step of the machine; of a kernel whose assembly is hidden, to another line of its source. */
  step(back = false) {
    const { session } = this;
    const isPast = session.state !== null && session.state.ended && (session.position > session.state.step || !back);
    return this.kernelView.isOfSource && !isPast ? this.kernel.step(back) : session.step(back);
  }

  async toEnd() {
    const { session } = this;
    if (session.complete && session.position < session.end) await session.goTo(session.end);
    if (!session.state.ended) await this.run([]); // a step that traps is not counted
  }

  run(breakpoints = this.editor.breakpointLines(), back = false) {
    return this.session.run({ breakpoints, back, progress: (step) => showProgress(step) });
  }

  stop() {
    this.watch.set(false);
    this.session.stop();
    this.course.stop();
  }

  slide(step) {
    this.watch.set(false);
    this.follower.follow(step);
  }

  async watchStep() {
    await this.attempt(() => this.step());
    const { session } = this;
    return session.state !== null && (!session.state.ended || session.position < session.longer);
  }

  // What is shown.

  showState() {
    const { session } = this;
    const { state, program } = session;
    if (this.letters === null) {
      this.letters = lettersOfBranches(program);
      this.colours = coloursOfBranches(program);
      showChoices(program);
      this.lastThread = undefined;
    }
    this.hideWhy();
    document.body.classList.remove("stale");
    byId("slider").disabled = false;
    this.markLines(); // first: it measures, which is quick while nothing else has changed
    this.kernelView.nameLines();
    const shown = { lanes: state.lanes.slice(0, kMostLanes), before: session.before?.lanes };
    this.lanes.show(shown, state.trap?.threads ?? [], this.colours, this.letters);
    setText(byId("lane-count"), laneCount(program, state));
    const running = ({ active, ended }) => (ended === "stop" ? [] : active);
    byId("running").replaceChildren(chips(running(state), running(session.before ?? state)));
    showSyncStack(byId("sync-stack"), state, session.before, this.colours, program.model);
    showContextStack(byId("context-stack"), state, session.before);
    setText(byId("variables-note"), this.kernelView.show(state, program, this.variables, this.memory));
    showRule(byId("rule"), state);
    const instruction = program.instructions[state.pc - 1]?.text ?? "";
    showNext(byId("next-title"), byId("next-text"), state, instruction);
    setText(byId("next-instruction"), state.ended || instruction === "" ? "" : `${this.place(state.line)}: ${this.lineText(state.line)}`);
    const now = document.querySelector(".now");
    now.classList.toggle("trap", Boolean(state.trap ?? state.next?.trap));
    showPosition(this);
    this.beside.follow();
    this.figures.soon();
  }

  markLines() {
    const { state } = this.session;
    if (state === null) return;
    const lines = [];
    if (state.trap) lines.push({ line: state.trap.line ?? state.line, name: "line-trap" });
    else if (!state.ended) lines.push({ line: state.line, name: "line-next" });
    lines.push(
      ...state.sync_stack.filter(({ line }) => line !== state.line).map(({ line }) => ({ line, name: "line-open" })),
    );
    lines.push(...this.whyLines.map((line) => ({ line, name: "line-why" })));
    // Past the end of the program there is no line.
    this.editor.mark(
      lines.filter(({ line }) => line),
      true,
    );
    this.kernel.mark(state, this.whyLines);
  }

  showProblems(answer) {
    const messages = messagesOf(answer);
    this.editor.showMessages(messages);
    listMessages(byId("problems"), messages, (line) => this.editor.goToLine(line));
  }

  showNoRun(answer) {
    showNothing(answer);
    this.editor.mark([], false);
  }

  /** The machine is new. The program is loaded again, unless that was what ended it. */
  showLost(text, loading) {
    notice(`The machine was restarted: ${text}.`, true);
    if (loading)
      this.showNoRun({ errors: [], unavailable: `The machine ended while it loaded the program: ${text}.` });
    else setTimeout(() => this.reload(), 0);
  }

  // Why is it so?

  /** `machine`: the session, or the machine beside it. */
  async why(about, machine = this.session) {
    const { state } = machine;
    const answer = await this.attempt(() => machine.about({ do: "why", warp: machine.state?.warp, ...about }));
    if (!answer) return;
    const goTo = (step) => this.move(() => this.session.goTo(step));
    const history = await this.historyOf(about, goTo, machine);
    if (machine.state !== state) return; // the answer is about a step that is no longer shown
    showWhy(byId("why"), about, answer, goTo, history);
    this.whyLines = answer.lines ?? [];
    this.markLines();
    for (const lanes of [this.lanes, this.beside.lanes])
      lanes.point(about.variable === undefined && (machine === this.beside) === (lanes === this.beside.lanes) ? about.thread : undefined);
  }

  /** The history of a lane {thread}; null for something else, and after so many steps that repeating them takes long. */
  async historyOf({ thread, variable }, goTo, machine) {
    const { state } = machine;
    if (thread === undefined || variable !== undefined || state.step > kQuickSteps) return null;
    const history = await machine.about({ do: "lane_history", warp: state.warp, thread });
    if (!history || history.error !== undefined) return null;
    return laneHistory(history, ["runs", "woken"].includes(state.lanes[thread].state), goTo);
  }

  hideWhy() {
    byId("why").hidden = true;
    byId("why").replaceChildren();
    this.whyLines = [];
    this.lanes.point(undefined);
    this.beside.lanes.point(undefined);
  }
}

async function start() {
  for (const needed of ["WebAssembly", "DecompressionStream"])
    if (window[needed] === undefined) {
      notice(`This page needs ${needed}, which this browser does not have or does not allow.`, true);
      byId("next-title").textContent = `No ${needed}`;
      return;
    }
  const page = new Page(await moduleIn(byId("module").textContent.trim()));
  await page.begin();
}

start();
