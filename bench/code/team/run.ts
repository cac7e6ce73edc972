import type { StaticModel } from "../../../src/code/semantic/model/static-model.ts";
import { measureKills, measureRestarts } from "./crashes.ts";
import { measureDown, measurePoison } from "./failures.ts";
import { measurePulls, measureReleases } from "./pull.ts";
import { measureRanker } from "./ranker.ts";
import { measureServer } from "./server.ts";
import { type World, withWorld } from "./world.ts";

export interface TeamOptions extends Pick<World, "sources" | "program"> {
  readonly parts: readonly string[];
  readonly kills: number;
  readonly restarts: number;
  /** Of the package. */
  readonly model: StaticModel;
}

/** Prints the table of a shared index, row by row as they are measured; says whether every goal was met. */
export async function runTeam({ parts, kills, restarts, model, ...options }: TeamOptions): Promise<boolean> {
  const steps: Readonly<Record<string, (world: World) => Promise<void>>> = {
    pull: measurePulls,
    releases: measureReleases,
    kills: (world) => measureKills(world, kills),
    restarts: (world) => measureRestarts(world, restarts),
    ranker: (world) => measureRanker(world, model),
    server: (world) => measureServer(world, model),
    failures: async (world) => {
      await measurePoison(world);
      await measureDown(world);
    },
  };
  const wanted = parts.length === 0 ? Object.keys(steps) : parts;
  const unknown = wanted.find((part) => !steps[part]);
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}: ${Object.keys(steps).join(", ")}.`);
  return withWorld(options, async (world) => {
    for (const part of wanted) await steps[part]?.(world);
  });
}
