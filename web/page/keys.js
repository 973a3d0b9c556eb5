// The shortcuts of the page; the dialog #keys-dialog lists them.

import { byId } from "./dom.js";

/** Listens for shortcuts. `actions`: save, stop, runBack, toEditor, toLanes, why, check and next. */
export function listenForKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (byId("keys-dialog").open || event.defaultPrevented) return;
    const work = actionOf(event, actions);
    if (work === undefined) return;
    event.preventDefault();
    work();
  });
}

const press = (id) => () => byId(id).click();
const steps = { ArrowRight: press("step"), ArrowLeft: press("back") };

/** Undefined if the key keeps its usual meaning where it was pressed. */
function actionOf({ key, target, ctrlKey, metaKey, altKey, shiftKey }, actions) {
  if (ctrlKey || metaKey) return { o: press("open"), s: actions.save }[key.toLowerCase()];
  if (byId("editor").contains(target)) {
    if (key === "Escape") return () => byId("step").focus();
    return altKey ? steps[key] : undefined;
  }
  if (altKey || target.matches?.("input[type=number], input[type=search], select")) return undefined;
  if (target === byId("slider") && /^(Arrow|Home|End|Page)/.test(key)) return undefined;
  const keys = {
    ...steps,
    Home: press("to-start"),
    End: press("to-end"),
    Escape: actions.stop,
    "?": press("keys"),
    s: press(shiftKey ? "source-back" : "source-step"),
    r: press("run"),
    p: press("play"),
    b: actions.runBack,
    e: actions.toEditor,
    l: actions.toLanes,
    w: actions.why,
    c: actions.check,
    n: actions.next,
  };
  return keys[key.length === 1 ? key.toLowerCase() : key];
}
