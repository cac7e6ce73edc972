import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import {
  type BuiltGraph,
  buildGraph,
  type FileResolution,
  finishBuild,
  planBuild,
  withEdges,
} from "../../src/code/graph/build/build.ts";
import { FileQueue } from "../../src/code/graph/build/file-queue.ts";
import { type GraphInputs, inputsOf } from "../../src/code/graph/build/inputs.ts";
import type { WorkerRequest } from "../../src/code/graph/build/worker-pool.ts";
import { readWorkerResult, type WorkerResult } from "../../src/code/graph/build/worker-result.ts";
import { encodeColumns } from "../../src/code/graph/format/columns.ts";
import { columnsOf } from "../../src/code/graph/format/make-columns.ts";
import { encodeUpdate } from "../../src/code/graph/format/stored.ts";
import { analysisVersion, indexFolder } from "../../src/code/index/home.ts";
import { openSnapshot } from "../../src/code/store/snapshot.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { startThread } from "../../src/workspace/process/threads.ts";
import { hewto } from "../support/bundle.ts";
import { run, start } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";

const minute = 60_000;

/** Files that use one another's types, in two modules. Comments are facts too: with them a file is soon large. */
function tree(files: number, methods: number): Record<string, string> {
  const comment = `  /// ${"Says at length what this does. ".repeat(24)}\n`;
  const method = (n: number, m: number) =>
    `${comment}  func work${m}(other: T${(n + m) % files}) -> T${n} {\n    other.work${m}(other: other).helper0()\n    print(other)\n    return self\n  }\n`;
  const type = (n: number) => {
    const body = Array.from({ length: methods }, (_, m) => method(n, m)).join("");
    const [own, other] = n % 2 === 0 ? ["One", "Two"] : ["Two", "One"];
    const text = `import ${other}\npublic struct T${n}: Equatable {\n${body}}\nextension T${n} { public func helper0() {} }\n`;
    return [`Sources/${own}/T${n}.swift`, text];
  };
  return Object.fromEntries(Array.from({ length: files }, (_, n) => type(n)));
}

async function indexed(files: number, methods: number): Promise<{ root: string; inputs: GraphInputs }> {
  const root = await temporaryTree(tree(files, methods));
  expect((await run(hewto, ["index", root])).code).toBe(0);
  const snapshot = openSnapshot(indexFolder({ root }));
  if (!snapshot) throw new Error("There is no index.");
  return { root, inputs: inputsOf(snapshot) };
}

interface Bytes {
  readonly graph: string;
  readonly update: string;
}

/** By hash: a difference between megabytes would take minutes to show. */
function stored(root: string): Bytes {
  const folder = indexFolder({ root });
  const file = (ending: string) =>
    readdirSync(folder).find((name) => name.startsWith("g-") && name.endsWith(ending));
  const read = (ending: string) => readFileSync(join(folder, file(ending) ?? `no ${ending}`));
  return { graph: sha256(read(".graph")), update: sha256(read(".shapes")) };
}

function bytesOf(built: BuiltGraph): Bytes {
  return {
    graph: sha256(Buffer.concat(encodeColumns(columnsOf(built)))),
    update: sha256(Buffer.concat([...encodeUpdate(built, analysisVersion())])),
  };
}

async function helped(request: WorkerRequest): Promise<WorkerResult | undefined> {
  const script = pathToFileURL(resolve("dist/resolve-worker.js"));
  const thread = startThread<WorkerRequest, WorkerResult | undefined>(script);
  try {
    return await thread.run(request);
  } finally {
    await thread.close();
  }
}

test("a thread that helps brings the edges that one thread finds alone", async () => {
  const { root, inputs } = await indexed(8, 5);
  const { sources, id } = inputs;
  const queue = FileQueue.of([...sources.keys()], 1);
  const share = await helped({ root, id, queue: queue.shared, worker: 0 });
  const plan = planBuild(sources, undefined, inputs.manifests());
  const found = new Map<number, FileResolution>();
  if (share) readWorkerResult(share, plan.resolver.targets, found);
  expect(found.size).toBe(sources.length);
  expect(queue.hasBegun(0)).toBe(true);
  const alone = buildGraph(sources, undefined, inputs.manifests());
  expect(withEdges(finishBuild(plan, found)).files).toEqual(alone.files);
});

test("a thread that finds another index than it was sent for takes no file", async () => {
  const { root, inputs } = await indexed(2, 1);
  const queue = FileQueue.of([...inputs.sources.keys()], 1);
  expect(await helped({ root, id: "another", queue: queue.shared, worker: 0 })).toBeUndefined();
  expect(queue.taken).toBe(0);
});

test(
  "where the work is worth several threads, the stored graph is byte for byte that of one",
  async () => {
    const { root, inputs } = await indexed(110, 40);
    const bytes = inputs.sources.reduce((sum, source) => sum + source.bytes, 0);
    expect(bytes).toBeGreaterThan(3_000_000);
    const alone = bytesOf(buildGraph(inputs.sources, undefined, inputs.manifests()));
    const ask = ["research", "who calls work1", "--workspace", root];
    // Killed at whatever it is doing, it leaves nothing half, and nothing in the way of the next.
    for (const ms of [300, 600, 900]) {
      const killed = start(hewto, ask);
      await setTimeout(ms);
      killed.child.kill("SIGKILL");
      await killed.exit;
    }
    expect((await run(hewto, ask)).code).toBe(0);
    expect(stored(root)).toEqual(alone);
  },
  3 * minute,
);
