// The colours of branches: those of the machine's pictures (views/pictures/palette.cpp), by source line.

const kBase = [
  "#2f7fe0",
  "#2da44e",
  "#8250df",
  "#c69a10",
  "#1b9e9e",
  "#d6408f",
  "#8a8f1f",
  "#3fb1e3",
  "#a8593f",
  "#4553c4",
  "#6cae1c",
  "#a63fa8",
];

/** The colour of each line that has instructions, in the order of the source, so that neighbours differ. */
export function coloursOfLines(program) {
  const lines = [...new Set(program.instructions.map(({ line }) => line))].sort((a, b) => a - b);
  return new Map(lines.map((line, i) => [line, colour(i % (2 * kBase.length))]));
}

/** The second half of the colours is farther from the page. */
function colour(number) {
  const base = kBase[number % kBase.length];
  if (number < kBase.length) return base;
  return `light-dark(color-mix(in srgb, ${base}, #000 35%), color-mix(in srgb, ${base}, #fff 35%))`;
}

/** The letter of each branch, in the order of the source: a, b, … z, then ? */
export function lettersOfBranches(program) {
  const letters = new Map();
  for (const { line, text } of program.instructions) {
    if (!/^(?:\S+:\s*)?(?:bz|bnz)\b/.test(text) || letters.has(line)) continue;
    letters.set(line, letters.size < 26 ? String.fromCharCode(97 + letters.size) : "?");
  }
  return letters;
}
