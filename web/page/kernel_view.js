// What of a kernel is shown: its assembly, temporaries, and raw addresses are there on demand.

import { namedRows, namedVariables } from "./arrays.js";
import { byId } from "./dom.js";
import { lines } from "./lines.js";

export class KernelView {
  /** `source`: that of the kernel. `changed()` is called when the reader wants to see something else. */
  constructor(source, changed) {
    this.source = source;
    this.known = { source: undefined, variables: undefined };
    byId("show-assembly").addEventListener("click", () => {
      this.showAssembly(!this.assembly);
      changed();
    });
    for (const id of ["temporaries", "addresses"]) byId(id).addEventListener("change", changed);
    this.showAssembly(false);
  }

  get shown() {
    return this.source.source !== undefined;
  }

  showAssembly(shown) {
    this.assembly = shown;
    byId("show-assembly").setAttribute("aria-pressed", shown);
  }

  /** Whether steps and lines are those of the source. */
  get isOfSource() {
    return this.shown && !this.assembly;
  }

  /** Shows the assembly, or hides it. */
  update() {
    document.body.classList.toggle("hides-assembly", this.isOfSource);
    byId("source-buttons").hidden = !this.shown || !this.assembly;
  }

  /** Shows the variables and the memory of a state. */
  show(state, program, variables, memory) {
    const { source } = this.source;
    this.update();
    if (source !== this.known.source) this.known = { source, variables: source && namedVariables(source) };
    const known = this.known.variables;
    const isHidden = (name) => known !== undefined && !known.has(name);
    byId("temporaries-choice").hidden = !Object.keys(state.variables).some(isHidden);
    const named = this.shown ? namedRows(source, program, state) : []; // the answer of an exercise has no arrays
    byId("addresses-choice").hidden = named.length === 0;
    memory.show(state, named.length === 0 || byId("addresses").checked ? undefined : named);
    return variables.show(state, known, byId("temporaries").checked);
  }

  /** From now on lines are called as in what is shown. */
  nameLines() {
    lines.nameOf = this.isOfSource ? (line) => this.source.lineOf(line) || line : (line) => line;
  }
}
