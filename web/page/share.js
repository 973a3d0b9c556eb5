// A program as a file, and as a part of the page's address: `#z=` deflated, or `#j=` plain, in base64url.

import { element } from "./dom.js";

const kMostBytes = 1 << 20;

function toBase64Url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text) {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

/** All bytes of a stream; throws if there are too many. */
async function collect(stream) {
  const chunks = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > kMostBytes) {
      await reader.cancel();
      throw new Error("it is larger than 1 MiB");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The hash of a program {file, text, threads?, warps?, model?, beside?, program?, kernel?, step?}. */
export async function hashOf(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (typeof CompressionStream === "undefined") return `#j=${toBase64Url(bytes)}`;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#z=${toBase64Url(await collect(stream))}`;
}

const isCount = (value) => value === undefined || (Number.isSafeInteger(value) && value >= 0);

/** Whether it is what the page's kernel editor opens, or missing. */
function isKernel(kernel) {
  if (kernel === undefined) return true;
  const { launch } = kernel ?? {};
  const isList = (list) => Array.isArray(list) && list.length > 0 && list.every(isCount);
  return (
    typeof kernel?.text === "string" &&
    typeof kernel.file === "string" &&
    isList(launch?.grid) &&
    isList(launch.block) &&
    isCount(launch.warp) &&
    typeof launch.arguments === "object" &&
    launch.arguments !== null
  );
}

/** The program of a hash; null if there is no hash. Throws an Error that says what is wrong. */
export async function sharedBy(hash) {
  if (hash === "" || hash === "#") return null;
  const kind = hash.slice(0, 3);
  if (kind !== "#z=" && kind !== "#j=") throw new Error("it does not begin with #z= or #j=");
  let shared;
  try {
    let bytes = fromBase64Url(hash.slice(3));
    if (kind === "#z=") {
      if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot decompress it");
      bytes = await collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    }
    shared = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (/larger|cannot/.test(error.message)) throw error;
    throw new Error("it is damaged; perhaps a part is missing");
  }
  const valid =
    typeof shared?.text === "string" &&
    typeof shared.file === "string" &&
    [shared.threads, shared.warps, shared.step].every(isCount) &&
    [shared.model, shared.beside, shared.program].every((name) => name === undefined || typeof name === "string") &&
    isKernel(shared.kernel);
  if (!valid) throw new Error("it does not hold a program");
  return shared;
}

/** Saves a text as a file of the reader. */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
