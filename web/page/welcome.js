// What a reader sees first: a run in the middle of a branch, and a sentence about it, which index.html has.

import { byId } from "./dom.js";
import text from "./first.asm";

/** The program and the step at which it is shown: lanes of one side run, and those of the other sleep. */
export const first = { file: "collatz.asm", text, step: 4 };

export function showWelcome(shown) {
  byId("welcome").hidden = !shown;
}

/** Whether this text is the program of the welcome, and is shown with it. */
export const isWelcome = (other) => !byId("welcome").hidden && other === text;
