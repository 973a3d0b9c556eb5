// The machine's pictures and statistics: drawn while their panel is open, and when the position has been still for a
// moment, so that steps are not slowed down.

import { byId, element } from "./dom.js";

const kStill = 120;
/** A picture repeats the run: of a longer one it is drawn on request. */
const kQuickSteps = 20_000;
/** Of the timeline, the last columns are shown. */
const kColumns = 160;

/** Shows a picture with its own style sheet, which does not apply to the page. */
function showPicture(parent, svg) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.innerHTML = `<style>svg { max-width: none; display: block }</style>${svg}`;
  // The last column is visible: to its right there may be room for labels only.
  const ends = [...root.querySelectorAll("path")].map((path) => path.getBoundingClientRect().right);
  const hidden = Math.max(0, ...ends) + parent.scrollLeft + 24 - parent.getBoundingClientRect().right;
  parent.scrollLeft = Math.max(0, hidden);
}

function show(parent, ...nodes) {
  if (parent.tagName === "DL") parent.replaceChildren(...nodes);
  else (parent.shadowRoot ?? parent.attachShadow({ mode: "open" })).replaceChildren(...nodes);
}

const words = (name) => name.replaceAll("_", " ");

function showStatistics(list, statistics) {
  list.replaceChildren(
    ...Object.entries(statistics)
      .filter(([, value]) => typeof value === "number" || typeof value === "string")
      .map(([name, value]) =>
        element(
          "div",
          {},
          element("dt", { text: words(name) }),
          element("dd", {
            text: typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : value.toLocaleString("en"),
          }),
        ),
      ),
  );
}

export class Figures {
  constructor(session) {
    this.session = session;
    this.timer = 0;
    for (const panel of ["timeline-panel", "memory-panel", "statistics-panel"])
      byId(panel).addEventListener("toggle", () => this.soon());
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), kStill);
  }

  async draw(asked = false) {
    const { session } = this;
    if (session.state === null) return;
    const { step } = session.state;
    const drawings = [
      [
        "timeline-panel",
        { do: "timeline", first: Math.max(1, step - kColumns + 1), last: Math.max(1, step), warp: session.state.warp },
        "timeline",
      ],
      ["memory-panel", { do: "memory_picture", warp: session.state.warp }, "memory-picture"],
      ["statistics-panel", { do: "statistics" }, "statistics"],
    ];
    for (const [panel, request, target] of drawings) {
      if (!byId(panel).open || session.state?.step !== step) continue;
      const parent = byId(target);
      if (target === "timeline" && step === 0) {
        show(parent, element("p", { text: "No steps yet. The picture grows with each step." }));
        continue;
      }
      if (step > kQuickSteps && !asked) {
        const draw = () => this.draw(true);
        show(
          parent,
          element("button", {
            type: "button",
            text: `Repeat ${step.toLocaleString("en")} steps for this`,
            onclick: draw,
          }),
        );
        continue;
      }
      const answer = await session.about(request, { waits: true });
      if (answer === null || answer === undefined) return;
      if (answer.error !== undefined) {
        show(parent, element("p", { text: answer.error }));
      } else if (target === "statistics") showStatistics(parent, answer.statistics ?? answer.stats ?? answer);
      else showPicture(parent, answer.svg);
    }
  }
}
