// The prediction of a part: the reader chooses the lanes that run after the next step, and the page compares.

import { byId, setText, threadSet } from "./dom.js";

const sorted = (threads) => [...threads].sort((a, b) => a - b);

export class Prediction {
  /** `prepare()` loads the program of the part, if the editor has another one. */
  constructor(session, prepare) {
    this.session = session;
    this.prepare = prepare;
    this.predict = undefined;
    this.chosen = null; // the set of the lanes that the reader has chosen
    byId("predict").addEventListener("click", () => (this.chosen === null ? this.begin() : this.answer()));
  }

  /** Shows the prediction of a part, or none. */
  show(predict) {
    this.end();
    this.predict = predict;
    byId("prediction").hidden = predict === undefined;
    if (predict !== undefined) byId("question").innerHTML = predict.question; // from the build
    this.showAnswer("");
    this.showChoice("Choose lanes");
  }

  showChoice(button, text = "") {
    setText(byId("predict"), button);
    setText(byId("choice"), text);
    byId("predict").classList.toggle("primary", this.chosen !== null);
  }

  showAnswer(text, right = false) {
    byId("answer").className = `verdict ${right ? "right" : "wrong"}`;
    setText(byId("answer"), text);
    byId("explanation").innerHTML = text === "" ? "" : this.predict.explanation; // from the build
  }

  /** The machine before the step; false if there is no run. */
  async atStep() {
    await this.prepare();
    if (this.session.program === null) return false;
    if (this.session.state?.step !== this.predict.step) await this.session.goTo(this.predict.step);
    return this.session.state !== null;
  }

  async begin() {
    const { predict } = this;
    document.body.classList.add("guessing"); // hides what would give the answer away
    if (!(await this.atStep()) || this.predict !== predict) {
      this.end();
      return;
    }
    this.chosen = new Set();
    this.showAnswer("");
    for (const lane of document.querySelectorAll("#lanes .lane")) lane.setAttribute("aria-pressed", "false");
    this.showChoice("Compare", "Choose lanes: none yet");
    document.querySelector('#lanes .lane[tabindex="0"]')?.focus();
  }

  /** True if a click on the lane is part of a choice. */
  toggles(thread) {
    if (this.chosen === null) return false;
    if (!this.chosen.delete(thread)) this.chosen.add(thread);
    const tile = document.querySelector(`#lanes .lane[data-thread="${thread}"]`);
    tile.classList.toggle("guessed", this.chosen.has(thread));
    tile.setAttribute("aria-pressed", this.chosen.has(thread));
    this.showChoice("Compare", `Chosen: ${this.chosen.size === 0 ? "none yet" : threadSet(sorted(this.chosen))}`);
    return true;
  }

  /** The reader chooses no longer. */
  end() {
    this.chosen = null;
    document.body.classList.remove("guessing");
    for (const lane of document.querySelectorAll("#lanes .lane")) {
      lane.classList.remove("guessed");
      lane.removeAttribute("aria-pressed");
    }
  }

  async answer() {
    const { predict } = this;
    const chosen = sorted(this.chosen);
    this.end();
    if (!(await this.atStep())) return;
    await this.session.step();
    if (this.session.state === null || this.predict !== predict) return;
    const active = sorted(this.session.state.active);
    const right = String(chosen) === String(active);
    this.showChoice("Choose again");
    this.showAnswer(
      right
        ? `✓ Right: ${threadSet(active)} run.`
        : `✗ Not quite: ${threadSet(active)} run, and you chose ${chosen.length === 0 ? "none" : threadSet(chosen)}. Click a lane to see why.`,
      right,
    );
  }
}
