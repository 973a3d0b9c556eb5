// The colours of branches: those of the machine's pictures (views/pictures/palette.cpp), by the lines of branches.

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

/** The first one is that of steps without an open branch; green, of lanes that run, is the last. */
const kOfBranches = [...kBase.slice(2), kBase[1]];

const isBranch = ({ text }) => /^(?:\S+:\s*)?(?:bz|bnz)\b/.test(text);

/** The colour of each line that has a branch, in the order of the source, so that neighbours differ. */
export function coloursOfBranches(program) {
  const lines = [...new Set(program.instructions.filter(isBranch).map(({ line }) => line))].sort((a, b) => a - b);
  return new Map(lines.map((line, i) => [line, kOfBranches[i % kOfBranches.length]]));
}

/** The letter of each branch, in the order of the source: a, b, … z, then ? */
export function lettersOfBranches(program) {
  const letters = new Map();
  for (const { line } of program.instructions.filter(isBranch)) {
    if (letters.has(line)) continue;
    letters.set(line, letters.size < 26 ? String.fromCharCode(97 + letters.size) : "?");
  }
  return letters;
}
