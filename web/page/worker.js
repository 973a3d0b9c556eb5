// The worker: answers requests by calls of the module. The first message is the module itself.

import { Machine } from "../machine/machine.mjs";

let printed = "";
let machine = null;

const create = async (bytes) => Machine.create(await WebAssembly.compile(bytes), (text) => (printed += text));

self.onmessage = async ({ data }) => {
  if (data.module !== undefined) {
    machine = create(data.module);
    machine.catch(() => {}); // each request reports it
    return;
  }
  try {
    const { requests, number } = data;
    const here = await machine;
    postMessage({ number, answers: requests.map((request) => here.call(request)) });
  } catch (error) {
    postMessage({ number: data.number, lost: `${printed.trim()} ${error.message}`.trim() });
  }
};
