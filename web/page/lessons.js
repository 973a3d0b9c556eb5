// The lessons, which the build of the page has read from files, and their items: parts and exercises. An item is
// {lesson, step}, two indices; the steps of a lesson are its parts and then its exercises.

import { listIn } from "./dom.js";

export const lessons = listIn("embedded-lessons");

/** The part of an item; undefined for an exercise. */
export const partAt = ({ lesson, step }) => lessons[lesson].parts[step];

/** The exercise of an item; undefined for a part. */
export const exerciseAt = ({ lesson, step }) => lessons[lesson].exercises[step - lessons[lesson].parts.length];

export const stepsOf = (lesson) => lessons[lesson].parts.length + lessons[lesson].exercises.length;

/** The name by which the progress of an exercise is kept. */
export const idOf = (item) => `${lessons[item.lesson].name}/${exerciseAt(item).name}`;

/** The program of a part: its own, or that of the part before. */
export function programAt({ lesson, step }) {
  return lessons[lesson].parts.slice(0, step + 1).findLast(({ program }) => program !== undefined).program;
}

/** The panels that a later part introduces. */
export function panelsAfter({ lesson, step }) {
  return lessons.flatMap(({ parts }, l) =>
    parts.flatMap(({ introduces = [] }, s) => (l > lesson || (l === lesson && s > step) ? introduces : [])),
  );
}

/** The item after another one, or before it; null at the end, or at the start. */
export function neighbour({ lesson, step }, by) {
  if (step + by >= 0 && step + by < stepsOf(lesson)) return { lesson, step: step + by };
  if (lessons[lesson + by] === undefined) return null;
  return { lesson: lesson + by, step: by > 0 ? 0 : stepsOf(lesson + by) - 1 };
}

/** `Part 2 of 4: TITLE`. */
export function headingOf(item) {
  const { parts, exercises } = lessons[item.lesson];
  const part = partAt(item);
  return part !== undefined
    ? `Part ${item.step + 1} of ${parts.length}: ${part.title}`
    : `Exercise ${item.step - parts.length + 1} of ${exercises.length}: ${exerciseAt(item).title}`;
}

/** The address of an item: `#lesson=3`, `#lesson=3.2` or `#exercise=06-everywhere/1-name`. */
export function hashOfItem(item) {
  if (exerciseAt(item) !== undefined) return `#exercise=${idOf(item)}`;
  return `#lesson=${item.lesson + 1}${item.step === 0 ? "" : `.${item.step + 1}`}`;
}

export const isHashOfItem = (hash) => /^#(lesson|exercise)=/.test(hash);

/** The item of an address; null if there is no such lesson, part or exercise. */
export function itemOfHash(hash) {
  const part = /^#lesson=(\d{1,3})(?:\.(\d{1,3}))?$/.exec(hash);
  if (part !== null) {
    const item = { lesson: Number(part[1]) - 1, step: Number(part[2] ?? 1) - 1 };
    return lessons[item.lesson]?.parts[item.step] === undefined ? null : item;
  }
  const [, name, exercise] = /^#exercise=([^/]+)\/([^/]+)$/.exec(hash) ?? [];
  const lesson = lessons.findIndex((each) => each.name === name);
  if (lesson < 0) return null;
  const index = lessons[lesson].exercises.findIndex((each) => each.name === exercise);
  return index < 0 ? null : { lesson, step: lessons[lesson].parts.length + index };
}
