import type { Toolset } from "../../operation/toolset.ts";
import { analyzeFeature } from "./analyze.ts";
import { qualityChecklist } from "./checklist.ts";
import { clarify } from "./clarify.ts";
import { writeConstitution } from "./constitution.ts";
import { convergeFeature } from "./converge.ts";
import { exportTasks } from "./export-tasks.ts";
import { createFeature, listFeatures, showFeature } from "./features.ts";
import { implement } from "./implement.ts";
import { plan } from "./plan.ts";
import { specify } from "./specify.ts";
import { tasks } from "./tasks.ts";
import { toggle } from "./toggle.ts";
import { addTree, listTrees, removeTree } from "./worktree.ts";

export const workflowToolset = {
  operations: {
    "speckit.specify": specify,
    "speckit.clarify": clarify,
    "speckit.plan": plan,
    "speckit.tasks": tasks,
    "speckit.implement": implement,
    features_list: listFeatures,
    features_show: showFeature,
    features_new: createFeature,
    features_analyze: analyzeFeature,
    features_converge: convergeFeature,
    features_checklist: qualityChecklist,
    constitution_write: writeConstitution,
    tasks_toggle: toggle,
    tasks_export: exportTasks,
    worktree_list: listTrees,
    worktree_add: addTree,
    worktree_remove: removeTree,
  },
} satisfies Toolset;
