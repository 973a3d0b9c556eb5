// Words of the machine as numbers of a type.

const bytes = new DataView(new ArrayBuffer(8));

/** A float with as few digits as tell it from its neighbours. */
function shortest(value) {
  for (let digits = 1; digits < 9; ++digits) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(value);
}

/** The text of a word, a number or digits, as one of a type: "f32", "u32", …; other types leave it as it is. */
export function textOfWord(word, type) {
  if (word === null || word === undefined) return "_";
  switch (type) {
    case "f32":
      bytes.setUint32(0, Number(BigInt.asUintN(32, BigInt(word))));
      return shortest(bytes.getFloat32(0));
    case "f64":
      bytes.setBigInt64(0, BigInt(word));
      return String(bytes.getFloat64(0));
    case "u64":
      return String(BigInt.asUintN(64, BigInt(word)));
    case "u32":
      return String(BigInt.asUintN(32, BigInt(word)));
  }
  return String(word);
}
