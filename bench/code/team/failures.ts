import { join } from "node:path";
import { synthetic } from "./git.ts";
import { add, build, limits, list, median, newStore, useCache, type World, work } from "./world.ts";

/** One repository that is over the limits among six that are not. */
export async function measurePoison({ folder, server, row }: World): Promise<void> {
  const healthy = async (isPoisoned: boolean, run: number): Promise<number> => {
    const { store } = await newStore(server);
    const name = `poison-${isPoisoned}-${run}`;
    useCache(folder, name);
    for (let at = 0; at < 6; at++) await add(store, synthetic(join(folder, `${name}${at}`), 150));
    if (isPoisoned) await add(store, synthetic(join(folder, `${name}-bad`), 501));
    const started = performance.now();
    await work(store, { ...limits, files: 500 });
    await store.close();
    return performance.now() - started;
  };
  await healthy(false, 0);
  const times = { without: [] as number[], poisoned: [] as number[] };
  for (let run = 1; run <= 3; run++) {
    times.without.push(await healthy(false, run));
    times.poisoned.push(await healthy(true, run));
  }
  const ratio = median(times.without) / median(times.poisoned);
  row(
    "throughput of 6 healthy repositories, with one that fails / without",
    "at least 0.9",
    ratio.toFixed(2),
    ratio >= 0.9,
  );
}

export async function measureDown({ folder, row }: World): Promise<void> {
  const checkout = synthetic(join(folder, "down"), 300);
  const times: Record<string, number[]> = { without: [], down: [] };
  for (let round = 0; round < 8; round++)
    for (const [name, url] of [
      ["without", undefined],
      ["down", "postgres://x@127.0.0.1:1/x"],
    ] as const) {
      useCache(folder, `down-${name}-${round}`);
      const started = performance.now();
      const { snapshot } = await build(checkout, url);
      times[name]?.push(performance.now() - started);
      if (list(snapshot, "value17") === "") throw new Error("A question was not answered.");
    }
  const ratio = median(times["down"] ?? []) / median(times["without"] ?? []);
  row(
    "store down: time to the first answer / without a store",
    "at most 1.1",
    ratio.toFixed(2),
    ratio <= 1.1,
  );
}
