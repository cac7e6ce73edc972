import { serveThread } from "../../workspace/threads.ts";
import { indexFolder } from "../index/home.ts";
import { openSnapshot } from "../store/snapshot.ts";
import type { BuildStep } from "./build.ts";
import { CodeGraph } from "./open.ts";

// Resolves the names of what the index of a root holds, and keeps the graph in the store.
serveThread<{ readonly root: string }, undefined, BuildStep>(async ({ root }, tell) => {
  const snapshot = openSnapshot(indexFolder({ root }));
  if (!snapshot?.manifest.complete) return undefined;
  await new CodeGraph({ root }).of(snapshot, async (step) => {
    tell(step);
    return true;
  });
  return undefined;
});
