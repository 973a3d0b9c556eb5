// The variables of the threads, and the memory. What the last step changed is lit.

import { element } from "./dom.js";
import { textOfWord } from "./numbers.js";

const kMemoryRows = 64;
const kWords = 8;
/** Of larger warps, the first threads are shown. */
const kMostColumns = 256;

export class Variables {
  /** `chosen(variable, thread)` is called when a value is asked about. */
  constructor(table, chosen) {
    this.table = table;
    this.shape = "";
    this.cells = new Map();
    table.addEventListener("click", ({ target }) => {
      const cell = target.closest("button[data-variable]");
      if (cell) chosen(cell.dataset.variable, Number(cell.dataset.thread));
    });
  }

  build(names, threads, known) {
    this.cells.clear();
    this.heads = Array.from({ length: threads }, (_, t) => element("th", { scope: "col", text: t }));
    const rows = names.map((name) => {
      const cells = Array.from({ length: threads }, (_, thread) => {
        const button = element("button", {
          type: "button",
          tabindex: "-1",
          "data-variable": name,
          "data-thread": thread,
        });
        const cell = { cell: element("td", {}, button), button, shown: "" };
        return cell;
      });
      this.cells.set(name, cells);
      if (cells.length > 0) cells[0].button.tabIndex = 0;
      return element("tr", {}, element("th", { scope: "row", text: known?.get(name)?.name ?? name, title: known?.get(name)?.type }), ...cells.map(({ cell }) => cell));
    });
    this.table.replaceChildren(
      element("thead", {}, element("tr", {}, element("th", { scope: "col", text: "thread" }), ...this.heads)),
      element("tbody", {}, ...rows),
    );
  }

  /**
   * `known`: the variables that the reader knows, with their names and types; others are left out, unless
   * `all` are shown. Returns a note, mostly empty.
   */
  show(state, known, all = false) {
    const names = Object.keys(state.variables).filter((name) => all || (known?.has(name) ?? true));
    const threads = Math.min(state.lanes.length, kMostColumns);
    const shape = `${names.map((name) => `${name} ${known?.get(name)?.name}`).join()} ${threads}`;
    if (shape !== this.shape) this.build(names, threads, known);
    this.shape = shape;
    const active = new Set(state.active);
    this.heads.forEach((head, thread) => head.classList.toggle("asleep", !active.has(thread)));
    for (const name of names) {
      const changed = new Set(state.changed_variables?.[name] ?? []);
      state.variables[name].slice(0, threads).forEach((value, thread) => {
        const kind = `${value === null ? "undefined" : ""} ${changed.has(thread) ? "changed" : ""} ${active.has(thread) ? "" : "asleep"}`;
        const text = textOfWord(value, known?.get(name)?.type);
        const { cell, button } = this.cells.get(name)[thread];
        const cached = this.cells.get(name)[thread];
        if (cached.shown === kind + text) return;
        cached.shown = kind + text;
        button.textContent = text;
        button.setAttribute("aria-label", `${name} of thread ${thread}: ${value === null ? "undefined" : text}`);
        cell.className = kind;
      });
    }
    return threads < state.lanes.length ? `of the first ${threads} threads` : "";
  }
}

/** Moves the focus in a table by arrow keys: one of its buttons is in the order of Tab. */
export function moveInTable(table, event) {
  const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
  const cell = event.target.closest?.("td");
  if (by === undefined || !cell) return;
  const row = cell.parentElement;
  const next = table.rows[row.rowIndex + by[0]]?.cells[cell.cellIndex + by[1]]?.querySelector("button");
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** The rows of eight words to show: all, or with many those that the last step used, then the first ones. */
function rowsOf(state) {
  const row = (address) => Math.floor(Number(address) / kWords);
  const all = [...new Set(Object.keys(state.memory).map(row))].sort((a, b) => a - b);
  const shownRow = (r) => ({ label: r * kWords, cells: words(r).map((address) => cellAt(state, address)) });
  if (all.length <= kMemoryRows) return { rows: all.map(shownRow), hidden: 0 };
  const used = [...state.changed_memory, ...state.accesses.map(({ address }) => address)].map(row);
  const shown = new Set(used.slice(0, kMemoryRows));
  for (const r of all) {
    if (shown.size >= kMemoryRows) break;
    shown.add(r);
  }
  const rows = [...shown].filter((r) => all.includes(r)).sort((a, b) => a - b);
  return { rows: rows.map(shownRow), hidden: all.length - shown.size };
}

function cellAt({ memory }, address) {
  return { address, name: `address ${address}`, text: textOfWord(memory[address]) };
}

/** Of many rows, those that the last step used, then the first ones. */
function shortened(rows, { changed_memory: changed, accesses }) {
  if (rows.length <= kMemoryRows) return { rows, hidden: 0 };
  const used = new Set([...changed, ...accesses.map(({ address }) => address)].map(Number));
  const isUsed = ({ cells }) => cells.some(({ address }) => used.has(address));
  const shown = new Set([...rows.filter(isUsed), ...rows].slice(0, kMemoryRows));
  return { rows: rows.filter((row) => shown.has(row)), hidden: rows.length - shown.size };
}

export class Memory {
  constructor(table, note, chosen) {
    this.table = table;
    this.note = note;
    table.addEventListener("click", ({ target }) => {
      const cell = target.closest("button[data-address]");
      if (cell) chosen(Number(cell.dataset.address));
    });
  }

  /** `named`: the rows by the names of a source; otherwise rows of eight words by their addresses. */
  show(state, named) {
    const { rows, hidden } = named === undefined ? rowsOf(state) : shortened(named, state);
    const changed = new Set(state.changed_memory.map(String));
    const by = new Map();
    for (const { address, thread } of state.accesses) {
      const key = String(address);
      if (!by.has(key)) by.set(key, []);
      by.get(key).push(thread);
    }
    const key = JSON.stringify([rows, [...changed], [...by]]);
    if (key === this.shown) return;
    this.shown = key;
    let first = true;
    this.table.replaceChildren(
      element(
        "tbody",
        {},
        ...rows.map((r) =>
          element(
            "tr",
            {},
            element("th", { scope: "row", text: r.label, title: r.title }),
            ...r.cells.map(({ address, text, name: called }) => {
              const threads = by.get(String(address));
              const accessed =
                threads === undefined
                  ? ""
                  : `, used by ${threads.length === 1 ? "thread" : "threads"} ${threads.join(", ")}`;
              const name = `${text === "_" ? "undefined" : ""} ${changed.has(String(address)) ? "changed" : ""} ${threads ? "accessed" : ""}`;
              const button = element("button", {
                type: "button",
                tabindex: first ? 0 : -1,
                "data-address": address,
                text,
                title: `${called}${accessed}`,
                "aria-label": `${called}: ${text === "_" ? "undefined" : text}${accessed}`,
              });
              first = false;
              return element("td", { class: name }, button);
            }),
          ),
        ),
      ),
    );
    this.note.textContent =
      rows.length === 0
        ? "No word is defined."
        : state.memory_more || hidden > 0
          ? "There are more words; the rows that the last step used are always shown."
          : "";
  }
}

function words(row) {
  return Array.from({ length: kWords }, (_, i) => row * kWords + i);
}
