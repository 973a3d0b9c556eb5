// The calls of WASI that musimd.wasm imports. It has no files, arguments or environment; what it writes goes to `report`.

const kSuccess = 0;
const kBadDescriptor = 8;
const kNotSupported = 58;

/**
 * @param {() => WebAssembly.Memory} memory of the instance
 * @param {(text: string) => void} report is given what the module writes to standard output and standard error
 */
export function wasi(memory, report) {
  const view = () => new DataView(memory().buffer);
  const decoder = new TextDecoder();

  // The vectors of a write: an address and a length each.
  function written(vectors, count) {
    let text = "";
    let bytes = 0;
    for (let i = 0; i < count; ++i) {
      const address = view().getUint32(vectors + 8 * i, true);
      const length = view().getUint32(vectors + 8 * i + 4, true);
      text += decoder.decode(new Uint8Array(memory().buffer, address, length));
      bytes += length;
    }
    return { text, bytes };
  }

  const calls = {
    fd_write(descriptor, vectors, count, result) {
      if (descriptor !== 1 && descriptor !== 2) return kBadDescriptor;
      const { text, bytes } = written(vectors, count);
      report(text);
      view().setUint32(result, bytes, true);
      return kSuccess;
    },
    proc_exit(status) {
      throw new Error(`musimd.wasm has ended with status ${status}`);
    },
    clock_time_get(clock, precision, result) {
      view().setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
      return kSuccess;
    },
    random_get(address, length) {
      globalThis.crypto.getRandomValues(new Uint8Array(memory().buffer, address, length));
      return kSuccess;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return kSuccess;
    },
    environ_get: () => kSuccess,
    fd_close: () => kBadDescriptor,
    fd_prestat_get: () => kBadDescriptor,
  };
  // Whatever else the C library names is never called.
  return new Proxy(calls, { get: (known, name) => known[name] ?? (() => kNotSupported), has: () => true });
}
