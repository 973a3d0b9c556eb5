// The memory of a kernel by the names of its source: a row for each array, and a grid for one of two dimensions.

import { textOfWord } from "./numbers.js";

/** Of a long array, a row has so many elements. */
const kLongest = 32;
const kTypes = { f32: "float", f64: "double", u32: "unsigned", u64: "unsigned long", i32: "int", i64: "long", i16: "short", u16: "unsigned short", i8: "char", u8: "unsigned char" };

/** The arrays of a program by `source`, or without types by the program itself. */
function arraysOf(source, program) {
  if (source.arrays !== undefined) return source.arrays;
  const array = (space) => ([name, address, elements]) => ({ name, space, address, elements, inner: [], array: true });
  return [...program.buffers.map(array("global")), ...program.shared.map(array("shared"))].filter(({ name }) => name !== "");
}

/** The indices of a row of an array of arrays, all but the last. */
function outerIndices(row, inner) {
  let text = "";
  let rest = row;
  for (const length of inner.slice(0, -1).reverse()) {
    text = `[${rest % length}]${text}`;
    rest = Math.floor(rest / length);
  }
  return `[${rest}]${text}`;
}

/** The rows of an array, by the index of their first element, and how each is called. */
function rowsOf({ name, elements, inner, per_thread: each, array }) {
  const width = inner?.at(-1) ?? Math.min(each ?? elements, kLongest);
  return Array.from({ length: Math.ceil(elements / width) }, (_, row) => {
    const begin = row * width;
    const end = Math.min(begin + width, elements);
    if (each !== undefined) {
      const at = begin % each;
      return { begin, end, label: `${name}${at === 0 ? "" : `[${at}]`} of thread ${Math.floor(begin / each)}` };
    }
    if (inner?.length > 0) return { begin, end, label: name + outerIndices(row, inner) };
    return { begin, end, label: !array || row === 0 ? name : `${name}[${begin}]` };
  });
}

/** The rows of the memory {label, title, cells: [{address, text, name}]}. */
export function namedRows(source, program, state) {
  return arraysOf(source, program).flatMap((one) => {
    const first = one.address + (one.space === "shared" ? state.shared_of_warp : 0);
    const kind = [one.space === "global" ? "" : `__${one.space}__`, kTypes[one.type] ?? ""].join(" ").trim();
    return rowsOf(one).map(({ begin, end, label }) => ({
      label,
      title: kind,
      cells: Array.from({ length: end - begin }, (_, i) => {
        const address = first + begin + i;
        const word = state.memory[address];
        const name = one.array === false ? one.name : `${one.name}[${begin + i}]`;
        return { address, name, text: word === undefined ? "_" : textOfWord(word, one.type) };
      }),
    }));
  });
}

/** How the source calls variables of its program: {name, type}, by their name there. Undefined: all are of the reader. */
export function namedVariables(source) {
  const words = new Set(source.files.flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []));
  if (source.variables === undefined) return { has: (name) => words.has(name), get: (name) => ({ name }) };
  const used = new Set();
  const arrays = new Set(source.arrays?.map(({ name }) => name)); // their variables are where a thread's part begins
  const named = source.variables
    .filter(({ source: own }) => !arrays.has(own))
    .map(({ name, source: own, type }) => [name, { name: own.replace(/^(threadIdx|blockIdx|blockDim|gridDim)_/, "$1."), type }])
    .filter(([, { name }]) => words.has(name.replace(/\..*/, "")));
  for (const [own, shown] of named) {
    if (used.has(shown.name)) shown.name = own; // an inner one that hides another
    used.add(shown.name);
  }
  return new Map(named);
}
