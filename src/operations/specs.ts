import { archiveChange, archiveCommand } from "./specs/archive-operations.ts";
import { newChange, rebaseChange, undoArchive } from "./specs/change-commands.ts";
import { dashboard } from "./specs/dashboard.ts";
import { getChange } from "./specs/get-change.ts";
import { listChanges } from "./specs/list-changes.ts";
import { listSpecs } from "./specs/list-specs.ts";
import { getScenario, getSpecRequirements } from "./specs/read-specs.ts";
import { searchSpecsOperation } from "./specs/search.ts";
import { showSpec } from "./specs/show-spec.ts";
import { validateChange, validateSpec } from "./specs/validate.ts";
import type { Toolset } from "./toolset.ts";

/** The eight tools of Spec Oxide in its order, then what we add. */
export const specsToolset: Toolset = {
  operations: [
    listSpecs,
    getSpecRequirements,
    getScenario,
    searchSpecsOperation,
    listChanges,
    getChange,
    validateSpec,
    validateChange,
    archiveChange,
    dashboard,
    showSpec,
    newChange,
    archiveCommand,
    undoArchive,
    rebaseChange,
  ],
};
