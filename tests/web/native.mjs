// Results of the program musimd, to compare with.

import { execFileSync } from "node:child_process";
import { musimd, source } from "./support.mjs";

const kBegin = '{"format": 1, ';

/** The JSON of each file's run with the engine rules, as written, without the name of the file; there must be several files. */
export function nativeResults(files, options = []) {
  let text;
  try {
    text = execFileSync(musimd, ["run", "--json", "--stats", "--engine", "rules", ...options, ...files],
      { cwd: source, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    text = error.stdout;  // the exit status of a trap or a limit
  }
  // One array, in which each object begins with its file.
  return new Map(text.split(`${kBegin}"file": `).slice(1).map((piece) => {
    const end = piece.indexOf(", ");
    const rest = piece.slice(end + 2).trim().replace(/[\],]$/, "").trim();
    return [JSON.parse(piece.slice(0, end)), kBegin + rest];
  }));
}

/** The same of the program that the machine has loaded. */
export function result(machine) {
  const answer = machine.callForText({ do: "finish", statistics: true });
  const begin = '{"result": ';
  if (!answer.startsWith(begin)) throw new Error(answer);
  return answer.slice(begin.length, -1).trim();
}

/** Prints the first differences; returns how many there are. */
export function differences(results, native) {
  const files = [...results.keys()].filter((file) => results.get(file) !== native.get(file));
  for (const file of files.slice(0, 5))
    console.error(`${file}:\n  musimd      ${native.get(file)}\n  WebAssembly ${results.get(file)}\n`);
  return files.length;
}
