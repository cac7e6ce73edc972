import type { Toolset } from "../../operation/toolset.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { getScenario, getSpecRequirements } from "../../specs/operations/read-specs.ts";
import { searchSpecsOperation } from "../../specs/operations/search.ts";
import { showSpec } from "../../specs/operations/show-spec.ts";
import { archiveChange, archiveCommand } from "./archive.ts";
import { newChange, rebaseChange, undoArchive } from "./change-commands.ts";
import { dashboard } from "./dashboard.ts";
import { getChange } from "./get-change.ts";
import { listChanges } from "./list-changes.ts";
import { validateChange, validateSpec } from "./validate.ts";

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
