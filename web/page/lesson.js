// The course: a lesson at a time, and the reader's guess of which lanes run next.

import { byId, element, threadSet } from "./dom.js";
import { lessons } from "./lessons.js";

export class Course {
  /** `load(file, text)` loads a lesson's program; `session` is where it runs. */
  constructor(session, load) {
    this.session = session;
    this.load = load;
    this.parent = byId("lesson");
    this.number = null;
    this.guess = null; // the set of the lanes that the reader chose
    this.verdict = "";
    this.reached = false;
  }

  get open() {
    return this.number !== null;
  }

  async show(number) {
    this.number = number;
    this.guess = null;
    this.verdict = "";
    this.reached = false;
    this.draw();
    await this.load(lessons[number].file, lessons[number].text);
  }

  close() {
    this.number = null;
    this.endGuess();
    this.parent.hidden = true;
  }

  endGuess() {
    this.guess = null;
    byId("lanes").classList.remove("guessing");
    document.querySelectorAll(".lane.guessed").forEach((lane) => lane.classList.remove("guessed"));
  }

  /** True if a click on the lane is part of a guess. */
  toggles(thread) {
    if (this.guess === null) return false;
    if (!this.guess.delete(thread)) this.guess.add(thread);
    const tile = document.querySelector(`.lane[data-thread="${thread}"]`);
    tile.classList.toggle("guessed", this.guess.has(thread));
    tile.setAttribute("aria-pressed", this.guess.has(thread));
    this.draw();
    return true;
  }

  async begin() {
    const { ask } = lessons[this.number];
    this.verdict = "";
    await this.session.goTo(ask.step);
    this.guess = new Set();
    byId("lanes").classList.add("guessing");
    this.draw();
    document.querySelector('.lane[tabindex="0"]')?.focus();
  }

  async check() {
    const guess = [...this.guess].sort((a, b) => a - b);
    this.endGuess();
    document.querySelectorAll(".lane[aria-pressed]").forEach((lane) => lane.removeAttribute("aria-pressed"));
    await this.session.step();
    const { active } = this.session.state;
    const right = String(guess) === String([...active].sort((a, b) => a - b));
    this.verdict = right
      ? `Right: ${threadSet(active)} run.`
      : `Not quite: ${threadSet(active)} run, and you chose ${guess.length === 0 ? "none" : threadSet(guess)}. Click a lane to see why.`;
    this.right = right;
    this.draw();
  }

  /** The position changed: a goal may have been reached. */
  changed() {
    if (!this.open) return;
    const { goal } = lessons[this.number];
    const reached = goal !== undefined && this.session.state?.ended === goal;
    if (reached && !this.reached) {
      this.verdict = "Repaired: the run ends with stop.";
      this.right = true;
      this.reached = true;
      this.draw();
    }
  }

  draw() {
    const lesson = lessons[this.number];
    const last = this.number === lessons.length - 1;
    const say = element("p");
    say.innerHTML = lesson.say; // a constant of lessons.js
    const rows = [say];
    if (lesson.ask) {
      const question = element("p");
      question.innerHTML = lesson.ask.question;
      const row = element("div", { class: "row" });
      if (this.guess === null)
        row.append(
          element("button", {
            type: "button",
            id: "guess",
            text: this.verdict ? "Guess again" : "Guess",
            onclick: () => this.begin(),
          }),
        );
      else
        row.append(
          element("button", {
            type: "button",
            class: "primary",
            id: "check",
            text: "Check",
            onclick: () => this.check(),
          }),
          element("span", {
            class: "quiet",
            text: `Choose lanes below: ${this.guess.size === 0 ? "none yet" : threadSet([...this.guess].sort((a, b) => a - b))}`,
          }),
        );
      rows.push(question, row);
    }
    if (this.verdict)
      rows.push(element("p", { class: "verdict", role: "status", text: `${this.right ? "✓" : "✗"} ${this.verdict}` }));
    this.parent.replaceChildren(
      element(
        "div",
        { class: "head" },
        element("h2", { text: `Lesson ${this.number + 1} of ${lessons.length}: ${lesson.title}` }),
        element("button", {
          type: "button",
          text: "‹ Previous",
          disabled: this.number === 0,
          onclick: () => this.show(this.number - 1),
        }),
        last
          ? null
          : element("button", {
              type: "button",
              class: this.verdict ? "primary" : "",
              text: "Next ›",
              onclick: () => this.show(this.number + 1),
            }),
        element("button", { type: "button", text: "Close", onclick: () => this.close() }),
      ),
      ...rows,
    );
    this.parent.hidden = false;
  }
}
