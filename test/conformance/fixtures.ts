import type { CatalogEntry } from "../../src/catalog.ts";
import { text } from "../../src/operation/content.ts";
import type { Change, Toolset } from "../../src/operation/toolset.ts";
import { tableOf } from "../support/operations.ts";
import { fixturePrompts, fixtureResources } from "./fixture-documents.ts";
import { questionTools } from "./fixture-questions.ts";
import { taskTools } from "./fixture-tasks.ts";
import { contentTools, fixtureTool } from "./fixture-tools.ts";

let changed: (what: Change) => void = () => {};

const toolset: Toolset = {
  operations: tableOf([
    ...contentTools,
    ...questionTools,
    ...taskTools,
    fixtureTool("test_trigger_tool_change", "Says that the tools changed", () => {
      // A burst, of which a client is to hear once.
      for (const _ of [1, 2, 3]) changed("tools");
      return [text("Triggered.")];
    }),
    fixtureTool("test_trigger_prompt_change", "Says that the prompts changed", () => {
      changed("prompts");
      return [text("Triggered.")];
    }),
  ]),
  resources: fixtureResources,
  prompts: fixturePrompts,
  start: (_context, say) => {
    changed = say;
    return () => {};
  },
};

/** What the official conformance suite expects to find, as one entry of the catalog. Never shipped. */
export const conformanceEntry: CatalogEntry = {
  name: "specs",
  summary: "Fixtures of the official conformance suite",
  commands: [],
  instructions: "Fixtures: call what the suite calls.",
  flags: [],
  offers: { resources: true, prompts: true, tasks: true },
  load: async () => toolset,
};
