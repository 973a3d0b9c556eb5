// How a line of the program is called: by its number, or for a kernel by that of its source (kernel_view.js).

export const lines = { nameOf: (line) => line };

/** A text of the machine that mentions lines, with their names. */
export function withNamedLines(text) {
  return text.replace(/\b(lines? )(\d+)(?:([-–])(\d+))?/g, (all, word, first, dash, last) => {
    const from = lines.nameOf(Number(first));
    if (last === undefined) return `${word}${from}`;
    const to = lines.nameOf(Number(last));
    return from === to ? `line ${from}` : `${word}${from}${dash}${to}`;
  });
}
