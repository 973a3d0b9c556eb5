// The parts of the page that say where the run is: the toolbar, the choices of the program, and that there is no run.

import { byId, counted, element, setText, threadSet } from "./dom.js";
import { lines } from "./lines.js";

const kWarpsInMenu = 1000;
export const kMostLanes = 1024;

/** Which lanes are shown, and how many run. */
export function laneCount(program, { warp, active, lanes, ended }) {
  const of = program.warps > 1 ? `of warp ${warp}` : "";
  const running = ended === "stop" ? "" : `${active.length} of ${lanes.length} run`;
  const shown = lanes.length > kMostLanes ? `the first ${kMostLanes} are shown` : "";
  return [of, running, shown].filter((part) => part !== "").join("; ");
}

/** The slider, the number of the step, and what is said of it. */
export function showPosition({ session, follower, kernel }) {
  const { state } = session;
  const slider = byId("slider");
  const { position } = session;
  slider.max = session.end;
  if (follower.wanted === undefined) slider.value = position; // else it has been moved on
  const length = `${session.end.toLocaleString("en")}${session.complete ? "" : "+"}`;
  slider.setAttribute("aria-valuetext", `step ${position} of ${length}`);
  byId("position").replaceChildren("step ", element("b", { text: position.toLocaleString("en") }), ` of ${length}`);
  const end = Boolean(state.ended);
  byId("back").disabled = byId("to-start").disabled = position === 0;
  byId("step").disabled = byId("run").disabled = byId("play").disabled = byId("to-end").disabled =
    end && position >= session.longer;
  const next = document.body.classList.contains("guessing") ? "" : byId("next-title").textContent;
  const where = state.trap
    ? `trap: ${state.trap.message}`
    : end
      ? `the run has ended: ${state.ended}`
      : `${state.line ? `line ${lines.nameOf(state.line)}` : "no instruction"} is next, for threads ${threadSet(state.active)}. ${next}`;
  setText(byId("live"), `${session.note} Step ${position} of ${length}: ${where}${kernel.said(state)}`.trim());
  if (session.note) setText(byId("next-title"), `${session.note} ${byId("next-title").textContent}`);
}

export function showProgress(step) {
  byId("position").replaceChildren("step ", element("b", { text: step.toLocaleString("en") }), " …");
}

export function showRunning(running) {
  byId("stop").disabled = !running;
  byId("run").disabled = running;
  document.body.toggleAttribute("data-running", running);
}

/** What the program lets the reader choose. */
export function showChoices(program) {
  byId("threads").placeholder = String(program.threads);
  const lists = program.programs ?? [];
  byId("list-choice").hidden = lists.length < 2;
  const chosen = byId("list").value || program.name;
  byId("list").replaceChildren(...lists.map((name) => element("option", { value: name, text: name })));
  byId("list").value = lists.length > 1 ? chosen : "";
  byId("warp-choice").hidden = program.warps < 2;
  byId("warp").replaceChildren(
    element("option", { value: "", text: "of the next step" }),
    ...Array.from({ length: Math.min(program.warps, kWarpsInMenu) }, (_, w) =>
      element("option", { value: w, text: w }),
    ),
  );
}

/** There is no run: the program has errors, or needs what this build does not have. */
export function showNothing(answer) {
  const count = answer.errors.length;
  setText(
    byId("next-title"),
    count > 0 ? `${counted(count, "error")} in the program` : "This page cannot run the program",
  );
  setText(
    byId("next-text"),
    count > 0
      ? `${answer.errors[0].line ? `Line ${answer.errors[0].line}: ` : ""}${answer.errors[0].message}`
      : answer.unavailable,
  );
  setText(byId("live"), `${byId("next-title").textContent}. ${byId("next-text").textContent}`);
  setText(byId("next-instruction"), "");
  document.querySelector(".now").classList.add("trap");
  document.body.classList.add("stale");
  byId("position").textContent = "no run";
  byId("slider").disabled = true;
  for (const id of ["step", "back", "run", "play", "to-start", "to-end", "source-step", "source-back"])
    byId(id).disabled = true;
}
