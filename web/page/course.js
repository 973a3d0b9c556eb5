// The course: the list of the lessons, a part or an exercise at a time, and the reader's progress.

import { byId, counted, element, setText } from "./dom.js";
import { Exercise } from "./exercise.js";
import {
  exerciseAt,
  hashOfItem,
  headingOf,
  idOf,
  isHashOfItem,
  lessons,
  neighbour,
  panelsAfter,
  partAt,
  itemOfHash,
  programAt,
  stepsOf,
} from "./lessons.js";
import { Prediction } from "./prediction.js";
import { Progress } from "./progress.js";

const kNotKept =
  "The browser keeps nothing for this page: its storage is full or not allowed. The course works, but your progress is lost when you close the page.";

/** The name by which it is kept that a part was seen. */
const partId = ({ lesson, step }) => `${lessons[lesson].name}/${step + 1}`;

/** Hides the panels that a later lesson introduces. */
function hidePanels(later) {
  for (const panel of document.querySelectorAll("[data-panel]")) panel.hidden = later.includes(panel.dataset.panel);
}

export class Course {
  /** `page`: `session`, `open({file, text})`, `text()`, `reload()`, `kernels`, `notice(text, alarm)` and `startWorker()`. */
  constructor(page) {
    this.page = page;
    this.item = null;
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
    window.addEventListener("pagehide", () => this.exercise.keep());
  }

  /** True if an item of the course is open; the list alone can be shown without one. */
  get open() {
    return this.item !== null;
  }

  /** The directives with which the program is run instead of its own, or undefined. */
  get input() {
    return this.exercise.inKernel ? undefined : this.exercise.input; // a kernel's program has them
  }

  /** The editor's program has been loaded. */
  loaded() {
    this.exercise.keep();
  }

  toggles(thread) {
    return this.prediction.toggles(thread);
  }

  // Items.

  async show(item) {
    this.exercise.leave();
    this.item = item;
    this.progress.moveTo(hashOfItem(item));
    if (partAt(item) !== undefined) this.progress.see(partId(item));
    history.replaceState(null, "", hashOfItem(item));
    byId("programs").value = `lesson:${item.lesson}`;
    byId("lesson").hidden = false;
    this.showList(false);
    this.draw();
    hidePanels(panelsAfter(item));
    this.showTexts();
    if (partAt(item) !== undefined) return this.load(programAt(item));
    this.program = null;
    return this.exercise.show(idOf(item), exerciseAt(item));
  }

  /** Opens the item of an address; false if the course has no such item. */
  async openHash(hash) {
    if (!isHashOfItem(hash)) return false;
    const item = itemOfHash(hash);
    if (item === null) {
      this.page.notice(`The course has no such lesson, part or exercise: ${hash}`, true);
      return false;
    }
    await this.show(item);
    return true;
  }

  /** Opens the item where the reader was; false if the course was closed, or has changed. */
  async resume() {
    const item = itemOfHash(this.progress.address ?? "");
    if (item === null) return false;
    await this.show(item);
    return true;
  }

  move(by) {
    const item = neighbour(this.item, by);
    return item === null ? this.showList(true) : this.show(item);
  }

  close() {
    if (byId("lesson").hidden) return;
    this.exercise.leave();
    this.prediction.show(undefined);
    this.item = null;
    this.program = null;
    this.progress.moveTo(null);
    hidePanels([]);
    byId("lesson").hidden = true;
    document.body.classList.remove("exercising");
    if (isHashOfItem(location.hash)) history.replaceState(null, "", location.href.replace(/#.*/, ""));
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
    byId(partAt(this.item) === undefined ? "check" : "predict").click();
  }

  reset() {
    if (!window.confirm("Forget which parts you have seen, which exercises you have solved, and your programs?"))
      return;
    this.progress.reset();
    if (this.open) this.progress.moveTo(hashOfItem(this.item));
    this.exercise.forget();
    this.draw();
  }

  // What is shown.

  draw() {
    this.drawList();
    byId("lessons-button").hidden = !this.open;
    if (this.open) this.drawItem(this.item);
    else setText(byId("lesson-title"), "The course");
  }

  drawItem(item) {
    const isExercise = exerciseAt(item) !== undefined;
    setText(byId("lesson-title"), `Lesson ${item.lesson + 1} of ${lessons.length}: ${lessons[item.lesson].title}`);
    document.body.classList.toggle("exercising", isExercise);
    byId("previous").disabled = neighbour(item, -1) === null;
    const next = neighbour(item, 1);
    setText(byId("next"), next === null ? "All lessons" : next.lesson !== item.lesson ? "Next lesson ›" : "Next ›");
    byId("next").classList.toggle("primary", !isExercise || this.progress.isSolved(idOf(item)));
    this.drawSteps();
  }

  showTexts() {
    const { item } = this;
    const part = partAt(item);
    setText(byId("part-title"), headingOf(item));
    byId("part-text").innerHTML = part === undefined ? exerciseAt(item).task : part.html; // from the build
    this.prediction.show(part?.predict);
    const toolbar = document.querySelector(".controls").getBoundingClientRect();
    if (byId("lesson-steps").getBoundingClientRect().top < toolbar.bottom) byId("lesson").scrollIntoView();
  }

  drawSteps() {
    const list = byId("lesson-steps");
    const focused = list.contains(document.activeElement);
    const buttons = Array.from({ length: stepsOf(this.item.lesson) }, (_, step) => this.stepButton(step));
    list.replaceChildren(...buttons.map((button) => element("li", {}, button)));
    if (focused) buttons[this.item.step].focus();
  }

  stepButton(step) {
    const item = { lesson: this.item.lesson, step };
    const done = this.isDone(item);
    const isPart = partAt(item) !== undefined;
    const text = isPart ? step + 1 : `${done ? "✓ " : ""}Ex. ${step + 1 - lessons[item.lesson].parts.length}`;
    const label = `${isPart ? "" : `${text}: `}${headingOf(item)}${done ? (isPart ? ", seen" : ", solved") : ""}`;
    return element("button", {
      type: "button",
      class: `${isPart ? "part" : "task"}${done ? " done" : ""}`,
      "aria-label": label,
      title: label,
      "aria-current": step === this.item.step ? "step" : null,
      text,
      onclick: () => this.show(item),
    });
  }

  isDone(item) {
    return partAt(item) !== undefined ? this.progress.isSeen(partId(item)) : this.progress.isSolved(idOf(item));
  }

  showList(shown) {
    byId("lesson-list").hidden = !shown;
    byId("lesson-body").hidden = shown;
    byId("lessons-button").setAttribute("aria-expanded", shown);
  }

  drawList() {
    byId("lessons").replaceChildren(...lessons.map((_, lesson) => this.lessonRow(lesson)));
  }

  lessonRow(lesson) {
    const { title, parts, exercises } = lessons[lesson];
    const items = Array.from({ length: stepsOf(lesson) }, (_, step) => ({ lesson, step }));
    const done = items.filter((item) => this.isDone(item));
    const seen = done.filter((item) => partAt(item) !== undefined).length;
    const solved = done.length - seen;
    const first = items.find((item) => !this.isDone(item)) ?? items[0];
    return element(
      "li",
      { class: done.length === items.length ? "done" : null },
      element("button", {
        type: "button",
        "aria-current": lesson === this.item?.lesson ? "true" : null,
        text: `${lesson + 1}. ${title}`,
        onclick: () => this.show(first),
      }),
      element("span", {
        class: "quiet",
        text: `${seen} of ${counted(parts.length, "part")} seen, ${solved} of ${counted(exercises.length, "exercise")} solved`,
      }),
      element("progress", { max: items.length, value: String(done.length), "aria-hidden": "true" }),
    );
  }
}
