// JSON whose integers may have 64 bits.

const tokens = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/** As JSON.parse, but an integer of 16 or more digits becomes a string: a number would be rounded. */
export function parseExact(text) {
  const quoted = /\d{16}/.test(text) ? text.replace(tokens, (token) => (token[0] === '"' ? token : `"${token}"`)) : text;
  return JSON.parse(quoted);
}
