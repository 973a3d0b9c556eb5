// How fast musimd.wasm is in Node, for docs/web.md: node benchmarks/web.mjs build/web/musimd.wasm

import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Machine } from "../web/machine/machine.mjs";

const bytes = readFileSync(process.argv[2]);
console.log(`${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, brotli ${brotliCompressSync(bytes).length}`);
const machine = await Machine.create(await WebAssembly.compile(bytes), console.error);

function time(what, request, times = 1) {
  const begin = performance.now();
  for (let i = 0; i < times; ++i) {
    const { error } = machine.call(request);
    if (error) throw new Error(error);
  }
  console.log(`${what}: ${((performance.now() - begin) / times).toFixed(2)} ms`);
}

const memory = `.threads 32\n.word 64 wrap\n.memory 0: ${Array.from({ length: 64 }, (_, i) => i).join(" ")}\n`;

const loop = `${memory}
        i = 0
        y = 0
head:   c = i < 110000
        bz c, end
        x = [tid]
        d = tid < 16
        bz d, other
        y = x + i
other:  sync
        z = y + x
        i = i + 1
        jump head
end:    sync
        stop
`;
time("load of a loop", { do: "load", text: loop });
time("run of 1,000,000 steps", { do: "run", steps: 1_000_000 });
time("state", { do: "state" }, 20);
time("statistics", { do: "statistics" });
time("timeline", { do: "timeline" });
time("one step back", { do: "run", steps: 1, back: true }, 10);

const variables = 20;
const long = Array.from({ length: 196 }, (_, i) =>
  i < variables ? `v${i} = [tid]` : `v${i % variables} = v${(i + 7) % variables} + tid`).join("\n");
time("load of 200 lines", { do: "load", text: `${memory}${long}\nstop\n` }, 10);
machine.call({ do: "run", steps: 100 });
time("state, 200 lines", { do: "state" }, 200);
