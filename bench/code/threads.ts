import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout } from "node:timers/promises";
import { indexFolder } from "../../src/code/index/home.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";
import { meaningByModel } from "../../src/code/semantic/meaning.ts";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import { openSnapshot } from "../../src/code/store/snapshot.ts";
import { SearchThreads } from "../../src/code/threads/thread-pool.ts";

const questions = [
  "who decides whether a pod can run on a node",
  "give up after the third failure",
  "how is a lease renewed",
  "eviction when memory is low",
  "parse the flags of the command line",
  "ConfigMap volume",
  "read a file without blocking",
  "tests of the scheduler queue",
];

/** Medians over the questions, the two ways taking turns; CPU of all threads together. */
export async function runThreads(folder: string, model: StaticModel, script: URL): Promise<void> {
  const root = realpathSync(folder);
  const store = indexFolder({ root });
  const snapshot = openSnapshot(store);
  if (!snapshot) throw new Error(`${root} is not indexed.`);
  const chunks = snapshot.segments.reduce((sum, { segment }) => sum + segment.chunkCount, 0);
  const threads = new SearchThreads(store, script, 1);
  const requestOf = (text: string) => {
    const meaning = meaningByModel(model, text, store);
    return {
      query: readQuery(text),
      root,
      limit: 20,
      ...(meaning ? { semantic: { meaning, weight: 0.7 } } : {}),
    };
  };
  const first = questions[0] ?? "";
  while (!(await threads.searchTogether(snapshot, requestOf(first), first))) await setTimeout(50);
  const times = { one: [] as number[], two: [] as number[], cpuOne: 0, cpuTwo: 0 };
  const busiest = { one: 0, two: 0 };
  let same = 0;
  const rounds = 12;
  for (let round = 0; round < rounds; round++) {
    for (const text of questions) {
      const before = process.cpuUsage();
      const threadsBefore = threadTimes();
      let started = performance.now();
      const alone = search(snapshot, requestOf(text));
      times.one.push(performance.now() - started);
      const middle = process.cpuUsage(before);
      const threadsMiddle = threadTimes();
      started = performance.now();
      const shared = await threads.searchTogether(snapshot, requestOf(text), text);
      times.two.push(performance.now() - started);
      const after = process.cpuUsage(before);
      const threadsAfter = threadTimes();
      busiest.one += longest(threadsBefore, threadsMiddle);
      busiest.two += longest(threadsMiddle, threadsAfter);
      times.cpuOne += middle.user + middle.system;
      times.cpuTwo += after.user + after.system - middle.user - middle.system;
      if (JSON.stringify(alone) === JSON.stringify(shared)) same++;
    }
  }
  await threads.close();
  const at = (list: number[], share: number) =>
    list.sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
  console.log(
    `${chunks} chunks in ${snapshot.segments.length} segments; ${rounds * questions.length} questions`,
  );
  for (const [name, share] of [
    ["best tenth", 0.1],
    ["median", 0.5],
  ] as const)
    console.log(
      `${name}: one thread ${at(times.one, share).toFixed(1)} ms, two ${at(times.two, share).toFixed(1)} ms, ratio ${(at(times.two, share) / at(times.one, share)).toFixed(2)} (goal 0.65)`,
    );
  console.log(`CPU of two / one: ${(times.cpuTwo / times.cpuOne).toFixed(2)} (goal 1.15)`);
  if (busiest.one > 0)
    console.log(
      `CPU of the busier of two threads / one: ${(busiest.two / busiest.one).toFixed(2)} (goal 0.65): the clock on two free cores, without the hops between threads`,
    );
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  console.log(`equal lists: ${same} of ${rounds * questions.length}`);
}

/** Nanoseconds of processor time of each thread of this process; empty where the system does not say. */
function threadTimes(): Map<string, number> {
  const folder = "/proc/self/task";
  if (!existsSync(folder)) return new Map();
  return new Map(
    readdirSync(folder).map((id) => [
      id,
      Number(readFileSync(`${folder}/${id}/schedstat`, "utf8").split(" ")[0]),
    ]),
  );
}

function longest(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return Math.max(0, ...[...after].map(([id, time]) => time - (before.get(id) ?? time)));
}
