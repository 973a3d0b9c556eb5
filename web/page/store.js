// What the browser keeps between visits. It may be full or forbidden: then nothing is kept.

const kProgram = "musimd";

export function remembered(key = kProgram) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** False if the value cannot be kept. */
export function remember(value, key = kProgram) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
