// The page: connects the editor, the session and the panels.

import { chips } from "./chips.js";
import { Client } from "./client.js";
import { Course } from "./course.js";
import { byId, element, notice, setText } from "./dom.js";
import { Editor } from "./editor.js";
import { embeddedProgram, isEmbedded, unknownProgram } from "./embed.js";
import { Figures, kQuickSteps } from "./figures.js";
import { showInstructions } from "./instructions.js";
import { firstKernel, KernelEditor } from "./kernel.js";
import { listenForKeys } from "./keys.js";
import { laneHistory } from "./lane_history.js";
import { Lanes } from "./lanes.js";
import { isHashOfItem } from "./lessons.js";
import { fillMenu, findProgram, takeFirst } from "./menu.js";
import { moduleIn, workerStarter } from "./module.js";
import { Follower, Watch } from "./motions.js";
import { coloursOfBranches, lettersOfBranches } from "./palette.js";
import { showNext, showRule } from "./rule.js";
import { listMessages, messagesOf } from "./problems.js";
import { Session } from "./session.js";
import { Source } from "./source.js";
import { hashOf, saveFile, sharedBy } from "./share.js";
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
    this.figures = new Figures(this.session, (step) => this.move(() => this.session.goTo(step)));
    this.watch = new Watch(() => this.watchStep());
    this.follower = new Follower((step) => this.attempt(() => this.session.goTo(step)));
    this.programs = fillMenu(byId("programs"));
    this.kernel = new Source(this.session, this.programs.values(), {
      move: (work) => this.move(work),
      report: (text) => notice(text),
    });
    this.kernels = new KernelEditor(this, this.kernel);
    this.course = new Course(this);
    this.connect();
  }

  connect() {
    const on = (id, event, work) => byId(id).addEventListener(event, work);
    on("step", "click", () => this.move(() => this.session.step()));
    on("back", "click", () => this.move(() => this.session.step(true)));
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
    on("list", "change", () => this.reload());
    on("warp", "change", ({ target }) =>
      this.move(() => this.session.showWarp(target.value === "" ? null : Number(target.value))),
    );
    on("open", "click", () => byId("file").click());
    on("file", "change", ({ target }) => this.openFile(target));
    on("save", "click", () => this.save());
    on("share", "click", () => this.share());
    on("begin-course", "click", () => this.course.show({ lesson: 0, step: 0 }));
    on("keys", "click", () => byId("keys-dialog").showModal());
    on("variables", "keydown", (event) => moveInTable(byId("variables"), event));
    on("memory", "keydown", (event) => moveInTable(byId("memory"), event));
    listenForKeys({
      save: () => this.save(),
      stop: () => this.stop(),
      runBack: () => this.move(() => this.run(undefined, true)),
      toEditor: () => this.editor.focus(),
      toLanes: () => this.lanes.focus(),
      why: () => this.why({ thread: this.lanes.selected }),
      check: () => this.course.press(),
      next: () => this.course.open && this.course.move(1),
    });
    window.addEventListener("hashchange", () => this.openHash());
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      this.openFile(event.dataTransfer);
    });
  }

  async begin() {
    this.attempt(async () => showInstructions(await this.session.client.call({ do: "instructions" })));
    if (await this.openHash()) return;
    if (isEmbedded) return this.open(this.embedded());
    if (await this.course.resume()) return;
    const last = remembered();
    if (last?.kernel !== undefined) await this.kernels.open(last.kernel);
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

  /** Opens the program of the address; false if it has none. */
  async openHash() {
    if (location.hash === this.ownHash) return true;
    if (isHashOfItem(location.hash)) return this.course.openHash(location.hash);
    try {
      const shared = await sharedBy(location.hash);
      if (shared === null) return false;
      notice("");
      this.course.close();
      byId("programs").value = "";
      await (shared.kernel === undefined ? this.open(shared) : this.kernels.open(shared.kernel, shared.step));
      return true;
    } catch (error) {
      notice(`The address has a part after # that is not a shared program: ${error.message}.`, true);
      return false;
    }
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

  async openFile(list) {
    const file = list.files?.[0];
    if (file === undefined) return;
    if (file.size > 1 << 20) {
      notice(`${file.name} is larger than 1 MiB.`, true);
      return;
    }
    notice("");
    this.course.close();
    byId("programs").value = "";
    const opened = { file: file.name, text: await file.text() };
    await (file.name.endsWith(".cu") ? this.kernels.open({ ...firstKernel, ...opened }) : this.open(opened));
    list.value = "";
  }

  async open({ file, text, threads, warps, model, program, step }) {
    this.file = file;
    this.warps = warps;
    showWelcome(text === first.text);
    this.watch.set(false);
    byId("threads").value = threads ?? "";
    byId("model").value = model ?? "";
    byId("list").replaceChildren(
      ...(program === undefined ? [] : [element("option", { value: program, text: program })]),
    );
    this.editor.replace(text);
    this.kernel.open(text);
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
    this.typing = setTimeout(() => this.reload(), kTypingPause);
  }

  async reload(step = 0) {
    clearTimeout(this.typing);
    this.watch.set(false);
    const source = this.source();
    setText(byId("file-name"), this.file);
    if (this.course.open) this.course.loaded(source.text);
    else if (!isWelcome(source.text) && !isEmbedded) remember({ ...source, kernel: this.kernels.shared });
    this.letters = null;
    this.hideWhy();
    const answer = await this.attempt(() => this.session.load(source, step));
    if (answer === undefined) return;
    this.showProblems(answer);
    if (this.session.program === null) this.showNoRun(answer);
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

  async toEnd() {
    const { session } = this;
    if (session.complete && session.state.step < session.last) await session.goTo(session.last);
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
    await this.attempt(() => this.session.step());
    return this.session.state !== null && !this.session.state.ended;
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
    const shown = { lanes: state.lanes.slice(0, kMostLanes), before: session.before?.lanes };
    this.lanes.show(shown, state.trap?.threads ?? [], this.colours, this.letters);
    setText(byId("lane-count"), laneCount(program, state));
    const running = ({ active, ended }) => (ended === "stop" ? [] : active);
    byId("running").replaceChildren(chips(running(state), running(session.before ?? state)));
    showSyncStack(byId("sync-stack"), state, session.before, this.colours, program.model);
    showContextStack(byId("context-stack"), state, session.before);
    setText(byId("variables-note"), this.variables.show(state));
    this.memory.show(state);
    showRule(byId("rule"), state);
    const instruction = program.instructions[state.pc - 1]?.text ?? "";
    showNext(byId("next-title"), byId("next-text"), state, instruction);
    setText(byId("next-instruction"), state.ended || instruction === "" ? "" : `line ${state.line}: ${instruction}`);
    const now = document.querySelector(".now");
    now.classList.toggle("trap", Boolean(state.trap ?? state.next?.trap));
    showPosition(this);
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

  async why(about) {
    const answer = await this.attempt(() =>
      this.session.about({ do: "why", warp: this.session.state?.warp, ...about }),
    );
    if (!answer) return;
    const goTo = (step) => this.move(() => this.session.goTo(step));
    showWhy(byId("why"), about, answer, goTo, await this.historyOf(about, goTo));
    this.whyLines = answer.lines ?? [];
    this.markLines();
    this.lanes.point(about.variable === undefined ? about.thread : undefined);
  }

  /** The history of a lane {thread}; null for something else, and after so many steps that repeating them takes long. */
  async historyOf({ thread, variable }, goTo) {
    const { state } = this.session;
    if (thread === undefined || variable !== undefined || state.step > kQuickSteps) return null;
    const history = await this.session.about({ do: "lane_history", warp: state.warp, thread });
    if (!history || history.error !== undefined) return null;
    return laneHistory(history, ["runs", "woken"].includes(state.lanes[thread].state), goTo);
  }

  hideWhy() {
    byId("why").hidden = true;
    this.whyLines = [];
    this.lanes.point(undefined);
  }

  // Files and addresses.

  save() {
    const { file, text } = this.kernels.shared ?? this.source();
    saveFile(file, text);
  }

  async share() {
    const hash = await hashOf({ ...this.source(), kernel: this.kernels.shared, step: this.session.state?.step });
    this.ownHash = hash;
    history.replaceState(null, "", hash);
    try {
      await navigator.clipboard.writeText(location.href);
      notice("The address of this page now holds the program and the position. It has been copied.");
    } catch {
      notice("The address of this page now holds the program and the position. Copy it from the address bar.");
    }
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
