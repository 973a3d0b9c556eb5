// One tile per thread: what its lane does.

import { element, setText, threadSet } from "./dom.js";

const kSymbol = { runs: "#", woken: "+", absent: "·", exited: "x" };

/** What a lane does, in words; `many`: of several threads. */
export function describe(lane, many = false) {
  const branch = lane.line ?? "?";
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
};

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
      const what = element("span", { class: "what", "aria-hidden": "true" });
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
        element("span", { class: "thread", "aria-hidden": "true", text: thread }),
        symbol,
        what,
      );
      return { button, symbol, what, shown: "" };
    });
    this.parent.replaceChildren(...this.tiles.map(({ button }) => button));
    this.parent.classList.toggle("many", threads > 64);
    this.select(0);
  }

  /** Shows lanes, and that some threads have trapped. */
  show(lanes, trappedThreads, colours, letters) {
    if (this.tiles.length !== lanes.length) this.build(lanes.length);
    const used = new Map();
    lanes.forEach((lane, thread) => {
      const letter = letters.get(lane.line) ?? "?";
      const symbol =
        lane.state === "waits" ? letter : lane.state === "at_sync" ? letter.toUpperCase() : kSymbol[lane.state];
      const trapped = trappedThreads.includes(thread);
      const key = `${lane.state} ${lane.line} ${symbol} ${trapped}`;
      if (!used.has(key)) used.set(key, { lane, symbol, threads: [] });
      used.get(key).threads.push(thread);
      const tile = this.tiles[thread];
      if (tile.shown === key) return;
      tile.shown = key;
      tile.button.className = `lane ${lane.state}${trapped ? " trapped" : ""}`;
      tile.button.style.setProperty("--branch", colours.get(lane.line) ?? "#8c959f");
      tile.button.setAttribute("aria-label", `thread ${thread}: ${trapped ? "trapped; " : ""}${describe(lane)}`);
      tile.button.title = `thread ${thread}: ${describe(lane)}. Why?`;
      setText(tile.symbol, trapped ? "!" : symbol);
      setText(tile.what, trapped ? "trapped" : kShort[lane.state]);
    });
    this.legend.replaceChildren(
      ...[...used.values()].map(({ lane, symbol, threads }) => {
        const mark = element("span", { class: `mark ${lane.state}`, text: symbol, "aria-hidden": "true" });
        mark.style.setProperty("--branch", colours.get(lane.line) ?? "#8c959f");
        return element(
          "li",
          {},
          mark,
          element("span", {}, element("b", { text: threadSet(threads) }), ` ${describe(lane, threads.length > 1)}`),
        );
      }),
    );
  }
}
