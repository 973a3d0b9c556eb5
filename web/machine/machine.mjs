// A machine of musimd.wasm: docs/web.md lists its requests.

import { wasi } from "./wasi.mjs";

export class Machine {
  #exports;
  #failed = null;

  /**
   * @param {WebAssembly.Module} module of musimd.wasm
   * @param {(text: string) => void} report is given the messages of a module that ends
   */
  static async create(module, report = () => {}) {
    const machine = new Machine();
    const imports = wasi(() => machine.#exports.memory, report);
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
    machine.#exports = instance.exports;
    machine.#exports._initialize();
    return machine;
  }

  /** The answer to a request, an object. If the module ends, as when memory is exhausted, this and all later calls throw. */
  call(request) {
    return JSON.parse(this.callForText(request));
  }

  /** The same as text, whose numbers may be larger than those of JavaScript. */
  callForText(request) {
    if (this.#failed) throw this.#failed;
    try {
      return this.#callModule(new TextEncoder().encode(JSON.stringify(request)));
    } catch (error) {
      this.#failed = error;
      throw error;
    }
  }

  #callModule(request) {
    const { memory, musimd_alloc, musimd_call, musimd_free } = this.#exports;
    const address = musimd_alloc(request.length) >>> 0;
    if (address === 0) throw new Error("musimd.wasm: memory is exhausted");
    new Uint8Array(memory.buffer, address, request.length).set(request);
    const answer = musimd_call(address, request.length) >>> 0;
    musimd_free(address);
    if (answer === 0) throw new Error("musimd.wasm: memory is exhausted");
    const length = new DataView(memory.buffer).getUint32(answer, true);
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, length));
    musimd_free(answer);
    return text;
  }
}
