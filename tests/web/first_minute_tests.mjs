// Tests of what a beginner sees in the first minute; page_test.mjs runs them.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const kScreens = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

/** The threads whose tile has a class. */
const lanesThat = (page, name) =>
  page.$$eval(`.lane.${name}`, (tiles) => tiles.map((tile) => Number(tile.dataset.thread)));

/** The numbers in a text. */
const numbersIn = (text) => text.match(/\d+/g).map(Number);

/** Whether the first row of each table is on the screen, and nothing covers it. */
const valuesAreVisible = (page) =>
  page.evaluate(() =>
    ["#variables tbody th", "#memory-note, #memory tbody th"].every((selector) => {
      const cells = [...document.querySelectorAll(selector)].filter((cell) => cell.getBoundingClientRect().height > 0);
      const { left, top, height } = cells[0].getBoundingClientRect();
      return cells[0].contains(document.elementFromPoint(left + 4, top + height / 2));
    }),
  );

/** `setup`: what page_test.mjs has. */
export function firstMinuteTests({ opened, settled, choose, newMachine, axe, source, file }) {
  return {
    async "without an address the page shows lanes that run and lanes that sleep, and says so"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      const [, running, sleeping] = /lanes ([\d, and]+) run .* lanes ([\d, and]+) sleep/.exec(
        await page.textContent("#welcome p"),
      );
      assert.deepEqual(await lanesThat(page, "runs"), numbersIn(running));
      assert.deepEqual(await lanesThat(page, "waits"), numbersIn(sleeping));
      assert.equal(await page.textContent("#running"), "{0, 1, 3-5}");
      const text = await page.$$eval("#editor .cm-line", (lines) => lines.map((line) => line.textContent));
      assert.ok(text.length <= 14);
      for (let step = 5; step <= 7; ++step) {
        await page.click("#step");
        await settled(page, `step ${step} of 11`);
      }
      assert.deepEqual(await lanesThat(page, "runs"), numbersIn(sleeping), "they have changed places");
      await page.reload();
      await settled(page, "step 4 of 11"); // it is not the reader's program
      await page.click("#begin-course");
      await page.waitForFunction(() => location.hash === "#lesson=1");
      assert.equal(await page.isVisible("#welcome"), false);
      return page;
    },

    async "Step is the first button, on the screen and for the key Tab"() {
      for (const viewport of kScreens) {
        const page = await opened({ viewport });
        await settled(page, "step 4 of 11");
        const first = await page.evaluate(() => {
          const boxes = [...document.querySelectorAll("button, select, input")]
            .map((one) => ({ id: one.id, box: one.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 1);
          return boxes.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)[0].id;
        });
        assert.equal(first, "step");
        await page.keyboard.press("Tab"); // the link to the lanes
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.id), "step");
        await page.keyboard.press("Enter");
        await settled(page, "step 5 of 11");
        assert.deepEqual(page.errors, []);
        await page.context().close();
      }
    },

    async "the panels of Π, Λ and the rule appear when a lesson introduces them"() {
      const page = await opened({}, "#lesson=1");
      const shown = () =>
        page.$$eval("[data-panel]", (panels) =>
          panels.filter((panel) => panel.checkVisibility()).map((panel) => panel.dataset.panel).sort().join(" "),
        );
      const at = async (hash, heading) => {
        await page.evaluate((text) => (location.hash = text), hash);
        await page.waitForFunction((text) => document.getElementById("part-title").textContent.includes(text), heading);
        return shown();
      };
      await settled(page, "step 0 of 4");
      assert.equal(await shown(), "");
      assert.equal(await at("#lesson=2", "Two ways"), "");
      assert.equal(await at("#lesson=2.2", "Meeting again"), "Π");
      assert.equal(await at("#lesson=5.4", "no name"), "rule Π");
      assert.equal(await at("#lesson=6", "All threads run"), "rule Λ Π");
      assert.equal(await at("#exercise=02-divergence/1-absolute-value", "Exercise 1"), "Π");
      await page.click("#lesson-close");
      assert.equal(await shown(), "rule Λ Π");
      return page;
    },

    async "what the last step changed is marked in every panel, however the step was reached"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      const marks = () =>
        page.evaluate(() => {
          const texts = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
          const chips = (selector) => [...document.querySelectorAll(selector)].map((chip) => chip.dataset.text).join("");
          return {
            lanes: [...document.querySelectorAll(".lane.changed")].map((lane) => lane.dataset.thread).join(""),
            came: chips("#running .came"),
            gone: chips("#running .gone"),
            entries: texts("#sync-stack .entry .tag"),
            ghosts: texts("#sync-stack .ghost"),
            values: document.querySelectorAll("#variables .changed").length,
          };
        });
      const none = { lanes: "", came: "", gone: "", entries: [], ghosts: [], values: 0 };
      const expected = {
        3: { ...none, lanes: "267", gone: "267", entries: ["pushed"] },
        4: { ...none, values: 5 },
        7: { ...none, lanes: "01234567", came: "267", gone: "01345", entries: ["changed"] },
        9: { ...none, lanes: "01345", came: "01345", ghosts: ["poppedbranch on line 6"] },
        11: { ...none, lanes: "01234567", gone: "01234567" },
      };
      await page.click("#to-start");
      await settled(page, "step 0 of 11");
      for (const by of ["#step", "#back"]) {
        for (let step = by === "#step" ? 1 : 10; step >= 1 && step <= 11; step += by === "#step" ? 1 : -1) {
          await page.click(by);
          await settled(page, `step ${step} of 11`);
          if (step in expected) assert.deepEqual(await marks(), expected[step], `${by} to step ${step}`);
        }
      }
      await page.focus("#slider");
      await page.keyboard.press("End");
      await settled(page, "step 11 of 11");
      assert.deepEqual(await marks(), expected[11]);
      assert.equal((await lanesThat(page, "finished")).length, 8);
      assert.match(await page.textContent("#legend"), /\{0-7\} have finished/);
      return page;
    },

    async "an entry that everywhere sets aside is not popped, and lanes that trapped say so"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      const stack = () => page.$$eval("#sync-stack .tag", (tags) => tags.map((tag) => tag.textContent));
      await choose(page, "paper:figure9.pl", "step 0 of 22");
      const machineSteps = { set: 0, restored: 0 };
      for (let step = 1; step <= 22; ++step) {
        await page.click("#step");
        await settled(page, `step ${step} of 22`);
        const tags = await stack();
        if (tags.includes("set aside, in Λ")) ++machineSteps.set;
        if (tags.includes("restored")) ++machineSteps.restored;
      }
      assert.deepEqual(machineSteps, { set: 1, restored: 1 });
      await choose(page, "bugs:early-return-wrong.asm", "step 0 of 2");
      await page.click("#to-end");
      await page.waitForSelector(".lane.trapped");
      assert.match(await page.textContent("#legend"), /\{6, 7\} have trapped/);
      assert.equal(await page.textContent(".lane.trapped .what"), "trapped");
      return page;
    },

    async "a lane reports when it slept, who woke it, and what it wrote"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      const history = async (thread) => {
        await page.click(`.lane[data-thread="${thread}"]`);
        await page.waitForSelector(`#why:not([hidden]) b:text-is("Thread ${thread}")`);
        return page.$$eval("#why .since, #why li", (list) => list.map((one) => one.textContent));
      };
      assert.deepEqual(await history(0), [
        "It has run since the start.",
        "step 2 wrote odd, at line 5",
        "step 4 wrote x, the last of 2 times, at line 7",
      ]);
      assert.deepEqual((await history(2)).at(-1), "step 3 fell asleep at line 6, to wait for its side of the branch on line 6");
      await page.click("#to-end");
      await settled(page, "step 11 of 11");
      await page.click("#back");
      await settled(page, "step 10 of 11");
      assert.deepEqual(await history(2), [
        "It runs since step 7: woken by lanes {0, 1, 3-5}, at line 11.",
        "step 2 wrote odd, at line 5",
        "step 3 fell asleep at line 6, to wait for its side of the branch on line 6",
        "step 7 woken by lanes {0, 1, 3-5}, at line 11",
        "step 8 wrote x, the last of 2 times, at line 10",
        "step 10 wrote the word at address 2, at line 12",
      ]);
      await page.click("#why li button");
      await settled(page, "step 2 of 11");
      return page;
    },

    async "the instructions are on a card, and at the words of the editor"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      await page.click("#instructions-panel summary");
      const shown = () =>
        page.$$eval("#instructions dl > div", (rows) =>
          rows.filter((row) => row.checkVisibility()).map((row) => row.textContent),
        );
      await page.waitForFunction(() => document.querySelectorAll("#instructions dl > div").length > 0);
      const machine = await newMachine();
      const tables = machine.call({ do: "instructions" });
      const count = ["instructions", "operations", "fetch_operations", "typed_operations"];
      assert.equal((await shown()).length, count.reduce((sum, name) => sum + tables[name].length, 0));
      await page.fill("#find-instruction", "reconverge");
      const { meaning } = tables.instructions.find(({ how }) => how === "sync");
      assert.deepEqual(await shown(), [`sync${meaning}`]);
      assert.match(await page.textContent("#position"), /step 4/); // its letters are no keys
      await page.hover("#editor .cm-line:nth-child(11) .tok-keyword");
      await page.waitForFunction((text) => document.querySelector(".instruction-help")?.textContent.includes(text), meaning);
      await page.click(".cm-content");
      await page.keyboard.press("Control+End");
      await page.keyboard.type("end_ev");
      await page.waitForSelector(".cm-tooltip-autocomplete li");
      await page.keyboard.press("Escape");
      assert.ok(await page.evaluate(() => document.activeElement.matches(".cm-content")), "the list closes first");
      await page.keyboard.type("e");
      await page.click(".cm-tooltip-autocomplete li");
      const last = () => page.$eval("#editor .cm-line:last-child", (line) => line.textContent);
      assert.equal(await last(), "end_everywhere");
      await page.keyboard.type("\nsto");
      await page.waitForSelector(".cm-tooltip-autocomplete li");
      await page.keyboard.press("Enter"); // ends the line
      assert.equal(await last(), "");
      return page;
    },

    async "a program is found by its name, and statistics are in words"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      await page.fill("#find-program", "FIGURE9.");
      assert.deepEqual(
        await page.$$eval("#programs optgroup option:not([hidden])", (list) => list.map(({ value }) => value)),
        ["paper:figure9.pl"],
      );
      await page.press("#find-program", "Enter");
      await settled(page, "step 0 of 22");
      assert.equal(await page.inputValue("#programs"), "paper:figure9.pl");
      assert.ok((await page.$$("#programs optgroup option:not([hidden])")).length > 40);
      await page.click("#to-end");
      await settled(page, "step 22 of 22");
      await page.click("#statistics-panel summary");
      await page.waitForSelector("#statistics dd");
      const machine = await newMachine();
      const texts = await page.$$eval("#statistics > div", (list) => list.map((row) => row.textContent));
      assert.ok(texts.some((text) => /^SIMD efficiency.*\d\d\.\d %$/.test(text)), texts.join("\n"));
      for (const text of texts) assert.doesNotMatch(text, /_/);
      machine.call({ do: "load", text: ".threads 2\nstop\n" });
      for (const name of Object.keys(machine.call({ do: "statistics" })))
        assert.ok(texts.every((text) => !text.startsWith(name.replaceAll("_", " ")) || name === "steps"), name);
      return page;
    },

    async "axe finds nothing, in the light and in the dark page"() {
      for (const colorScheme of ["light", "dark"])
        for (const hash of ["", "#lesson=2.2", "#exercise=02-divergence/1-absolute-value"]) {
          const page = await opened({ colorScheme, bypassCSP: true, reducedMotion: "reduce" }, hash);
          await page.waitForFunction(() => /^step \d/.test(document.getElementById("position").textContent));
          for (const panel of ["statistics", "instructions", "memory"])
            await page.$eval(`#${panel}-panel`, (details) => (details.open = true));
          await page.waitForSelector("#statistics dd");
          await page.click('.lane[data-thread="2"]');
          await page.waitForSelector("#why:not([hidden])");
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => window.axe.run());
          const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
          assert.deepEqual(found, [], `${colorScheme} ${hash}`);
          await page.context().close();
        }
    },

    async "a page has three frames, each with a program at a step and without menus"() {
      const folder = mkdtempSync(join(tmpdir(), "musimd-page-"));
      try {
        copyFileSync(file, join(folder, "index.html"));
        copyFileSync(join(source, "web/frames.html"), join(folder, "frames.html"));
        const page = await opened({}, "", pathToFileURL(join(folder, "frames.html")).href);
        const frames = page.frames().slice(1);
        const positions = ["step 6 of 22", "step 12 of 22", "step 0 of 2"];
        assert.equal(frames.length, positions.length);
        for (const [i, frame] of frames.entries()) {
          const shows = (text) =>
            frame.waitForFunction((wanted) => document.getElementById("position").textContent === wanted, text);
          await shows(positions[i]);
          for (const id of ["programs", "course", "lesson", "welcome", "statistics-panel"])
            assert.equal(await frame.isVisible(`#${id}`), false, id);
          for (const id of ["step", "lanes", "editor", "variables"]) assert.ok(await frame.isVisible(`#${id}`), id);
        }
        await frames[0].click("#step");
        await frames[0].waitForFunction(() => /^step 7/.test(document.getElementById("position").textContent));
        assert.equal(await page.evaluate(() => localStorage.getItem("musimd")), null);
        const wrong = await opened({}, "?embed&program=none.asm");
        await wrong.waitForSelector("#notice:not([hidden])");
        assert.match(await wrong.textContent("#notice"), /There is no program "none.asm"/);
        await wrong.context().close();
        return page;
      } finally {
        rmSync(folder, { recursive: true });
      }
    },

    async "the timeline says what a step is, goes to it, and keeps the names of the threads in sight"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      await page.click("#to-end");
      await settled(page, "step 11 of 11");
      const drawn = (columns) =>
        page.waitForFunction(
          (count) => {
            const texts = document.getElementById("timeline").shadowRoot?.querySelectorAll(".names text") ?? [];
            return [...texts].some((text) => text.textContent === String(count));
          },
          columns,
        );
      await drawn(11);
      const at = async (step, first = 1) => {
        const { left, width } = await page.evaluate(() => {
          const root = document.getElementById("timeline").shadowRoot;
          const picture = root.querySelector(".all > div").getBoundingClientRect();
          return { left: picture.left, width: Number.parseFloat(root.querySelector(".cursor").style.width) };
        });
        const box = await page.locator("#timeline").boundingBox();
        return [left + 92 + (step - first + 0.4) * width, box.y + 60];
      };
      await page.mouse.move(...(await at(8)));
      assert.equal(
        await page.textContent("#timeline-note"),
        "step 8, line 10: x = x / 2, by lanes {2, 6, 7}",
      );
      await page.mouse.click(...(await at(6)));
      await settled(page, "step 6 of 11");
      await drawn(11); // what has been seen stays
      // 200 steps without a loop.
      const text = `.threads 4\n        x = 0\n${"        x = x + 1\n".repeat(199)}        stop\n`;
      await page.setInputFiles("#file", { name: "long.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
      await settled(page, "step 0 of 201");
      await page.$eval("#slider", (slider) => {
        slider.value = 200;
        slider.dispatchEvent(new Event("input"));
      });
      await page.waitForFunction(() => document.querySelector("#position b").textContent === "200");
      await drawn(200);
      const { names, step } = await page.evaluate(() => {
        const panel = document.getElementById("timeline");
        const name = panel.shadowRoot.querySelector(".names").getBoundingClientRect();
        return { names: name.left - panel.getBoundingClientRect().left, step: panel.scrollLeft };
      });
      assert.ok(step > 100, "it has scrolled");
      assert.ok(Math.abs(names) < 2, "the names have not");
      await page.mouse.click(...(await at(199, 41)));
      await page.waitForFunction(() => document.querySelector("#position b").textContent === "199");
      return page;
    },

    async "a loop is folded in the timeline between its first and last iterations, and opens in place"() {
      const page = await opened();
      await settled(page, "step 4 of 11");
      const line = (n) => `        x = x + ${n}\n`;
      const text = `.threads 4\n        x = 0\nagain:\n${[1, 2, 3].map(line).join("")}        jump again\n`;
      await page.setInputFiles("#file", { name: "long.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
      await page.waitForFunction(() => /\+$/.test(document.getElementById("position").textContent));
      const goTo = async (step) => {
        await page.$eval(
          "#slider",
          (slider, value) => {
            slider.value = value;
            slider.dispatchEvent(new Event("input"));
          },
          step,
        );
        await page.waitForFunction(
          (shown) => document.querySelector("#position b").textContent === shown,
          step.toLocaleString("en"),
        );
      };
      const folds = (count) =>
        page.waitForFunction(
          (wanted) => document.getElementById("timeline").shadowRoot.querySelectorAll(".fold").length === wanted,
          count,
        );
      const texts = () =>
        page.evaluate(() => [...document.getElementById("timeline").shadowRoot.querySelectorAll(".fold")].map((fold) => fold.textContent));
      await goTo(10_001);
      await folds(1);
      assert.deepEqual(await texts(), ["… 9,980 steps: 2,495 times lines 4–7"]);
      assert.ok((await page.$eval("#timeline", (panel) => panel.scrollWidth)) < 1_000, "few columns are left");
      await goTo(5_001); // in the middle: what is around the position is shown
      await folds(2);
      assert.deepEqual(await texts(), ["… 4,980 steps: 1,245 times lines 4–7", "… 4,980 steps: 1,245 times lines 4–7"]);
      await goTo(10_001);
      await folds(1);
      await page.locator("#timeline .fold").click();
      await folds(0);
      assert.ok(await page.isVisible("#fold-again"));
      await page.waitForFunction(() => document.getElementById("timeline").scrollWidth > 10_000);
      await page.click("#fold-again");
      await folds(1);
      return page;
    },

    async "at 1280 × 720 something of every panel is visible without scrolling"() {
      const page = await opened({ viewport: { width: 1280, height: 720 } });
      await settled(page, "step 4 of 11");
      const covered = () =>
        page.evaluate(() => {
          // A point of the panel's text, or of the picture, that nothing lies over.
          const isVisible = (selector) => {
            const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
            const panel = document.querySelector(selector);
            for (let y = top + 2; y < top + height; y += 4)
              for (let x = left + 4; x < left + width; x += 8)
                if (panel.contains(document.elementFromPoint(x, y))) return true;
            return false;
          };
          return ["#editor .cm-line", "#lanes", "#sync-stack", "#context-stack", "#timeline-panel summary", "#timeline", "#variables tbody", "#memory tbody"].filter(
            (selector) => !isVisible(selector),
          );
        });
      assert.deepEqual(await covered(), []);
      const nested = Array.from({ length: 3 }, (_, i) => `        t = tid & ${1 << i}\n        bz t, e${i}\n        everywhere\n`).join("");
      await page.setInputFiles("#file", {
        name: "deep.asm",
        mimeType: "text/plain",
        buffer: Buffer.from(`.threads 32\n.memory 0: 1\n${nested}        stop\ne0:\ne1:\ne2:     stop\n`),
      });
      await page.waitForFunction(() => /step 0 of/.test(document.getElementById("position").textContent));
      for (let step = 1; step <= 9 && !(await page.isDisabled("#step")); ++step) {
        await page.click("#step");
        await page.waitForFunction((n) => Number(document.querySelector("#position b").textContent) === n, step);
      }
      assert.ok((await page.$$("#sync-stack .entry")).length + (await page.$$("#context-stack .entry")).length > 2);
      assert.deepEqual(await covered(), []);
      assert.equal(await page.evaluate(() => scrollY), 0);
      return page;
    },

    async "variables and memory never leave the screen, and the timeline keeps its height"() {
      for (const viewport of kScreens) {
        const page = await opened({ viewport }, "#lesson=1");
        await settled(page, "step 0 of 4");
        const where = `${viewport.width} × ${viewport.height}`;
        const height = () => page.$eval("#timeline-panel", (panel) => panel.getBoundingClientRect().height);
        const before = await height();
        for (let step = 1; step <= 4; ++step) {
          await page.click("#step");
          await settled(page, `step ${step} of 4`);
          if (step === 1) await page.waitForFunction(() => document.querySelector("#timeline").shadowRoot);
          assert.ok(await valuesAreVisible(page), `${where}, step ${step}`);
          assert.equal(await height(), before, where);
        }
        for (const part of [0.5, 1]) {
          await page.evaluate((share) => scrollTo(0, share * document.documentElement.scrollHeight), part);
          assert.ok(await valuesAreVisible(page), `${where}, scrolled`);
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= viewport.width, where);
        assert.deepEqual(page.errors, []);
        await page.context().close();
      }
    },
  };
}
