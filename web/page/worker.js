// The worker: answers requests by calls of the module. The first message is the module itself.

import { start } from "./module.js";

let machine = null;

self.onmessage = async ({ data }) => {
  if (data.module !== undefined) {
    machine = start(data.module);
    return;
  }
  try {
    postMessage({ number: data.number, answer: (await machine)(data.request) });
  } catch (error) {
    postMessage({ number: data.number, lost: error.message });
  }
};
