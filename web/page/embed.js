// The page in a frame of another page: ?embed&program=paper:figure9.pl&step=5, without menus and lessons.

const parameters = new URLSearchParams(location.search);

export const isEmbedded = parameters.has("embed");

/** The program {file, text, step} of the address, among the programs of the menu; undefined if it names none. */
export function embeddedProgram(programs) {
  const name = parameters.get("program");
  const found = programs.get(name) ?? [...programs.values()].find((one) => one.name === name);
  if (found === undefined) return undefined;
  const step = Number(parameters.get("step") ?? 0);
  return {
    file: found.file ?? found.name.replace(/^.*\//, ""),
    text: found.text,
    step: Number.isSafeInteger(step) && step >= 0 ? step : 0,
  };
}

/** What is wrong with the address, if it names a program that the menu does not have. */
export const unknownProgram = () =>
  parameters.has("program") ? `There is no program "${parameters.get("program")}" in the menu of this page.` : "";
