// The course: the list of the lessons, a part or an exercise at a time, and the reader's progress.

import { byId, counted, element, setText } from "./dom.js";
import { Exercise } from "./exercise.js";
import {
  exerciseAt,
  hashOfPlace,
  headingOf,
  idOf,
  isHashOfPlace,
  lessons,
  neighbour,
  partAt,
  placeOfHash,
  programAt,
  stepsOf,
} from "./lessons.js";
import { Prediction } from "./prediction.js";
import { Progress } from "./progress.js";

const kNotKept =
  "The browser keeps nothing for this page: its storage is full or not allowed. The course works, but your progress is lost when you close the page.";

/** The name by which it is kept that a part was seen. */
const partId = ({ lesson, step }) => `${lessons[lesson].name}/${step + 1}`;

export class Course {
  /** `page`: `session`, `open({file, text})`, `text()`, `reload()`, `notice(text, alarm)` and `startWorker()`. */
  constructor(page) {
    this.page = page;
    this.place = null;
    this.program = null; // the program of a part that is loaded
    this.progress = new Progress(
      () => page.notice(kNotKept, true),
      () => this.draw(),
    );
    this.prediction = new Prediction(page.session, () => this.restore());
    this.exercise = new Exercise(page, this.progress, () => this.draw());
    const on = (id, work) => byId(id).addEventListener("click", work);
    on("course", () => this.toggle());
    on("lesson-close", () => {
      this.close();
      byId("programs").value = "";
    });
    on("lessons-button", () => this.showList(byId("lesson-list").hidden));
    on("previous", () => this.move(-1));
    on("next", () => this.move(1));
    on("reset-progress", () => this.reset());
    window.addEventListener("pagehide", () => this.exercise.keep(page.text()));
  }

  /** True if the reader is at a place of the course; its list alone can be shown without one. */
  get open() {
    return this.place !== null;
  }

  /** The directives with which the program is run instead of its own, or undefined. */
  get input() {
    return this.exercise.input;
  }

  /** The editor's program has been loaded. */
  loaded(text) {
    this.exercise.keep(text);
  }

  toggles(thread) {
    return this.prediction.toggles(thread);
  }

  // Places.

  async show(place) {
    this.exercise.leave();
    this.place = place;
    this.progress.moveTo(hashOfPlace(place));
    if (partAt(place) !== undefined) this.progress.see(partId(place));
    history.replaceState(null, "", hashOfPlace(place));
    byId("programs").value = `lesson:${place.lesson}`;
    byId("lesson").hidden = false;
    this.showList(false);
    this.draw();
    this.showTexts();
    if (partAt(place) !== undefined) return this.load(programAt(place));
    this.program = null;
    return this.exercise.show(idOf(place), exerciseAt(place));
  }

  /** Opens the place of an address; false if it is not one of the course. */
  async openHash(hash) {
    if (!isHashOfPlace(hash)) return false;
    const place = placeOfHash(hash);
    if (place === null) {
      this.page.notice(`The course has no such lesson, part or exercise: ${hash}`, true);
      return false;
    }
    await this.show(place);
    return true;
  }

  /** Opens the place where the reader was; false if there is none. */
  resume() {
    return this.progress.place === null ? false : this.openHash(this.progress.place);
  }

  move(by) {
    const place = neighbour(this.place, by);
    return place === null ? this.showList(true) : this.show(place);
  }

  close() {
    if (byId("lesson").hidden) return;
    this.exercise.leave();
    this.prediction.show(undefined);
    this.place = null;
    this.program = null;
    this.progress.moveTo(null);
    byId("lesson").hidden = true;
    document.body.classList.remove("exercising");
    if (isHashOfPlace(location.hash)) history.replaceState(null, "", location.href.replace(/#.*/, ""));
  }

  /** The button in the head of the page: shows the list of the lessons, or closes the course. */
  toggle() {
    if (!byId("lesson").hidden) return this.close();
    byId("lesson").hidden = false;
    this.draw();
    this.showList(true);
    return byId("lessons").querySelector("li:not(.done) button")?.focus();
  }

  async load(program) {
    if (this.program === program) return;
    this.program = program;
    await this.page.open(program);
  }

  /** Loads the program of the part again if the editor has another one. */
  async restore() {
    if (this.page.text() === this.program.text && this.page.session.program !== null) return;
    await this.page.open(this.program);
  }

  /** Ends a check. */
  stop() {
    this.exercise.stop();
  }

  /** What the key C does: compares a choice, or checks an answer. */
  press() {
    if (!this.open) return;
    byId(partAt(this.place) === undefined ? "check" : "predict").click();
  }

  reset() {
    if (!window.confirm("Forget which parts you have seen, which exercises you have solved, and your programs?"))
      return;
    this.progress.reset();
    if (this.open) this.progress.moveTo(hashOfPlace(this.place));
    this.exercise.forget();
    this.draw();
  }

  // What is shown.

  draw() {
    this.drawList();
    byId("lessons-button").hidden = !this.open;
    if (this.open) this.drawPlace(this.place);
    else setText(byId("lesson-title"), "The course");
  }

  drawPlace(place) {
    const isExercise = exerciseAt(place) !== undefined;
    setText(byId("lesson-title"), `Lesson ${place.lesson + 1} of ${lessons.length}: ${lessons[place.lesson].title}`);
    document.body.classList.toggle("exercising", isExercise);
    byId("previous").disabled = neighbour(place, -1) === null;
    const next = neighbour(place, 1);
    setText(byId("next"), next === null ? "All lessons" : next.lesson !== place.lesson ? "Next lesson ›" : "Next ›");
    byId("next").classList.toggle("primary", !isExercise || this.progress.isSolved(idOf(place)));
    this.drawSteps();
  }

  showTexts() {
    const { place } = this;
    const part = partAt(place);
    setText(byId("part-title"), headingOf(place));
    byId("part-text").innerHTML = part === undefined ? exerciseAt(place).task : part.html; // from the build
    this.prediction.show(part?.predict);
    const toolbar = document.querySelector(".controls").getBoundingClientRect();
    if (byId("lesson-steps").getBoundingClientRect().top < toolbar.bottom) byId("lesson").scrollIntoView();
  }

  drawSteps() {
    const list = byId("lesson-steps");
    const focused = list.contains(document.activeElement);
    const items = Array.from({ length: stepsOf(this.place.lesson) }, (_, step) => this.stepButton(step));
    list.replaceChildren(...items.map((button) => element("li", {}, button)));
    if (focused) items[this.place.step].focus();
  }

  stepButton(step) {
    const place = { lesson: this.place.lesson, step };
    const done = this.isDone(place);
    const isPart = partAt(place) !== undefined;
    const label = `${headingOf(place)}${done ? (isPart ? ", seen" : ", solved") : ""}`;
    return element("button", {
      type: "button",
      class: `${isPart ? "part" : "task"}${done ? " done" : ""}`,
      "aria-label": label,
      title: label,
      "aria-current": step === this.place.step ? "step" : null,
      text: isPart ? step + 1 : `${done ? "✓ " : ""}Ex. ${step + 1 - lessons[place.lesson].parts.length}`,
      onclick: () => this.show(place),
    });
  }

  isDone(place) {
    return partAt(place) !== undefined ? this.progress.isSeen(partId(place)) : this.progress.isSolved(idOf(place));
  }

  showList(shown) {
    byId("lesson-list").hidden = !shown;
    byId("lesson-body").hidden = shown;
    byId("lessons-button").setAttribute("aria-expanded", shown);
  }

  drawList() {
    byId("lessons").replaceChildren(...lessons.map((_, lesson) => this.listItem(lesson)));
  }

  listItem(lesson) {
    const { title, parts, exercises } = lessons[lesson];
    const places = Array.from({ length: stepsOf(lesson) }, (_, step) => ({ lesson, step }));
    const done = places.filter((place) => this.isDone(place));
    const seen = done.filter((place) => partAt(place) !== undefined).length;
    const solved = done.length - seen;
    const first = places.find((place) => !this.isDone(place)) ?? places[0];
    return element(
      "li",
      { class: done.length === places.length ? "done" : null },
      element("button", {
        type: "button",
        "aria-current": lesson === this.place?.lesson ? "true" : null,
        text: `${lesson + 1}. ${title}`,
        onclick: () => this.show(first),
      }),
      element("span", {
        class: "quiet",
        text: `${seen} of ${counted(parts.length, "part")} seen, ${solved} of ${counted(exercises.length, "exercise")} solved`,
      }),
      element("progress", { max: places.length, value: String(done.length), "aria-hidden": "true" }),
    );
  }
}
