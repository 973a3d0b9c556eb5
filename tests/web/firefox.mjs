// Drives the page of `musimd web` in Firefox as it is installed, from a file: address, over Marionette: the protocol of
// geckodriver, which needs no package. page_test.mjs has the whole test, in Chromium.
//
//   node firefox.mjs --page index.html --module musimd.wasm [--firefox FILE] [--limit SECONDS]
//
// Exit status: 0 all is as it should be, 1 it is not, 77 skipped: something is missing.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const text = { type: "string" };
const { values } = parseArgs({
  options: { page: text, module: text, firefox: { ...text, default: "/usr/bin/firefox-esr" }, limit: { ...text, default: "600" } },
});
for (const file of [values.page, values.module, values.firefox]) {
  if (file !== undefined && existsSync(file)) continue;
  console.log(`skipped: ${file} is missing`);
  process.exit(77);
}
const end = performance.now() + 1000 * Number(values.limit);
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const source = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { Machine } = await import(pathToFileURL(join(source, "web/machine/machine.mjs")));

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** A message is `LENGTH:JSON`; an answer is [1, number, error, result]. */
class Marionette {
  static async to(port) {
    while (performance.now() < end) {
      const socket = connect(port, "127.0.0.1");
      if (await new Promise((done) => socket.once("connect", () => done(true)).once("error", () => done(false))))
        return new Marionette(socket);
      await pause(200);
    }
    throw new Error("Firefox does not answer");
  }

  constructor(socket) {
    this.socket = socket;
    this.received = Buffer.alloc(0);
    this.waiting = new Map();
    this.number = 0;
    socket.on("data", (data) => this.take(data));
    socket.on("error", () => {}); // it is closed when Firefox quits
  }

  take(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const colon = this.received.indexOf(":");
      if (colon < 0) return;
      const size = Number(this.received.subarray(0, colon));
      if (this.received.length < colon + 1 + size) return;
      const message = JSON.parse(this.received.subarray(colon + 1, colon + 1 + size));
      this.received = this.received.subarray(colon + 1 + size);
      if (Array.isArray(message)) this.waiting.get(message[1])?.(message);
    }
  }

  async call(command, parameters = {}) {
    const message = JSON.stringify([0, ++this.number, command, parameters]);
    const answer = new Promise((done) => this.waiting.set(this.number, done));
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    const [, , error, result] = await answer;
    if (error !== null) throw new Error(`${command}: ${error.message}`);
    return result?.value ?? result;
  }

  /** The value of an expression in the page. */
  in(script, ...args) {
    return this.call("WebDriver:ExecuteScript", { script: `return (${script})`, args });
  }

  async until(script, ...args) {
    while (performance.now() < end) {
      if (await this.in(script, ...args)) return;
      await pause(50);
    }
    throw new Error(`not reached: ${script} ${args}; the page shows ${await this.in("document.body.innerText.slice(0, 300)")}`);
  }

  click(selector) {
    return this.in("document.querySelector(arguments[0]).click()", selector);
  }

  open(url) {
    return this.call("WebDriver:Navigate", { url });
  }
}

const position = "document.getElementById('position').textContent";
const states = `[...document.querySelectorAll(".lane")].map((tile) => [...tile.classList].find((name) => name !== "lane"))`;

async function firstPicture(firefox, address) {
  await firefox.open(address);
  await firefox.until(`${position} === "step 4 of 11"`);
  const shown = await firefox.in(states);
  assert.ok(shown.includes("runs") && shown.includes("waits"), `${shown}`);
}

async function everyStep(firefox, address) {
  const machine = await Machine.create(await WebAssembly.compile(readFileSync(values.module)));
  machine.call({ do: "load", text: readFileSync(join(source, "programs/paper/figure9.pl"), "utf8"), file: "figure9.pl" });
  await firefox.open(`${address}?embed&program=paper:figure9.pl`);
  for (let step = 0; step <= 22; ++step) {
    await firefox.until(`${position} === arguments[0]`, `step ${step} of 22`);
    machine.call({ do: "goto", step });
    const { lanes } = machine.call({ do: "state" });
    assert.deepEqual(await firefox.in(states), lanes.map((lane) => lane.state), `lanes at step ${step}`);
    if (step < 22) await firefox.click("#step");
  }
  await firefox.click("#back");
  await firefox.until(`${position} === "step 21 of 22"`);
}

async function typedKernel(firefox, address) {
  await firefox.open(address);
  await firefox.until(`${position} === "step 4 of 11"`);
  await firefox.click("#new-kernel");
  await firefox.until(`document.querySelector("#launch-arguments input") !== null`);
  const type = (kernel) =>
    firefox.in(
      `(() => {
        const editor = document.querySelector("#source-text .cm-content");
        editor.focus();
        document.execCommand("selectAll");
        document.execCommand("insertText", false, arguments[0]);
        return true;
      })()`.replace("arguments[0]", JSON.stringify(kernel)),
    );
  const kernel = "__global__ void k(const int *in, int *out) {\n    out[threadIdx.x] = in[threadIdx.x] * 2;\n}\n";
  await type(kernel.replace("* 2", "* two"));
  await firefox.until(`document.querySelector("#kernel-problems li")?.textContent.includes("'two' is not declared")`);
  await type(kernel);
  await firefox.until(`document.querySelector("#kernel-problems li") === null`);
  // It runs anew while it is typed: the end is that of the last run.
  await firefox.until(
    `(document.getElementById("to-end").click(),
      [...document.querySelectorAll("#memory td")].some((cell) => cell.textContent === "14"))`,
  );
}

const profile = mkdtempSync(join(tmpdir(), "musimd-firefox-"));
const port = await freePort();
writeFileSync(join(profile, "user.js"), `user_pref("marionette.port", ${port});\nuser_pref("app.update.enabled", false);\n`);
const browser = spawn(values.firefox, ["--headless", "--marionette", "--no-remote", "--profile", profile], {
  stdio: "ignore",
  env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
});
let failed = 0;
try {
  const firefox = await Marionette.to(port);
  const { capabilities } = await firefox.call("WebDriver:NewSession", {});
  console.log(`Firefox ${capabilities.browserVersion}`);
  const address = pathToFileURL(resolve(values.page)).href;
  for (const test of [firstPicture, everyStep, typedKernel]) {
    try {
      await test(firefox, address);
      console.log(`ok      ${test.name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${test.name}: ${error.message}`);
    }
  }
  await firefox.call("Marionette:Quit").catch(() => {});
} finally {
  browser.kill();
  await Promise.race([new Promise((done) => browser.once("exit", done)), pause(5000)]);
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed === 0 ? 0 : 1);
