// The module, which is in the page, and the workers that run it.

import { byId } from "./dom.js";

/** The bytes of the module, which the build has deflated. */
export async function moduleIn(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Starts workers, each with a copy of the module. */
export function workerStarter(bytes) {
  const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  return () => {
    const worker = new Worker(address);
    worker.postMessage({ module: bytes });
    return worker;
  };
}
