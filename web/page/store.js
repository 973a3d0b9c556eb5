// What the browser keeps between visits. It may be full or forbidden: then nothing is kept.

const kKey = "musimd";

export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(kKey) ?? "null");
  } catch {
    return null;
  }
}

export function remember(value) {
  try {
    localStorage.setItem(kKey, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}
