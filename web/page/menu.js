// The menu of programs: the lessons, those of the project, and those that `musimd web` added.

import { element, listIn } from "./dom.js";
import { lessons } from "./lessons.js";

const kGroups = { kernels: "Kernels: CUDA and OpenMP", paper: "From the paper", bench: "Larger programs", bugs: "Bugs and their fixes" };

/** Fills the menu; the programs {name, group, text} by the values of its options. */
export function fillMenu(select) {
  const programs = new Map();
  const group = (label, entries) => {
    if (entries.length === 0) return;
    select.append(
      element("optgroup", { label }, ...entries.map(([value, text]) => element("option", { value, text }))),
    );
  };
  select.append(element("option", { value: "", text: "Program…" }));
  group(
    "A course: what is a warp?",
    lessons.map(({ title }, i) => [`lesson:${i}`, `${i + 1}. ${title}`]),
  );
  const added = listIn("added-programs");
  const embedded = listIn("embedded-programs");
  const entriesOf = (list, prefix) =>
    list.map((program) => {
      const name = `${prefix}:${program.name}`;
      const value = programs.has(name) ? `${name} ${programs.size}` : name; // files of two folders
      programs.set(value, program);
      return [value, program.name.replace(/^.*\//, "")];
    });
  group("Your programs", entriesOf(added, "added"));
  for (const [name, label] of Object.entries(kGroups))
    group(
      label,
      entriesOf(
        embedded.filter((program) => program.group === name),
        name,
      ),
    );
  return programs;
}

/** Shows the programs of the menu whose name contains a text; the value of the first one, or undefined. */
export function findProgram(select, text) {
  const wanted = text.trim().toLowerCase();
  for (const option of select.querySelectorAll("optgroup option")) {
    const found = `${option.parentElement.label} ${option.textContent}`.toLowerCase().includes(wanted);
    option.hidden = option.disabled = !found;
  }
  for (const group of select.querySelectorAll("optgroup"))
    group.hidden = group.querySelector("option:not([hidden])") === null;
  return wanted === "" ? undefined : select.querySelector("optgroup option:not([hidden])")?.value;
}

/** Chooses the first program that the search field finds; its value, or undefined. */
export function takeFirst(select, field) {
  const found = findProgram(select, field.value);
  if (found === undefined) return undefined;
  field.value = "";
  findProgram(select, "");
  select.value = found;
  return found;
}
