import type { Toolset } from "./toolset.ts";
import { clarify } from "./workflow/clarify.ts";
import { listFeatures, makeFeature, showFeature } from "./workflow/features.ts";
import { implement } from "./workflow/implement.ts";
import { plan } from "./workflow/plan.ts";
import { specify } from "./workflow/specify.ts";
import { tasks } from "./workflow/tasks.ts";
import { toggle } from "./workflow/toggle.ts";
import { addTree, listTrees, removeTree } from "./workflow/worktree.ts";

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
