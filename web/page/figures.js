// The machine's pictures and statistics: drawn while their panel is open, and when the position has been still for a
// moment, so that steps are not slowed down.

import { byId, element } from "./dom.js";
import { Timeline } from "./timeline.js";

const kStill = 120;
/** A picture repeats the run: of a longer one it is drawn on request. */
export const kQuickSteps = 20_000;
/** Of the timeline, so many columns are shown. */
const kColumns = 160;

/** Shows a picture with its own style sheet, which does not apply to the page. */
function showPicture(parent, svg) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.innerHTML = `<style>svg { max-width: none; display: block }</style>${svg}`;
  parent.scrollLeft = parent.scrollWidth;
}

function show(parent, ...nodes) {
  if (parent.tagName === "DL") parent.replaceChildren(...nodes);
  else (parent.shadowRoot ?? parent.attachShadow({ mode: "open" })).replaceChildren(...nodes);
}

/** What the statistics are called. */
const kNames = {
  steps: "Steps",
  active_lane_instructions: "Instructions, counted once for each lane",
  simd_efficiency: "SIMD efficiency: the part of the lanes that ran",
  branches_uniform: "Branches on which all lanes agreed",
  branches_divergent: "Branches that divided the warp",
  max_sync_depth: "Most open branches at once",
  max_context_depth: "Most open everywhere blocks at once",
  everywhere_blocks: "Times that an everywhere block was entered",
  lanes_woken: "Lanes that everywhere blocks woke",
  memory_requests: "Memory requests",
  memory_transactions: "Memory transactions, of up to 32 words each",
};
const words = (name) => kNames[name] ?? name.replaceAll("_", " ");

const shown = (name, value) =>
  name === "simd_efficiency" ? `${(100 * value).toFixed(1)} %` : value.toLocaleString("en", { maximumFractionDigits: 3 });

function showStatistics(list, answer) {
  const statistics = answer.statistics ?? answer.stats ?? answer;
  list.replaceChildren(
    ...Object.entries(statistics)
      .filter(([, value]) => typeof value === "number" || typeof value === "string")
      .map(([name, value]) =>
        element(
          "div",
          {},
          element("dt", { text: words(name) }),
          element("dd", { text: shown(name, value) }),
        ),
      ),
  );
}

export class Figures {
  /** `goTo(step)` is called by a click in the timeline. */
  constructor(session, goTo) {
    this.session = session;
    this.timer = 0;
    this.program = null; // of which steps have been seen
    this.seen = 0; // the last one
    this.timeline = new Timeline(byId("timeline"), byId("timeline-note"), {
      goTo,
      textOf: (line) => session.program.instructions.find((one) => one.line === line)?.text ?? "",
    });
    for (const panel of ["timeline-panel", "memory-panel", "statistics-panel"])
      byId(panel).addEventListener("toggle", () => this.soon());
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), kStill);
  }

  /** The request for the timeline: of the steps that have been seen, those around the position. */
  timelineRequest({ step, warp }) {
    if (this.program !== this.session.program) this.seen = 0;
    this.program = this.session.program;
    this.seen = Math.max(this.seen, step);
    const last = Math.max(1, Math.min(this.seen, Math.max(step + kColumns / 2, kColumns)));
    return { do: "timeline", first: Math.max(1, last - kColumns + 1), last, upto: last, warp, compact: true };
  }

  async draw(asked = false) {
    const { session } = this;
    if (session.state === null) return;
    const { step, warp } = session.state;
    const drawings = [
      ["timeline-panel", this.timelineRequest(session.state), (answer) => this.timeline.show(answer, step)],
      ["memory-panel", { do: "memory_picture", warp }, ({ svg }) => showPicture(byId("memory-picture"), svg)],
      ["statistics-panel", { do: "statistics" }, (answer) => showStatistics(byId("statistics"), answer)],
    ];
    for (const [panel, request, draw] of drawings) {
      if (!byId(panel).open || session.state?.step !== step) continue;
      if (panel === "timeline-panel" && this.seen === 0) {
        this.timeline.replace(element("p", { text: "No steps yet. The picture grows with each step." }));
        continue;
      }
      if (Math.max(step, request.upto ?? 0) > kQuickSteps && !asked) {
        this.replace(panel, this.drawButton(step));
        continue;
      }
      const answer = await session.about(request, { waits: true });
      if (answer === null || answer === undefined) return;
      if (answer.error !== undefined) this.replace(panel, element("p", { text: answer.error }));
      else draw(answer);
    }
  }

  drawButton(step) {
    return element("button", {
      type: "button",
      text: `Repeat ${step.toLocaleString("en")} steps for this`,
      onclick: () => this.draw(true),
    });
  }

  replace(panel, node) {
    if (panel === "timeline-panel") this.timeline.replace(node);
    else show(byId(panel === "memory-panel" ? "memory-picture" : "statistics"), node);
  }
}
