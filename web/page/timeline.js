// The timeline: the machine's picture, in a panel that scrolls. The names of the threads stay in place, the column of the
// last step is framed, and a column says what it is.

import { chips } from "./chips.js";
import { counted, element } from "./dom.js";

const kStyle = `
  :host { position: relative }
  .all { position: relative; display: grid; width: max-content; cursor: pointer }
  .all > * { grid-area: 1 / 1 }
  .names { position: sticky; left: 0; z-index: 1; overflow: hidden; pointer-events: none }
  .cursor, .pointed { position: absolute; top: 4px; bottom: 4px; border-radius: 4px; pointer-events: none }
  .cursor { border: 2px solid #d15704 }
  .differing { position: absolute; top: 0; height: 4px; background: #d1242f; pointer-events: none }
  .fold { position: absolute; top: 8px; bottom: 26px; overflow: hidden; padding: 2px; border: 1px dashed #8c959f; border-radius: 4px;
    background: none; color: inherit; font: 11px/1.25 system-ui, sans-serif; cursor: pointer }
  .fold:hover { background: rgb(128 128 128 / 0.2) }
  .pointed { background: rgb(128 128 128 / 0.3) }
  svg { display: block; max-width: none }
`;
const kHelp = "Colours are sides of branches, or basic blocks; grey lanes sleep. Point at a step, or click to go to it.";

/** The column after the last one that begins before a step. */
const columnOf = (columns, step) => columns.findLastIndex(([first]) => first <= step);

export class Timeline {
  /**
   * `note`: says what a column is. `goTo(step)` is called by a click, and `open(step)` by one on a folded loop; `lineText(line)`:
   * how a line is called, and its text.
   */
  constructor(parent, { note, goTo, lineText, open }) {
    Object.assign(this, { parent, note, lineText, open, answer: null });
    this.root = parent.attachShadow({ mode: "open" });
    parent.addEventListener("pointermove", (event) => this.point(this.columnAt(event)));
    parent.addEventListener("pointerleave", () => this.point(-1));
    parent.addEventListener("click", (event) => {
      const column = this.answer?.columns[this.columnAt(event)];
      if (column !== undefined) goTo(column[0]);
    });
    this.point(-1);
  }

  /** Shows something else in its place. */
  replace(...nodes) {
    this.answer = null;
    this.root.replaceChildren(...nodes);
    this.point(-1);
  }

  /** Shows the answer of the machine; `step`: the position; `at`: what is to be visible; `differing`: steps that are marked. */
  show(answer, { step, at = step, differing = new Set() }) {
    this.answer = answer;
    const picture = document.createElement("template");
    picture.innerHTML = answer.svg;
    const names = element("div", { class: "names", "aria-hidden": "true" }, picture.content.cloneNode(true));
    for (const one of names.querySelectorAll("title, desc, [role]")) {
      if (one.tagName === "svg") for (const name of ["role", "aria-labelledby"]) one.removeAttribute(name);
      else one.remove();
    }
    names.style.width = `${answer.left - 6}px`;
    this.cursor = element("div", { class: "cursor" });
    this.pointed = element("div", { class: "pointed", hidden: true });
    const all = element("div", { class: "all" }, element("div", {}, picture.content), this.cursor, this.pointed, names);
    all.append(...this.marks(differing), ...answer.folds.map((fold) => this.button(fold)));
    this.root.replaceChildren(element("style", { text: kStyle }), all);
    this.place(this.cursor, columnOf(answer.columns, step));
    this.point(-1);
    this.follow(columnOf(answer.columns, at));
  }

  /** Bars over the columns of steps. */
  marks(steps) {
    const { columns, left, column: width } = this.answer;
    const bars = [];
    for (let i = 0; i < columns.length; ++i) {
      if (!steps.has(columns[i][0])) continue;
      const begin = i;
      while (i + 1 < columns.length && steps.has(columns[i + 1][0])) ++i;
      const bar = element("div", { class: "differing" });
      bar.style.left = `${left + begin * width}px`;
      bar.style.width = `${(i + 1 - begin) * width - 1}px`;
      bars.push(bar);
    }
    return bars;
  }

  /** A folded loop, which a click opens. */
  button({ column, columns, first, steps, times, lines }) {
    const [from, to] = lines.map((line) => this.lineText(line).place);
    const where = from === to ? from : `${from.replace("line ", "lines ")}–${to.replace("line ", "")}`;
    const button = element("button", {
      class: "fold",
      type: "button",
      text: `… ${counted(steps, "step")}: ${times.toLocaleString("en")} times ${where}`,
      title: "Show these steps",
      onclick: (event) => {
        event.stopPropagation();
        this.open(first);
      },
    });
    const { left, column: width } = this.answer;
    button.style.left = `${left + column * width}px`;
    button.style.width = `${columns * width - 2}px`;
    return button;
  }

  place(box, column) {
    const { left, column: width } = this.answer;
    box.hidden = column < 0;
    box.style.display = column < 0 ? "none" : "block";
    box.style.left = `${left + column * width - 2}px`;
    box.style.width = `${width}px`;
  }

  /** Scrolls so that a column is visible. */
  follow(column) {
    const { left, column: width } = this.answer;
    const x = left + column * width;
    const { parent } = this;
    if (x + width > parent.scrollLeft + parent.clientWidth) parent.scrollLeft = x + 3 * width - parent.clientWidth;
    else if (x < parent.scrollLeft + left) parent.scrollLeft = x - left;
  }

  columnAt({ clientX }) {
    if (this.answer === null) return -1;
    const { left, column: width, columns } = this.answer;
    const x = clientX - this.parent.getBoundingClientRect().left;
    const column = Math.floor((x + this.parent.scrollLeft - left) / width);
    return x > left && column < columns.length ? column : -1;
  }

  /** Says what a column is; -1: none. */
  point(column) {
    if (this.answer !== null) this.place(this.pointed, column);
    if (column < 0) {
      this.note.textContent = kHelp;
      return;
    }
    const [step, line] = this.answer.columns[column];
    const { place, text } = this.lineText(line);
    this.note.replaceChildren(
      `step ${step.toLocaleString("en")}, ${place}: `,
      element("code", { text }),
      ", by lanes ",
      chips(this.runningAt(column)),
    );
  }

  /** The threads that run in a column; of rows of several threads, the first one of each. */
  runningAt(column) {
    const { rows, threads_per_row: each } = this.answer;
    return rows.flatMap((runs, row) => (runs.find(({ end }) => column < end)?.runs ? [row * each] : []));
  }
}
