import type { Toolset } from "../../operation/toolset.ts";
import { clarify } from "./clarify.ts";
import { listFeatures, makeFeature, showFeature } from "./features.ts";
import { implement } from "./implement.ts";
import { plan } from "./plan.ts";
import { specify } from "./specify.ts";
import { tasks } from "./tasks.ts";
import { toggle } from "./toggle.ts";
import { addTree, listTrees, removeTree } from "./worktree.ts";

export const workflowToolset: Toolset = {
  operations: [
    specify,
    clarify,
    plan,
    tasks,
    implement,
    listFeatures,
    showFeature,
    makeFeature,
    toggle,
    listTrees,
    addTree,
    removeTree,
  ],
};
