// Reads the course from a folder of lessons, for the page: docs/teaching.md describes the files. A wrong file is an Error
// whose message is FILE:LINE: error: …

import { marked } from "marked";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a text may contain: the tokens of marked, and what an author would call them. */
const kAllowed = new Set("paragraph text strong em codespan escape list list_item space br code".split(" "));
const kRefused = {
  link: "a link",
  image: "an image",
  html: "HTML",
  def: "a link",
  table: "a table",
  heading: "a heading",
};

const lineAt = (text, offset) => text.slice(0, offset).split("\n").length;

function refuse(file, line, message) {
  throw new Error(`${file}:${line}: error: ${message}`);
}

function textOf(file) {
  try {
    return readFileSync(file, "utf8").replace(/\r\n?/g, "\n");
  } catch (error) {
    return refuse(file, 1, `cannot be read: ${error.code}`);
  }
}

/** Folders or files in a folder, sorted. */
function namesIn(folder, pattern) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** The text of a token without marks. */
const plain = ({ text, tokens }) => (tokens === undefined ? text : tokens.map(plain).join(""));

/** The HTML of tokens, which begin on a line of a file. */
function htmlOf(tokens, { file, line }) {
  const check = ({ type, tokens: inner = [], items = [] }) => {
    if (!kAllowed.has(type)) refuse(file, line, `${kRefused[type] ?? type} is not allowed in the text of a lesson`);
    inner.forEach(check);
    items.forEach(check);
  };
  tokens.forEach(check);
  return marked.parser(tokens).trim();
}

/** The HTML of a text of its own, which begins on a line of a file. */
function htmlOfText(text, where) {
  return htmlOf(marked.lexer(text), where);
}

/** The program of a fence ```asm FILE. */
function programOf({ lang, text }, { file, line }) {
  const [, name] = /^asm\s+(\S+\.asm)$/.exec(lang) ?? refuse(file, line, "expected ```asm NAME.asm");
  if (text.trim() === "") refuse(file, line, `the program ${name} is empty`);
  return { file: name, text: `${text.trimEnd()}\n` };
}

/** The prediction of a fence ```predict STEP. */
function predictionOf({ lang, text }, { file, line }) {
  const [, step] = /^predict\s+(\d{1,6})$/.exec(lang) ?? refuse(file, line, "expected ```predict STEP");
  const lines = text.split("\n");
  const bar = lines.findIndex((each) => each.trim() === "---");
  if (bar < 0) refuse(file, line, "a prediction has a question, a line ---, and the explanation");
  const [question, explanation] = [lines.slice(0, bar), lines.slice(bar + 1)].map((part) => part.join("\n").trim());
  if (question === "") refuse(file, line, "the prediction has no question");
  if (explanation === "") refuse(file, line, "the prediction has no explanation");
  return {
    step: Number(step),
    question: htmlOfText(question, { file, line: line + 1 }),
    explanation: htmlOfText(explanation, { file, line: line + bar + 2 }),
  };
}

/** The panels that a lesson can introduce: `data-panel` in page/index.html. */
export const kPanels = ["Π", "Λ", "rule"];

/** The panels of a fence ```introduces PANEL…: the page shows them from this part of the course on. */
function panelsOf({ lang, text }, { file, line }) {
  const panels = lang.split(/\s+/).slice(1);
  if (panels.length === 0 || !panels.every((panel) => kPanels.includes(panel)))
    refuse(file, line, `expected \`\`\`introduces and some of ${kPanels.join(", ")}`);
  if (text.trim() !== "") refuse(file, line, "a block ```introduces is empty");
  return panels;
}

const isFence = ({ type, codeBlockStyle }) => type === "code" && codeBlockStyle !== "indented";

/** What a fence adds to a part, by its first word: the member, its reader, and its name in messages. */
const kFences = {
  asm: ["program", programOf, "program"],
  predict: ["predict", predictionOf, "prediction"],
  introduces: ["introduces", panelsOf, "block ```introduces"],
};

/** Adds a fence to a part; true if it is one of kFences. */
function addFence(part, token, where) {
  if (!/(^|\n) {0,3}(```+|~~~+)\s*$/.test(token.raw)) refuse(where.file, where.line, "this fence is not closed");
  const kind = token.lang?.split(/\s/)[0] ?? "";
  if (kind === "") return false;
  if (!(kind in kFences))
    refuse(where.file, where.line, `expected \`\`\`asm, \`\`\`predict or \`\`\`introduces, not \`\`\`${kind}`);
  const [member, read, name] = kFences[kind];
  if (part[member] !== undefined) refuse(where.file, where.line, `a part has at most one ${name}`);
  part[member] = read(token, where);
  return true;
}

/** A lesson {title, parts: [{title, html, program?, predict?, introduces?}]} from the text of lesson.md. */
export function parseLesson(text, file) {
  const lesson = { title: "", parts: [] };
  let offset = 0;
  for (const token of marked.lexer(text)) {
    const line = lineAt(text, offset + token.raw.search(/\S|$/));
    const where = { file, line };
    offset += token.raw.length;
    const part = lesson.parts.at(-1);
    if (token.type === "space") continue;
    if (token.type === "heading" && token.depth === 1) {
      if (lesson.title !== "") refuse(file, line, "a second title; parts begin with ##");
      lesson.title = plain(token);
    } else if (lesson.title === "") {
      refuse(file, line, "expected the title of the lesson: # TITLE");
    } else if (token.type === "heading" && token.depth === 2) {
      lesson.parts.push({ title: plain(token), line, html: "" });
    } else if (part === undefined) {
      refuse(file, line, "expected the title of a part: ## TITLE");
    } else if (!isFence(token) || !addFence(part, token, where)) {
      part.html += `${htmlOf([token], where)}\n`;
    }
  }
  if (lesson.title === "") refuse(file, 1, "expected the title of the lesson: # TITLE");
  if (lesson.parts.length === 0) refuse(file, lineAt(text, text.length), "the lesson has no parts: ## TITLE");
  return { title: lesson.title, parts: lesson.parts.map((part, i) => checkedPart(part, i, file)) };
}

function checkedPart({ line, ...part }, i, file) {
  if (part.html === "") refuse(file, line, `the part "${part.title}" has no text`);
  if (i === 0 && part.program === undefined) refuse(file, line, "the first part of a lesson needs a program");
  return part;
}

const isText = (value) => typeof value === "string" && value.trim() !== "";
const isTexts = (value) => Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");
const isFlag = (value) => typeof value === "boolean";
const isObjects = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((each) => each !== null && typeof each === "object");

/** The members of objects in exercise.json: [whether a value is right, what is right, whether it may be missing]. */
const kExercise = {
  title: [isText, "a string"],
  task: [isTexts, "a list of lines"],
  hints: [isTexts, "a list of strings"],
  inputs: [isObjects, "a list of inputs"],
  mistakes: [isObjects, "a list of mistakes"],
  vary: [isObjects, "a list of ranges", true],
  uses: [isTexts, "a list of instructions", true],
  avoids: [isTexts, "a list of instructions", true],
  check: [isFlag, "true or false", true],
  tempting: [isText, "the id of a mistake", true],
};
const kInput = { name: [isText, "a string"], directives: [isTexts, "a list of directives"] };
const kMistake = {
  id: [isText, "a string"],
  say: [isText, "a string"],
  input: [isText, "the name of an input", true],
  when: [isTexts, "a list of directives", true],
  lacks: [isText, "an instruction", true],
  uses: [isText, "an instruction", true],
  check: [isFlag, "true or false", true],
};

function parseJson(text, file) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error.message)?.[1] ?? text.trimEnd().length;
    return refuse(file, lineAt(text, Number(position)), `not JSON: ${error.message}`);
  }
}

/** The exercise of exercise.json, as it is, if its members are right. */
export function parseExercise(text, file) {
  const exercise = parseJson(text, file);
  const wrong = (word, message) => refuse(file, lineAt(text, Math.max(0, text.indexOf(JSON.stringify(word)))), message);
  const check = (object, members, what) => {
    for (const name of Object.keys(object)) if (!(name in members)) wrong(name, `${what} has no member "${name}"`);
    const at = Object.values(object).find((value) => typeof value === "string") ?? "";
    for (const [name, [isRight, right, optional]] of Object.entries(members)) {
      if (!(name in object)) {
        if (!optional) wrong(at, `${what} needs "${name}": ${right}`);
      } else if (!isRight(object[name])) wrong(name, `"${name}" of ${what} must be ${right}`);
    }
  };
  const unique = (list, member) => {
    const seen = new Set();
    for (const { [member]: name } of list) {
      if (seen.has(name)) wrong(name, `two have the ${member} "${name}"`);
      seen.add(name);
    }
    return seen;
  };
  if (exercise === null || typeof exercise !== "object" || Array.isArray(exercise))
    refuse(file, 1, "expected an object");
  check(exercise, kExercise, "an exercise");
  exercise.inputs.forEach((input) => check(input, kInput, "an input"));
  exercise.mistakes.forEach((mistake) => check(mistake, kMistake, "a mistake"));
  const inputs = unique(exercise.inputs, "name");
  const mistakes = unique(exercise.mistakes, "id");
  for (const { input } of exercise.mistakes)
    if (input !== undefined && !inputs.has(input)) wrong(input, `no input has the name "${input}"`);
  if (exercise.tempting !== undefined && !mistakes.has(exercise.tempting))
    wrong(exercise.tempting, `no mistake has the id "${exercise.tempting}"`);
  return exercise;
}

/** An exercise {name, title, task, hints, start, kernel?, exercise} of a folder. Its solution and wrong answers are left out. */
function readExercise(folder, name) {
  const file = join(folder, "exercise.json");
  const text = textOf(file);
  const exercise = parseExercise(text, file);
  const html = (member, markdown) =>
    htmlOfText(markdown, { file, line: lineAt(text, Math.max(0, text.indexOf(`"${member}"`))) });
  return {
    name,
    title: exercise.title,
    task: html("task", exercise.task.join("\n")),
    hints: exercise.hints.map((hint) => html("hints", hint)),
    start: textOf(join(folder, "start.asm")),
    ...(existsSync(join(folder, "start.cu")) ? { kernel: textOf(join(folder, "start.cu")) } : {}),
    exercise,
  };
}

/** The lessons of a folder: [{name, title, parts, exercises}]. */
export function readLessons(folder) {
  const names = namesIn(folder, /^\d+-/);
  if (names.length === 0) refuse(folder, 1, "no lessons: expected folders such as 01-a-warp");
  return names.map((name) => {
    const path = join(folder, name);
    const file = join(path, "lesson.md");
    return {
      name,
      ...parseLesson(textOf(file), file),
      exercises: namesIn(path, /^\d+-/).map((exercise) => readExercise(join(path, exercise), exercise)),
    };
  });
}
