// Tests of two machines side by side; page_test.mjs runs them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const stateOf = ({ state }) => state;

/** `setup`: what page_test.mjs has. */
export function modelTests({ opened, settled, choose, axe, source, newMachine }) {
  const file = "24-one-half-reads-what-the-other-stores.asm";
  const figure10 = readFileSync(join(source, "programs/models/72-figure-10-word-1-is-who-took-part.asm"), "utf8");

  /** The page with a program on two machines. */
  async function openedBeside(text, model, beside, options = {}) {
    const page = await opened(options);
    await page.waitForSelector(".lane");
    await page.setInputFiles("#file", { name: "two.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForFunction(() => document.getElementById("file-name").textContent === "two.asm");
    await page.selectOption("#model", model);
    await page.selectOption("#beside", beside);
    await page.waitForFunction(() => document.querySelector("#beside-results li") !== null);
    return page;
  }

  return {
    async "two machines run in step, and every step is that of each machine"() {
      const page = await openedBeside(figure10, "lockstep", "maximal");
      const machines = [await newMachine(), await newMachine()];
      for (const [i, model] of ["lockstep", "maximal"].entries()) {
        machines[i].call({ do: "load", text: figure10, file: "two.asm", model });
        machines[i].length = machines[i].call({ do: "run", steps: 1000 }).step;
      }
      const length = Math.max(...machines.map((machine) => machine.length));
      const shows = async (step) => {
        await settled(page, `step ${step} of ${length}`);
        for (const [i, column] of ["lanes", "beside-lanes"].entries()) {
          machines[i].call({ do: "goto", step });
          const wanted = machines[i].call({ do: "state" }).lanes.map(stateOf);
          await page.waitForFunction(
            ([id, text]) =>
              [...document.querySelectorAll(`#${id} .lane`)]
                .map((tile) => [...tile.classList].find((name) => name !== "lane" && name !== "changed"))
                .join() === text,
            [column, wanted.join()],
          );
        }
      };
      await shows(0);
      for (let step = 1; step <= length; ++step) {
        await page.click("#step");
        await shows(step);
      }
      assert.ok(await page.isDisabled("#step"));
      await page.click("#back");
      await shows(length - 1);
      await page.click("#to-start");
      await shows(0);
      await page.click("#run");
      await shows(length);
      await page.$eval("#slider", (slider) => {
        slider.value = 2;
        slider.dispatchEvent(new Event("input"));
      });
      await shows(2);
      return page;
    },

    async "it is said from where two machines differ, and which results do"() {
      const text = `${readFileSync(join(source, "programs/models/21-in-a-nested-if-the-outer-join-moves.asm"), "utf8").replace(/^\.expect.*$/gm, "").replace("        stop", "        [tid] = m\n        stop")}`;
      const page = await openedBeside(text, "stack", "maximal");
      const runs = [];
      for (const model of ["stack", "maximal"]) {
        const machine = await newMachine();
        assert.deepEqual(machine.call({ do: "load", text, file: "two.asm", model }).errors, []);
        const { steps } = machine.call({ do: "steps" });
        runs.push({ steps, result: machine.call({ do: "finish" }).result });
      }
      const [a, b] = runs;
      const first = a.steps.findIndex((step, i) => JSON.stringify(step) !== JSON.stringify(b.steps[i]));
      const [line, threads] = a.steps[first][0];
      assert.ok(
        (await page.textContent("#beside-note")).startsWith(
          `From step ${first + 1} the machines differ: stack runs lanes {${threads.join(", ")}} at line ${line}, maximal runs lanes {`,
        ),
      );
      const results = await page.$$eval("#beside-results li", (items) => items.map((item) => item.textContent));
      const expected = [1, 2, 3].map((t) => `[${t}]: ${a.result.memory[t]} under stack, ${b.result.memory[t]} under maximal`);
      assert.notEqual(a.result.memory[1], b.result.memory[1]);
      assert.deepEqual(results, expected.filter((_, i) => a.result.memory[i + 1] !== b.result.memory[i + 1]));
      return page;
    },

    async "steps that differ are marked in both timelines and at the lanes"() {
      const page = await openedBeside(readFileSync(join(source, "programs/models", file), "utf8"), "stack", "maximal");
      assert.equal(
        await page.textContent("#beside-note"),
        "From step 4 the machines differ: stack runs lanes {1} at line 17, maximal has ended (trap).",
      );
      assert.match(await page.textContent("#beside-results"), /the outcome: stop under stack, trap under maximal/);
      for (let step = 1; step <= 3; ++step) {
        assert.equal((await page.$$(".machines .tag")).length, 0, `before step ${step}`);
        await page.click("#step");
        await settled(page, `step ${step} of 6`);
      }
      await page.waitForFunction(() => document.querySelectorAll(".machines .tag").length === 2);
      await page.click("#step");
      await page.waitForSelector("#beside-lanes .lane.trapped");
      await page.waitForFunction(
        () => document.getElementById("timeline").shadowRoot.querySelector(".differing") !== null,
      );
      assert.ok(await page.isVisible("#beside-timeline"));
      await page.click('#beside-lanes .lane[data-thread="1"]');
      await page.waitForSelector("#why:not([hidden])");
      return page;
    },

    async "axe finds nothing in a page of two machines"() {
      const text = readFileSync(join(source, "programs/models", file), "utf8");
      for (const colorScheme of ["light", "dark"]) {
        const page = await openedBeside(text, "stack", "maximal", { colorScheme });
        await page.click("#to-end");
        await page.waitForSelector("#beside-lanes .lane.trapped");
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run());
        assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`)), [], colorScheme);
        assert.deepEqual(page.errors, []);
        await page.context().close();
      }
    },

    async "a machine that refuses the program says so, and both models are in the address"() {
      const text = ".threads 2\n        bz tid, e\n        x = 1\ne:      stop\n";
      const page = await opened();
      await page.waitForSelector(".lane");
      await page.setInputFiles("#file", { name: "two.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
      await page.waitForFunction(() => document.getElementById("file-name").textContent === "two.asm");
      await page.selectOption("#beside", "maximal");
      await page.waitForFunction(() => document.getElementById("beside-note").textContent !== "");
      await choose(page, "paper:figure9.pl", "step 0 of 22");
      assert.equal(await page.inputValue("#beside"), "");
      assert.equal(await page.textContent("#beside-note"), "");
      assert.equal(await page.isVisible("#beside-lanes"), false);
      await page.selectOption("#beside", "volta");
      await page.click("#share");
      await page.waitForFunction(() => location.hash.length > 3);
      const other = await opened({}, await page.evaluate(() => location.hash));
      await other.waitForFunction(() => document.getElementById("beside-note").textContent !== "");
      assert.equal(await other.inputValue("#beside"), "volta");
      assert.deepEqual(other.errors, []);
      await other.context().close();
      return page;
    },
  };
}
