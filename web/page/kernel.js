// Kernels that are typed in the page: a text of CUDA C++ runs as the program that the machine makes of it.

import { byId, element, setText } from "./dom.js";
import { listMessages } from "./problems.js";

const kTypingPause = 300;

/** The kernel that a new one begins with. */
export const firstKernel = {
  file: "kernel.cu",
  text: `// How many steps does each number take to come down to 1?
__global__ void collatz(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = in[i], steps = 0;
    while (x > 1) {
        if (x % 2 == 0)
            x = x / 2;
        else
            x = 3 * x + 1;
        steps++;
    }
    out[i] = steps;
}
`,
  launch: { grid: [1], block: [8], warp: 8, arguments: {} },
};

/** The numbers of a text, as "1, 2.5 -3"; undefined if something else is in it. */
function numbersIn(text) {
  const numbers = text.split(/[\s,]+/).filter((word) => word !== "").map(Number);
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

export class KernelEditor {
  /** `page` opens the program of a kernel; its source is shown, and edited, by `source`. */
  constructor(page, source) {
    this.page = page;
    this.source = source;
    this.kernel = undefined;
    byId("new-kernel").addEventListener("click", () => this.open(firstKernel));
    byId("edit-kernel").addEventListener("click", () => this.edit());
    for (const id of ["launch-grid", "launch-block", "launch-warp"])
      byId(id).addEventListener("change", () => this.changeLaunch());
  }

  /** What an address holds of the kernel; undefined: none is edited. */
  get shared() {
    return this.source.isEdited ? this.kernel : undefined;
  }

  /** Opens a kernel {text, file, launch}, to be edited. */
  async open(kernel, { step = 0, model = "", beside = "" } = {}) {
    this.kernel = structuredClone(kernel);
    const { launch } = this.kernel;
    document.body.classList.toggle("answering", launch.input !== undefined);
    byId("launch-grid").value = launch.grid.join(", ");
    byId("launch-block").value = launch.block.join(", ");
    byId("launch-warp").value = String(launch.warp);
    this.described = "";
    this.source.edit({ name: kernel.file, text: kernel.text }, (text) => this.typed(text));
    if (launch.input === undefined) byId("programs").value = "";
    await this.compile({ step, model, beside });
  }

  /** Opens the answer of an exercise {text, file, input}, which runs with the directives of an input. */
  answer({ text, file, input }) {
    return this.open({ text, file, launch: { ...firstKernel.launch, input } });
  }

  get text() {
    return this.kernel?.text;
  }

  /** Another program is opened: what was typed last is not compiled any more. */
  close() {
    clearTimeout(this.typing);
    document.body.classList.remove("answering");
  }

  /** Edits the source that is shown. */
  edit() {
    const { name, text } = this.source.file;
    return this.open({ file: name, text, launch: firstKernel.launch });
  }

  typed(text) {
    this.kernel.text = text;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.compile(), kTypingPause);
  }

  changeLaunch() {
    const { launch } = this.kernel;
    launch.grid = numbersIn(byId("launch-grid").value) ?? [1];
    launch.block = numbersIn(byId("launch-block").value) ?? [8];
    launch.warp = Number(byId("launch-warp").value);
    return this.compile();
  }

  async compile({ step = 0, model = byId("model").value, beside = byId("beside").value } = {}) {
    clearTimeout(this.typing);
    const { text, file, launch } = this.kernel;
    const { page } = this;
    const answer = await page.attempt(() =>
      page.session.exclusive(() => page.session.ask({ do: "kernel", text, file, ...launch })),
    );
    if (answer === undefined) return;
    const errors = (answer.errors ?? []).map((error) => ({ ...error, severity: "error" }));
    document.body.classList.toggle("stale", errors.length > 0); // what is shown is the run before
    if (errors.length > 0) {
      this.showProblems(errors);
      return;
    }
    this.showArguments(answer.parameters);
    this.source.own(answer.text, answer.source);
    await page.open({ file: file.replace(/\.cu$/, "") + ".asm", text: answer.text, model, beside, step });
    await this.find();
  }

  /** Marks what is wrong with a run of the launch. */
  async find() {
    const { kernel, page } = this;
    if (kernel.launch.input !== undefined) return this.showProblems([]); // an exercise has its own launches
    const asked = JSON.stringify(kernel);
    const { text, file, launch } = kernel;
    const answer = await page.attempt(() =>
      page.session.exclusive(() => page.session.ask({ do: "findings", text, file, ...launch }), { waits: true }),
    );
    if (asked === JSON.stringify(this.kernel) && this.source.isEdited) this.showProblems(answer?.findings ?? []);
  }

  showProblems(messages) {
    this.source.showMessages(messages);
    listMessages(byId("kernel-problems"), messages, (line) => this.source.goToLine(line));
  }

  /** A field for each parameter; those that are there keep what is typed. */
  showArguments(parameters) {
    const described = JSON.stringify(parameters.map(({ name, type, array }) => [name, type, array]));
    if (described === this.described) return;
    this.described = described;
    byId("launch-arguments").replaceChildren(
      ...parameters.map((parameter) =>
        element("label", {}, element("code", { text: parameter.name }), " ", ...this.fieldsOf(parameter)),
      ),
    );
  }

  fieldsOf({ name, array, value }) {
    const set = (numbers) => {
      if (numbers === undefined) delete this.kernel.launch.arguments[name];
      else this.kernel.launch.arguments[name] = array ? numbers : numbers[0];
      return this.compile();
    };
    const text = (Array.isArray(value) ? value : [value]).join(", ");
    const field = element("input", { type: "text", value: text, inputmode: "text", "aria-label": `${name}, ${array ? "its elements" : "a number"}` });
    field.addEventListener("change", () => set(numbersIn(field.value)));
    if (array) return [field];
    const most = Math.max(16, 2 * value);
    const slider = element("input", { type: "range", min: "0", max: String(most), value: String(value), "aria-label": `${name}, as a slider` });
    slider.addEventListener("input", () => {
      field.value = slider.value;
      return set([Number(slider.value)]);
    });
    return [slider, field];
  }
}

/** Shows whether the source is edited. */
export function showEdited(isEdited, canEdit) {
  byId("launch").hidden = !isEdited;
  byId("edit-kernel").hidden = isEdited || !canEdit;
  setText(byId("source-state"), isEdited ? "" : ", read only");
  if (!isEdited) byId("kernel-problems").replaceChildren();
}
