// Elements of the page.

/** An element with properties (`class`, `text`, attributes, `onEVENT` functions) and children. */
export function element(name, properties = {}, ...children) {
  const result = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") result.textContent = value;
    else if (key.startsWith("on")) result.addEventListener(key.slice(2), value);
    else result.setAttribute(key, value === true ? "" : value);
  }
  result.append(...children.filter((child) => child !== null && child !== undefined));
  return result;
}

/** A list in a script element of JSON; an empty one if it is none. */
export function listIn(id) {
  try {
    const list = JSON.parse(byId(id).textContent);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export const byId = (id) => document.getElementById(id);

/** Sets the text of an element; an element that has it already is left alone, so that nothing is announced twice. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** `1 step`, `2 steps`, with separators of thousands. */
export function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** {0-3, 7}, as the command line writes sets of threads. */
export function threadSet(threads) {
  const parts = [];
  for (let i = 0; i < threads.length; ) {
    let j = i;
    while (j + 1 < threads.length && threads[j + 1] === threads[j] + 1) ++j;
    parts.push(j - i < 2 ? threads.slice(i, j + 1).join(", ") : `${threads[i]}-${threads[j]}`);
    i = j + 1;
  }
  return `{${parts.join(", ")}}`;
}

/** Shows a message at the top of the page; none if it is empty. */
export function notice(text, alarm = false) {
  const box = byId("notice");
  box.hidden = text === "";
  box.classList.toggle("alarm", alarm);
  box.replaceChildren(
    element("span", { text }),
    element("button", { type: "button", text: "Dismiss", onclick: () => (box.hidden = true) }),
  );
}
