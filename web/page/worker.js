// The worker: answers requests by calls of the module. The first message is the module itself. A second program, beside the
// first, runs on a machine of its own.

import { Machine } from "../machine/machine.mjs";

let printed = "";
let module = null;
const machines = new Map();

const create = async () => Machine.create(await module, (text) => (printed += text));

/** The machine with a name, which is made when it is first asked. */
function machineNamed(name) {
  if (!machines.has(name)) machines.set(name, create());
  return machines.get(name);
}

self.onmessage = async ({ data }) => {
  if (data.module !== undefined) {
    module = WebAssembly.compile(data.module);
    module.catch(() => {}); // each request reports it
    return;
  }
  try {
    const { requests, number, machine } = data;
    const here = await machineNamed(machine);
    postMessage({ number, answers: requests.map((request) => here.call(request)) });
  } catch (error) {
    postMessage({ number: data.number, lost: `${printed.trim()} ${error.message}`.trim() });
  }
};
