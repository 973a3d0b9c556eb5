// One tile per thread: what its lane does.

import { chips } from "./chips.js";
import { element, setText } from "./dom.js";
import { lines } from "./lines.js";

const kSymbol = { runs: "#", woken: "+", absent: "·", exited: "x", finished: "✓", trapped: "!" };

/** What a lane does, in words; `many`: of several threads. */
export function describe(lane, many = false) {
  const branch = lane.line ? lines.nameOf(lane.line) : "?";
  const s = many ? "" : "s";
  switch (lane.state) {
    case "runs":
      return `run${s}`;
    case "woken":
      return `run${s}, woken by everywhere`;
    case "waits":
      return `wait${s}: the side of the branch on line ${branch} has not run yet`;
    case "at_sync":
      return `sleep${s} at the sync: the side of the branch on line ${branch} is done`;
    case "exited":
      return many ? "have exited" : "has exited";
    case "finished":
      return many ? "have finished" : "has finished";
    case "trapped":
      return many ? "have trapped: the run ends here" : "has trapped: the run ends here";
    case "absent":
      return many ? "are dormant: inactive from the start" : "is dormant: inactive from the start";
  }
  return lane.state;
}

const kShort = {
  runs: "runs",
  woken: "woken",
  waits: "waits",
  at_sync: "at sync",
  exited: "exited",
  absent: "dormant",
  finished: "finished",
  trapped: "trapped",
};

/** The colour of a lane that waits for no branch. */
const kNoBranch = "#8c959f";

export class Lanes {
  /** `chosen(thread)` is called when a lane is asked about. */
  constructor(parent, legend, chosen) {
    this.parent = parent;
    this.legend = legend;
    this.chosen = chosen;
    this.tiles = [];
    this.selected = 0;
    parent.addEventListener("keydown", (event) => this.move(event));
  }

  move(event) {
    const across = Math.max(1, getComputedStyle(this.parent).gridTemplateColumns.split(" ").length);
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? this.tiles.length - 1 : this.selected + by;
    if (Number.isNaN(next) || next < 0 || next >= this.tiles.length) return;
    event.preventDefault();
    event.stopPropagation();
    this.select(next);
    this.tiles[next].button.focus();
  }

  select(thread) {
    this.tiles[this.selected]?.button.setAttribute("tabindex", "-1");
    this.selected = thread;
    this.tiles[thread]?.button.setAttribute("tabindex", "0");
  }

  focus() {
    this.tiles[this.selected]?.button.focus();
  }

  /** Frames the tile of a thread; of none if it is undefined. */
  point(thread) {
    this.tiles.forEach(({ button }, t) => {
      if (t === thread) button.setAttribute("aria-current", "true");
      else if (button.hasAttribute("aria-current")) button.removeAttribute("aria-current");
    });
  }

  build(threads) {
    this.tiles = Array.from({ length: threads }, (_, thread) => {
      const symbol = element("span", { class: "symbol", "aria-hidden": "true" });
      const what = element("span", { class: "what" });
      const more = element("span", { class: "visually-hidden" });
      const button = element(
        "button",
        {
          class: "lane",
          type: "button",
          tabindex: "-1",
          "data-thread": thread,
          onclick: () => {
            this.select(thread);
            this.chosen(thread);
          },
        },
        element("span", { class: "visually-hidden", text: "thread " }),
        element("span", { class: "thread", text: thread }),
        " ",
        symbol,
        what,
        more,
      );
      return { button, symbol, what, more, shown: "" };
    });
    this.parent.replaceChildren(...this.tiles.map(({ button }) => button));
    this.parent.classList.toggle("many", threads > 64);
    this.select(0);
  }

  /** Shows lanes, marks those that differ from the ones `before` the last step, and that some threads have trapped. */
  show({ lanes, before = lanes }, trappedThreads, colours, letters) {
    if (this.tiles.length !== lanes.length) this.build(lanes.length);
    const trapped = new Set(trappedThreads);
    const used = new Map();
    lanes.forEach((one, thread) => {
      const lane = trapped.has(thread) ? { ...one, state: "trapped" } : one;
      const letter = letters.get(lane.line) ?? "?";
      const symbol =
        lane.state === "waits" ? letter : lane.state === "at_sync" ? letter.toUpperCase() : kSymbol[lane.state];
      const kind = `${lane.state} ${lane.line} ${symbol}`;
      if (!used.has(kind)) used.set(kind, { lane, symbol, threads: [] });
      used.get(kind).threads.push(thread);
      const was = before[thread];
      const changed = was !== undefined && (was.state !== one.state || was.line !== one.line);
      this.showTile(thread, { lane, symbol, changed, colour: colours.get(lane.line) ?? kNoBranch });
    });
    this.showLegend([...used.values()], colours);
  }

  showTile(thread, { lane, symbol, changed, colour }) {
    const tile = this.tiles[thread];
    const key = `${describe(lane)} ${symbol} ${changed}`;
    if (tile.shown === key) return;
    tile.shown = key;
    const what = `${describe(lane)}${changed ? "; by the last step" : ""}`;
    tile.button.className = `lane ${lane.state}${changed ? " changed" : ""}`;
    tile.button.style.setProperty("--branch", colour);
    const short = kShort[lane.state];
    setText(tile.more, what === short ? "" : `: ${what}`);
    tile.button.title = `thread ${thread}: ${what}. Why?`;
    tile.symbol.dataset.text = symbol;
    setText(tile.what, short);
  }

  showLegend(rows, colours) {
    this.legend.replaceChildren(
      ...rows.map(({ lane, symbol, threads }) => {
        const mark = element("span", { class: `mark ${lane.state}`, text: symbol, "aria-hidden": "true" });
        mark.style.setProperty("--branch", colours.get(lane.line) ?? kNoBranch);
        return element("li", {}, mark, element("span", {}, chips(threads), ` ${describe(lane, threads.length > 1)}`));
      }),
    );
  }
}
