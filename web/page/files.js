// Programs from files and addresses, and to them.

import { byId, notice } from "./dom.js";
import { firstKernel } from "./kernel.js";
import { isHashOfItem } from "./lessons.js";
import { hashOf, saveFile, sharedBy } from "./share.js";

export class Files {
  /** `page`: what opens programs. */
  constructor(page) {
    this.page = page;
    const on = (id, event, work) => byId(id).addEventListener(event, work);
    on("open", "click", () => byId("file").click());
    on("file", "change", ({ target }) => this.open(target));
    on("save", "click", () => this.save());
    on("share", "click", () => this.share());
    window.addEventListener("hashchange", () => this.openHash());
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer);
    });
  }

  /** Opens the program of the address; false if it has none. */
  async openHash() {
    const { page } = this;
    if (location.hash === this.ownHash) return true;
    if (isHashOfItem(location.hash)) return page.course.openHash(location.hash);
    try {
      const shared = await sharedBy(location.hash);
      if (shared === null) return false;
      notice("");
      page.course.close();
      byId("programs").value = "";
      await (shared.kernel === undefined ? page.open(shared) : page.kernels.open(shared.kernel, shared));
      return true;
    } catch (error) {
      notice(`The address has a part after # that is not a shared program: ${error.message}.`, true);
      return false;
    }
  }

  async open(list) {
    const { page } = this;
    const file = list.files?.[0];
    if (file === undefined) return;
    if (file.size > 1 << 20) {
      notice(`${file.name} is larger than 1 MiB.`, true);
      return;
    }
    notice("");
    page.course.close();
    byId("programs").value = "";
    const opened = { file: file.name, text: await file.text() };
    await (file.name.endsWith(".cu") ? page.kernels.open({ ...firstKernel, ...opened }) : page.open(opened));
    list.value = "";
  }

  save() {
    const { file, text } = this.page.kernels.shared ?? this.page.source();
    saveFile(file, text);
  }

  async share() {
    const { page } = this;
    const hash = await hashOf({
      ...page.source(),
      ...page.chosenBeside(),
      kernel: page.kernels.shared,
      step: page.session.state?.step,
    });
    this.ownHash = hash;
    history.replaceState(null, "", hash);
    try {
      await navigator.clipboard.writeText(location.href);
      notice("The address of this page now holds the program and the position. It has been copied.");
    } catch {
      notice("The address of this page now holds the program and the position. Copy it from the address bar.");
    }
  }
}
