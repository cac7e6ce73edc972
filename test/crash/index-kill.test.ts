import { spawn } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { indexFolder } from "../../src/code/index/home.ts";
import { hewto } from "../support/bundle.ts";
import { dumpOf, searchFolder } from "../support/code-index.ts";
import { run } from "../support/processes.ts";
import { temporaryTree, writeTree } from "../support/temporary.ts";

/** `npm run test:crash` raises it. */
const kills = Math.min(100, Number(process.env.HEWTO_CRASH ?? 5));
const minutes = 60_000;
/** In the long run enough for several threads, which write their segments side by side. */
const methods = process.env.HEWTO_CRASH ? 600 : 20;

function sources(round: number): Record<string, string> {
  const body = "  func work(value: Int) -> Int {\n    return compute(value)\n  }\n".repeat(methods);
  return Object.fromEntries(
    Array.from({ length: 80 }, (_, n) => [
      `Sources/F${n}.swift`,
      `struct S${n}R${n % 7 === 0 ? round : 0} {\n${body}}\n`,
    ]),
  );
}

// covers swiftindex: killed-and-concurrent-indexing
it(
  "an index killed at any moment is picked up and equals a fresh build",
  async () => {
    const root = await temporaryTree(sources(0));
    const started = performance.now();
    await run(hewto, ["index", root]);
    const whole = performance.now() - started;
    await rm(indexFolder({ root }), { recursive: true, force: true });
    for (let round = 0; round < kills; round++) {
      await writeTree(root, sources(round));
      const child = spawn(process.execPath, [hewto, "index", root, ...(round % 3 === 0 ? ["--force"] : [])]);
      const ended = new Promise((resolve) => child.on("close", resolve));
      await sleep((whole * round) / kills);
      child.kill("SIGKILL");
      await ended;
      if (round % 4 === 3) {
        expect((await run(hewto, ["index", root])).code).toBe(0);
        expect((await searchFolder(root, `S0R${round}`))[0]?.path).toBe("Sources/F0.swift");
      }
    }
    expect((await run(hewto, ["index", root])).code).toBe(0);
    const grown = dumpOf(root);
    expect((await run(hewto, ["index", root, "--force"])).code).toBe(0);
    expect(grown).toEqual(dumpOf(root));
  },
  30 * minutes,
);

// covers swiftindex: killed-and-concurrent-indexing
it(
  "four indexers and four searchers at once all succeed, and every search sees a complete state",
  async () => {
    const root = await temporaryTree(sources(0));
    expect((await run(hewto, ["index", root])).code).toBe(0);
    await writeFile(join(root, "Sources/F1.swift"), "struct Changed {}\n");
    const indexers = Array.from({ length: 4 }, (_, n) =>
      run(hewto, ["index", root, ...(n === 0 ? ["--force"] : [])]),
    );
    const searchers = Array.from({ length: 4 }, () =>
      run(hewto, ["search", "S5R0", "--workspace", root, "--json"]),
    );
    for (const { code, errors } of await Promise.all(indexers))
      expect([code, code === 0 ? "" : errors]).toEqual([0, ""]);
    for (const { code, output } of await Promise.all(searchers)) {
      expect(code).toBe(0);
      expect(JSON.parse(output).results[0].path).toBe("Sources/F5.swift");
    }
    const grown = dumpOf(root);
    expect((await run(hewto, ["index", root, "--force"])).code).toBe(0);
    expect(grown).toEqual(dumpOf(root));
  },
  30 * minutes,
);
