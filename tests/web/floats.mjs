// Floats without MPFR: each operation that the module has, on many operands, has the results of the program musimd.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differences, nativeResults, result } from "./native.mjs";
import { newMachine } from "./support.mjs";

const kThreads = 1024;
const kPrograms = 6;  // of each type, each with other operands
const kTypes = { f16: [16, 10], f32: [32, 23], f64: [64, 52] };
const kUnary = ["sqrt", "ceil", "floor", "trunc", "round", "rec", "neg", "abs"];
const kBinary = ["add", "sub", "mul", "div", "rem", "remainder", "min", "max", "eq", "ne", "lt", "le", "gt", "ge"];

let seed = 1n;
function random(bits) {
  seed = (seed * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return bits === 0 ? 0n : (seed ^ (seed >> 29n)) & ((1n << BigInt(bits)) - 1n);
}

// A pattern; often a special value, a subnormal, few bits, or a number near `other`, so that sums cancel.
function pattern([width, fraction], other) {
  const exponentBits = width - fraction - 1;
  const sign = random(1) << BigInt(width - 1);
  const kind = Number(random(4));
  const largest = (1n << BigInt(exponentBits)) - 1n;
  if (kind === 0) return sign | [0n, largest << BigInt(fraction), (largest << BigInt(fraction)) | 1n, 1n][Number(random(2))];
  if (kind === 1) return sign | random(fraction);
  if (kind === 2) return other ^ random(3) ^ sign;
  let exponent = random(exponentBits) % (largest + 1n);
  // Near 1, so that exponents of operands overlap.
  if (kind > 6) exponent = (largest >> 1n) + random(5) - 16n;
  if (exponent < 0n) exponent = 0n;
  let significand = random(fraction);
  if (kind % 2 === 0) significand &= ~((1n << BigInt(fraction - 3)) - 1n);
  return sign | ((exponent & largest) << BigInt(fraction)) | significand;
}

function programOf(type, format) {
  const words = [[], [], []];
  for (let t = 0; t < kThreads; ++t) {
    const x = pattern(format, 0n);
    const y = pattern(format, x);
    [x, y, pattern(format, y)].forEach((p, i) => words[i].push(BigInt.asIntN(format[0], p)));
  }
  const lines = [`.threads ${kThreads}`, `.word 64 wrap`];
  words.forEach((list, i) => lines.push(`.memory ${i * kThreads}: ${list.join(" ")}`));
  lines.push("x = [tid]", `i = tid + ${kThreads}`, "y = [i]", `i = i + ${kThreads}`, "z = [i]");
  for (const operation of kUnary) lines.push(`r_${operation} = ${operation}.${type} x`);
  for (const operation of kBinary) lines.push(`r_${operation} = ${operation}.${type} x, y`);
  lines.push(`r_fma = fma.${type} x, y, z`);
  for (const other of Object.keys(kTypes)) lines.push(`c_${other} = cvt.${other}.${type} x`);
  for (const integer of ["i32", "i64", "u64", "u8"]) lines.push(`i_${integer} = cvt.${type}.${integer} x`);
  return [...lines, "stop", ""].join("\n");
}

// The product is a little less than half of the last bit of a subnormal z: rounded twice, the sum would be even.
function subnormalSums() {
  const word = (x) => new Int32Array(new Float32Array([x]).buffer)[0];
  const lines = [".threads 8", ".word 64 wrap", `.memory 0: ${[0, 1, 2, 3, 4, 5, 6, 7].map((t) => word((2 ** 22 + t) * 2 ** -149)).join(" ")}`];
  lines.push(`x = ${word(2 ** -75 * (1 + 2 ** -23))}`, `y = ${word(2 ** -75 * (1 - 2 ** -23))}`, "z = [tid]");
  lines.push(`minus = neg.f32 y`, `r = fma.f32 x, y, z`, `s = fma.f32 x, minus, z`, "stop", "");
  return lines.join("\n");
}

const folder = mkdtempSync(join(tmpdir(), "musimd-floats-"));
try {
  const machine = await newMachine();
  const results = new Map();
  const add = (name, text) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const loaded = machine.call({ do: "load", text, file });
    assert.deepEqual([loaded.errors, loaded.unavailable], [[], undefined]);
    results.set(file, result(machine));
    assert.equal(JSON.parse(results.get(file)).outcome, "stop", results.get(file).slice(0, 500));
  };
  for (const [type, format] of Object.entries(kTypes))
    for (let n = 0; n < kPrograms; ++n) add(`${type}_${n}.asm`, programOf(type, format));
  add("subnormal.asm", subnormalSums());
  assert.equal(differences(results, nativeResults([...results.keys()])), 0);
  console.log(`${results.size} programs of floats have the same result`);
} finally {
  rmSync(folder, { recursive: true });
}
