// One program and the position in its run. Long runs are made in pieces, between which they can be stopped.

import { MachineLost } from "./client.js";

/** How long a piece may take, in milliseconds. */
const kPiece = 40;
/** How far a run is looked at when a program is loaded, to know its length: steps and milliseconds. */
const kAhead = { steps: 50_000, time: 300 };
/** How far one press of Run goes, in steps. */
const kRunSteps = 20_000_000;
/** Steps after which it is asked whether the run ever ends. */
const kBeforeLooking = 20_000;
/** How long Stop waits for a piece, in milliseconds, before it restarts the machine. */
const kPatience = 1_500;

export class Session {
  /**
   * `changed(session)` is called after each change of the position, `running(is)` when a run begins or ends, and
   * `failed(text, loading)` if the machine was lost and has been restarted without a program; `loading`: while it loaded one.
   */
  constructor(client, { changed, running, failed }) {
    this.client = client;
    this.changed = changed;
    this.runningChanged = running;
    this.failed = failed;
    this.program = null;
    this.state = null;
    this.before = null; // the state of the same warp before the last step; null if that step was of another one
    this.loading = false;
    this.last = 0; // the last step that is known
    this.complete = false; // whether the run ends there
    this.warp = null; // the warp that is shown; null: that of the next step
    this.note = "";
    this.wanted = 0; // the position that was asked for
    this.longer = 0; // steps of the run on the second machine; 0 without one
    this.stopping = false;
    this.turn = Promise.resolve();
    this.waiting = 0;
  }

  /** Stops what is running, unless the work can wait, then does the work; works are done one after the other. */
  exclusive(work, { waits = false } = {}) {
    if (!waits) {
      this.stopping = true;
      ++this.waiting;
    }
    const result = this.turn.then(async () => {
      if (!waits) --this.waiting;
      this.stopping = this.waiting > 0;
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MachineLost)) throw error;
        await this.recover(error);
      }
    });
    this.turn = result.catch(() => {});
    return result;
  }

  async recover(error) {
    this.client.restart();
    this.runningChanged(false);
    this.program = null;
    this.state = null;
    this.failed(error.message, this.loading);
  }

  /** The answer to a request; one with an error is thrown as an Error. */
  async ask(request) {
    return (await this.askAll([request]))[0];
  }

  async askAll(requests) {
    const answers = await this.client.calls(requests);
    for (const { error } of answers) if (error !== undefined) throw new Error(error);
    return answers;
  }

  /** The position: past the end of this run if the one beside it is longer. */
  get position() {
    const { step, ended } = this.state;
    return ended ? Math.max(step, Math.min(this.wanted, this.longer)) : step;
  }

  /** The last position that is known. */
  get end() {
    return Math.max(this.last, this.longer);
  }

  /** Loads a program; the answer of `load`. The position is step 0, or `step` if the run has one. */
  load(source, step = 0) {
    return this.exclusive(async () => {
      this.loading = true; // until the program has been loaded
      const answer = await this.ask({ do: "load", ...source });
      this.loading = false;
      this.program = answer.errors.length === 0 && !answer.unavailable ? answer.program : null;
      this.state = null;
      this.last = 0;
      this.complete = false;
      this.note = "";
      this.warp = null;
      this.wanted = step;
      this.longer = 0;
      if (this.program !== null) {
        await this.pieces({ limit: Math.max(step, kAhead.steps), time: step > 0 ? Infinity : kAhead.time });
        await this.moveBy({ do: "goto", step });
      }
      return answer;
    });
  }

  /**
   * Runs in pieces up to `limit` steps, or until an instruction of the lines `until` is next, for `warp` if it is a number.
   * Why it ended: "stop", "trap", "limit", "broke", "stopped" or "steps".
   */
  async pieces({ limit, time = Infinity, until, warp, back = false, progress }) {
    const begin = performance.now();
    let steps = 200;
    for (let done = 0; done < limit; ) {
      if (this.stopping) return "stopped";
      if (performance.now() - begin > time) return "steps";
      const piece = Math.min(steps, limit - done);
      const before = performance.now();
      const request = { do: "run", steps: piece };
      if (until !== undefined && until.length > 0) request.until = { lines: until, warp };
      if (back) request.back = true;
      const answer = await this.ask(request);
      const took = performance.now() - before;
      this.reached(answer);
      done += piece;
      if (answer.broke) return "broke";
      if (back && answer.step === 0) return "steps";
      if (!back && answer.ended) return answer.ended;
      steps = Math.max(1, Math.min(1_000_000, Math.round(steps * Math.min(4, kPiece / Math.max(took, 1)))));
      progress?.(answer.step);
    }
    return "steps";
  }

  reached({ step, ended }) {
    this.last = Math.max(this.last, step);
    if (ended) {
      this.last = step;
      this.complete = true;
    }
  }

  /** Changes the position by a request, and shows it. */
  async moveBy(request) {
    const [, state] = await this.askAll([request, this.stateRequest()]);
    await this.show(state);
  }

  async refresh() {
    await this.show(await this.ask(this.stateRequest()));
  }

  /** The state before the last step. After a step forward it is known; otherwise the machine goes there and returns. */
  async beforeOf({ step, warp, ended }) {
    if (step === 0) return null;
    if (this.state?.step === step - 1) return this.state.warp === warp ? this.state : null;
    const steps = ended === "trap" || ended === "limit" ? 2 : 1; // a step that fails is not counted
    const [, before] = await this.askAll([
      { do: "goto", step: step - 1 },
      { do: "state", warp },
      { do: "run", steps },
    ]);
    return before;
  }

  stateRequest() {
    return this.warp === null ? { do: "state" } : { do: "state", warp: this.warp };
  }

  async show(state) {
    this.before = await this.beforeOf(state);
    this.state = state;
    this.reached(state);
    this.changed(this);
  }

  /** A step, or a step back. */
  step(back = false) {
    return this.exclusive(async () => {
      if (this.program === null) return;
      this.note = "";
      const { position } = this;
      this.wanted = Math.max(0, position + (back ? -1 : 1));
      if (this.state.ended && (back ? position > this.state.step : position < this.longer)) this.changed(this);
      else await this.moveBy(back ? { do: "run", steps: 1, back: true } : { do: "run", steps: 1 });
    });
  }

  goTo(step) {
    return this.exclusive(async () => {
      if (this.program === null) return;
      this.note = "";
      this.wanted = Math.max(0, step);
      await this.moveBy({ do: "goto", step: this.wanted });
    });
  }

  /** Runs to a breakpoint, to the end, to the limit, or until it is stopped. */
  run({ breakpoints = [], back = false, progress } = {}) {
    return this.exclusive(async () => {
      if (this.program === null) return;
      this.runningChanged(true);
      this.wanted = back ? 0 : Infinity;
      try {
        const options = { until: breakpoints, back, progress };
        const begin = this.state.step;
        let end = await this.pieces({ limit: kBeforeLooking, ...options });
        const endless = end === "steps" && !back ? await this.endless(begin) : "";
        if (end === "steps" && endless === "") end = await this.pieces({ limit: kRunSteps - kBeforeLooking, ...options });
        const notes = {
          broke: "A breakpoint.",
          stopped: "Stopped.",
          limit: "The machine's step limit.",
          steps: back ? "" : `${kRunSteps.toLocaleString("en")} steps without reaching an end; Run continues from here.`,
        };
        this.note = endless || (notes[end] ?? "");
      } finally {
        this.runningChanged(false);
      }
      await this.refresh();
    });
  }

  /** Why the run never ends, if the breakpoints have seen all that it does since `begin`; else "". */
  async endless(begin) {
    const { endless } = await this.ask({ do: "endless" });
    const { step } = await this.ask({ do: "run", steps: 0 });
    if (!endless || step < Math.max(begin, endless.position) + endless.steps) return "";
    return `This run never ends: ${endless.message}.`;
  }

  /** Stops a run; a piece that does not end is ended with the machine. */
  stop() {
    this.stopping = true;
    const turn = this.turn;
    let over = false;
    turn.then(() => (over = true));
    setTimeout(() => {
      if (!over && this.stopping && this.turn === turn) this.client.restart();
    }, kPatience);
  }

  showWarp(warp) {
    return this.exclusive(async () => {
      this.warp = warp;
      if (this.program !== null) await this.refresh();
    });
  }

  /** Asks something about the current position; null without one. `waits`: after what is running. */
  about(request, options) {
    return this.exclusive(async () => (this.program === null ? null : this.client.call(request)), options);
  }
}
