// The same program on a second machine of the menu "model", in step with the first: its lanes, and what differs.

import { byId, counted, element, setText, threadSet } from "./dom.js";
import { Lanes } from "./lanes.js";
import { coloursOfBranches, lettersOfBranches } from "./palette.js";
import { kMostLanes } from "./view.js";

const kMachine = "beside";
/** So many steps of the two runs are compared, and results after at most so many. */
const kCompared = 20_000;
const kMostSteps = 200_000;
const kMostResults = 8;

/** What a machine does in a step, a list of [line, threads, warp?]; `place(line)`: how a line is called. */
function doing(machines, place, ended) {
  if (machines === undefined) return `has ended (${ended ?? "limit"})`;
  const one = ([line, threads, warp]) =>
    `${threadSet(threads)}${warp === undefined ? "" : ` of warp ${warp}`} at ${line ? place(line) : "the end"}`;
  return `runs lanes ${machines.map(one).join(" and ")}`;
}

/** The words that two results have not in common: [what, value of a, value of b]. */
function differences(a, b) {
  const list = a.outcome === b.outcome ? [] : [["the outcome", a.outcome, b.outcome]];
  const add = (name, x = {}, y = {}) => {
    const keys = [...new Set([...Object.keys(x), ...Object.keys(y)])].sort((p, q) => p - q);
    for (const key of keys)
      if (x[key] !== y[key]) list.push([name(key), x[key] ?? "undefined", y[key] ?? "undefined"]);
  };
  add((address) => `[${address}]`, a.memory, b.memory);
  (a.shared ?? []).forEach((words, block) => add((at) => `shared word ${at} of block ${block}`, words, b.shared?.[block]));
  return list;
}

export class Beside {
  /** `page`: has the session, `place(line)`, and `why(about, machine)`. */
  constructor(page) {
    this.page = page;
    this.client = page.session.client;
    this.model = "";
    this.program = null;
    this.lanes = new Lanes(byId("beside-lanes"), byId("beside-legend"), (thread) => page.why({ thread }, this));
    byId("beside").append(...[...byId("model").options].slice(1).map(({ text }) => element("option", { text })));
  }

  get on() {
    return this.program !== null;
  }

  /** The answer to a request about the second machine, after what is running; null if it has no program. */
  about(request) {
    const { session } = this.page;
    return session.exclusive(async () => (this.on ? (await this.client.calls([request], kMachine))[0] : null), { waits: true });
  }

  /** Loads the program that the session has, under the chosen model, and compares the runs. */
  async load(source) {
    this.model = byId("beside").value;
    this.program = null;
    this.state = null;
    this.differing = new Set();
    const { session } = this.page;
    document.body.classList.toggle("has-beside", this.model !== "" && session.program !== null);
    for (const id of ["beside-column", "beside-timeline", "model-name"])
      byId(id).hidden = this.model === "" || session.program === null;
    this.say("");
    if (this.model === "" || session.program === null) return;
    await session.exclusive(
      async () => {
        const [answer] = await this.client.calls([{ do: "load", ...source, model: this.model }], kMachine);
        if (answer.errors?.length > 0 || answer.unavailable || answer.error) this.refuse(answer);
        else await this.begin(answer.program);
      },
      { waits: true },
    );
    if (this.on) this.page.showState();
  }

  refuse({ errors, unavailable, error }) {
    byId("beside-column").hidden = byId("beside-timeline").hidden = true;
    const [first] = errors ?? [];
    const why = first ? `${first.line ? `line ${first.line}: ` : ""}${first.message}` : (unavailable ?? error);
    this.say(`${this.model} does not run this program: ${why}`);
  }

  async begin(program) {
    const { session } = this.page;
    this.program = program;
    this.letters = lettersOfBranches(program);
    this.colours = coloursOfBranches(program);
    const requests = [
      { do: "run", steps: kCompared },
      { do: "steps", last: kCompared },
      { do: "finish", max_steps: kMostSteps },
    ];
    const [end, other, { result }] = await this.client.calls(requests, kMachine);
    // A step that fails is not counted, and can be gone to all the same.
    this.end = end;
    session.longer = end.step + (end.ended === "trap" ? 1 : 0);
    const [own, { result: ownResult }] = await session.askAll(requests.slice(1));
    this.compare(own, other);
    this.compareResults(ownResult, result);
  }

  names() {
    return [this.page.session.program.model, this.model];
  }

  compare(own, other) {
    const length = Math.max(own.steps.length, other.steps.length);
    for (let i = 0; i < length; ++i)
      if (JSON.stringify(own.steps[i]) !== JSON.stringify(other.steps[i])) this.differing.add(i + 1);
    const [first] = this.differing;
    const names = this.names();
    const done = [own, other].map(({ steps, ended }, i) => `${names[i]} ${doing(steps[first - 1], this.page.place, ended)}`);
    this.say(
      first === undefined
        ? `${names.join(" and ")} do the same in ${counted(length, "step")}.`
        : `From step ${first.toLocaleString("en")} the machines differ: ${done.join(", ")}.`,
    );
  }

  compareResults(own, other) {
    const [a, b] = this.names();
    const list = differences(own, other);
    const shown = list.slice(0, kMostResults).map(([what, x, y]) => `${what}: ${x} under ${a}, ${y} under ${b}`);
    if (list.length > shown.length) shown.push(`and ${list.length - shown.length} more`);
    if (list.length === 0) shown.push("The results are the same.");
    byId("beside-results").replaceChildren(...shown.map((text) => element("li", { text })));
  }

  say(text) {
    setText(byId("beside-note"), text);
    byId("beside-results").replaceChildren();
  }

  /** Moves to the position of the session, and shows the lanes; positions in between are left out. */
  async follow() {
    if (!this.on || this.following) return;
    this.following = true;
    try {
      for (let shown; this.on && this.page.session.state !== null && shown !== this.page.session.position; ) {
        shown = this.page.session.position;
        const requests = [{ do: "goto", step: shown }];
        if (this.end.ended === "trap" && shown > this.end.step) requests.push({ do: "run" });
        const answers = await this.page.session.exclusive(
          () => this.client.calls([...requests, { do: "state" }], kMachine),
          { waits: true },
        );
        if (this.on && answers !== undefined) this.show(answers.at(-1));
      }
    } finally {
      this.following = false;
    }
  }

  show(state) {
    const before = this.state?.step === state.step - 1 ? this.state.lanes : undefined;
    this.state = state;
    this.lanes.show({ lanes: state.lanes.slice(0, kMostLanes), before }, state.trap?.threads ?? [], this.colours, this.letters);
    const { session } = this.page;
    const differs = this.differing.has(session.position + 1);
    for (const [id, model, at] of [
      ["model-name", session.program.model, session.state],
      ["beside-name", this.model, state],
    ]) {
      const what = at.trap ? `trap: ${at.trap.kind}` : at.ended ? `ended: ${at.ended}` : `${this.page.place(at.line)} is next`;
      byId(id).replaceChildren(
        element("b", { text: model }),
        ` ${what}`,
        ...(differs ? [element("span", { class: "tag", text: "differs" })] : []),
      );
    }
  }
}
