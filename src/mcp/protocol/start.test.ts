import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { testHost } from "../../../test/support/host.ts";
import type { CatalogEntry } from "../../catalog.ts";
import type { Change, Toolset } from "../../operation/toolset.ts";
import { startToolsets } from "./start.ts";

function entry(load: () => Promise<Toolset>): CatalogEntry {
  return {
    name: "specs",
    summary: "",
    commands: [],
    instructions: "",
    flags: [],
    offers: { resources: false, prompts: false, tasks: false },
    load,
  };
}

describe("startToolsets", () => {
  it("starts each toolset once it is loaded, passes on its changes, and stops it", async () => {
    const said: string[] = [];
    const changes: Change[] = [];
    const { host } = testHost("/", [
      entry(async () => ({
        operations: {},
        start: (context, changed) => {
          said.push("started");
          context.signal.addEventListener("abort", () => said.push("aborted"));
          changed("tools");
          return () => void said.push("stopped");
        },
      })),
    ]);
    const stop = startToolsets(host, (what) => void changes.push(what));
    await host.registry();
    await sleep(0);
    expect([said, changes]).toEqual([["started"], ["tools"]]);
    stop();
    expect(said).toEqual(["started", "aborted", "stopped"]);
  });

  it("loads by itself soon after the start, so that the first call need not wait", async () => {
    let loaded = false;
    const { host } = testHost("/", [
      entry(async () => {
        loaded = true;
        return { operations: {} };
      }),
    ]);
    const stop = startToolsets(host, () => {});
    onTestFinished(stop);
    await host.loaded;
    expect(loaded).toBe(true);
  });

  it("complains about a toolset that cannot be loaded, and the process lives", async () => {
    const { host, logged } = testHost("/", [entry(() => Promise.reject(new Error("no such file")))]);
    onTestFinished(startToolsets(host, () => {}));
    while (logged.length === 0) await sleep(5);
    expect(logged).toEqual(["toolset: no such file"]);
  });

  it("complains about a toolset that cannot be started, and the process lives", async () => {
    const { host, logged } = testHost("/", [
      entry(async () => ({
        operations: {},
        start: () => {
          throw new Error("no watcher");
        },
      })),
    ]);
    onTestFinished(startToolsets(host, () => {}));
    await host.registry();
    while (logged.length === 0) await sleep(5);
    expect(logged).toEqual(["toolset: no watcher"]);
  });

  it("starts nothing that is loaded after the stop", async () => {
    let started = false;
    const { host } = testHost("/", [
      entry(async () => ({
        operations: {},
        start: () => {
          started = true;
          return () => {};
        },
      })),
    ]);
    startToolsets(host, () => {})();
    await host.registry();
    await sleep(5);
    expect(started).toBe(false);
  });
});
