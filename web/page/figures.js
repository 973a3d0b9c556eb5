// The machine's pictures and statistics: drawn while their panel is open, and when the position has been still for a
// moment, so that steps are not slowed down.

import { byId, element } from "./dom.js";
import { Timeline } from "./timeline.js";

const kStill = 120;
/** A picture repeats the run: of a longer one it is drawn on request. */
export const kQuickSteps = 20_000;
/** Of the timeline, so many columns are shown; and so many if loops have been opened in it. */
const kColumns = { folded: 160, opened: 4_000 };

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
  /** `goTo(step)` is called by a click in a timeline; `lineText(line)`: how a line is called, and its text. */
  constructor(session, beside, goTo, lineText) {
    Object.assign(this, { session, beside });
    this.timer = 0;
    this.program = null; // of which steps have been seen
    this.seen = 0; // the last one
    this.opened = new Set(); // loops that are not folded, by their first step
    const shared = { note: byId("timeline-note"), goTo, lineText, open: (first) => this.open(first) };
    this.timeline = new Timeline(byId("timeline"), shared);
    this.second = new Timeline(byId("beside-timeline"), shared);
    byId("fold-again").addEventListener("click", () => this.open());
    for (const panel of ["timeline-panel", "memory-panel", "statistics-panel"])
      byId(panel).addEventListener("toggle", () => this.soon());
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), kStill);
  }

  /** Opens a loop that is folded; without one, folds all again. */
  open(first) {
    if (first === undefined) this.opened.clear();
    else this.opened.add(first);
    this.draw(true, first);
  }

  /** The request for the timeline of the steps that have been seen: loops are folded, and columns are around the position. */
  timelineRequest() {
    if (this.program !== this.session.program) {
      this.seen = 0;
      this.opened.clear();
    }
    this.program = this.session.program;
    this.seen = Math.max(this.seen, this.session.position);
    const last = Math.max(1, this.seen);
    byId("fold-again").hidden = this.opened.size === 0;
    const most = this.opened.size > 0 ? kColumns.opened : kColumns.folded;
    const fold = { open: [...this.opened], most };
    return { do: "timeline", first: Math.max(1, last - kQuickSteps + 1), last, upto: last, compact: true, fold };
  }

  /** `asked`: also what takes long. `at`: the step that is to be visible in the timeline, if it is not the position. */
  async draw(asked = false, at = undefined) {
    const { session, beside } = this;
    if (session.state === null) return;
    const { step, warp } = session.state;
    const timeline = this.timelineRequest();
    const show = (one) => (answer) => one.show(answer, { step: session.position, at, differing: beside.differing });
    const drawings = [
      ["timeline-panel", { ...timeline, warp }, show(this.timeline)],
      ["memory-panel", { do: "memory_picture", warp }, ({ svg }) => showPicture(byId("memory-picture"), svg)],
      ["statistics-panel", { do: "statistics" }, (answer) => showStatistics(byId("statistics"), answer)],
    ];
    if (beside.on) drawings.push(["timeline-panel", { ...timeline, warp }, show(this.second), beside]);
    for (const [panel, request, draw, machine = session] of drawings) {
      if (!byId(panel).open || session.state?.step !== step) continue;
      if (panel === "timeline-panel" && this.seen === 0) {
        this.timeline.replace(element("p", { text: "No steps yet. The picture grows with each step." }));
        this.second.replace();
        continue;
      }
      if (Math.max(step, request.upto ?? 0) > kQuickSteps && !asked) {
        this.replace(panel, this.drawButton(step));
        continue;
      }
      let answer = await machine.about(request, { waits: true });
      if (answer?.cut) {
        // Too much to look for loops in it: the steps around the position alone.
        const { fold, ...plain } = request;
        const last = Math.min(plain.last, Math.max(session.position + kColumns.folded / 2, kColumns.folded));
        const some = { ...plain, first: Math.max(1, last - kColumns.folded + 1), last, upto: last };
        answer = await machine.about(some, { waits: true });
      }
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
