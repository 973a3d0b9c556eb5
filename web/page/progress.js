// The progress in the course: the parts that were seen, the exercises that are solved, the reader's programs, and where the
// reader was.

import { remember, remembered } from "./store.js";

const kKey = "musimd-course";

const textsIn = (value) => (Array.isArray(value) ? value.filter((each) => typeof each === "string") : []);

/** Progress as it was kept; whatever else is in the store counts as none. */
function read() {
  const kept = remembered(kKey) ?? {};
  const programs = Object.entries(kept.programs ?? {}).filter(([, text]) => typeof text === "string");
  return {
    seen: new Set(textsIn(kept.seen)),
    solved: new Set(textsIn(kept.solved)),
    programs: new Map(programs),
    address: typeof kept.address === "string" ? kept.address : null,
    language: kept.language === "kernel" ? "kernel" : "assembly",
  };
}

export class Progress {
  /** `failed()` is called once, if the browser keeps nothing; `changed()` when another window has changed the progress. */
  constructor(failed, changed) {
    this.failed = failed;
    this.kept = read();
    window.addEventListener("storage", ({ key }) => {
      if (key !== kKey) return;
      const { address } = this.kept;
      this.kept = { ...read(), address };
      changed();
    });
  }

  /** The address of the item where the reader was; null if the course was closed. */
  get address() {
    return this.kept.address;
  }

  isSeen(part) {
    return this.kept.seen.has(part);
  }

  isSolved(exercise) {
    return this.kept.solved.has(exercise);
  }

  /** The language of answers: "assembly" or "kernel". */
  get language() {
    return this.kept.language;
  }

  choose(language) {
    this.kept.language = language;
    this.save();
  }

  /** The reader's program of an exercise. */
  program(exercise) {
    return this.kept.programs.get(exercise);
  }

  moveTo(address) {
    this.kept.address = address;
    this.save();
  }

  see(part) {
    this.kept.seen.add(part);
    this.save();
  }

  solve(exercise) {
    this.kept.solved.add(exercise);
    this.save();
  }

  keepProgram(exercise, text) {
    if (this.program(exercise) === text) return;
    this.kept.programs.set(exercise, text);
    this.save();
  }

  reset() {
    this.kept = { seen: new Set(), solved: new Set(), programs: new Map(), address: null, language: "assembly" };
    this.save();
  }

  save() {
    const { seen, solved, programs, address, language } = this.kept;
    const value = { seen: [...seen], solved: [...solved], programs: Object.fromEntries(programs), address, language };
    if (remember(value, kKey)) return;
    this.failed?.();
    this.failed = undefined;
  }
}
