import type { Toolset } from "../../operation/toolset.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { getScenario, getSpecRequirements } from "../../specs/operations/read-specs.ts";
import { searchSpecsOperation } from "../../specs/operations/search.ts";
import { showSpec } from "../../specs/operations/show-spec.ts";
import { archiveChange } from "./archive.ts";
import { blameSpec } from "./blame.ts";
import { newChange, rebaseChange, undoArchive } from "./change-commands.ts";
import { fixChange } from "./fix.ts";
import { getChange } from "./get-change.ts";
import { changeInstructions } from "./instructions.ts";
import { listChanges } from "./list-changes.ts";
import { overview } from "./overview.ts";
import { forkSchema, listSchemas } from "./schemas.ts";
import { searchChangesOperation } from "./search-changes.ts";
import { changeStatus } from "./status.ts";
import { validateChange, validateSpec } from "./validate.ts";

/** Specs and changes: the eight tools of Spec Oxide in its order, then ours. */
export const specsToolset = {
  operations: {
    list_specs: listSpecs,
    get_spec_requirements: getSpecRequirements,
    get_scenario: getScenario,
    search_specs: searchSpecsOperation,
    list_changes: listChanges,
    get_change: getChange,
    validate_spec: validateSpec,
    validate_change: validateChange,
    archive_change: archiveChange,
    change_status: changeStatus,
    change_instructions: changeInstructions,
    search_changes: searchChangesOperation,
    blame_spec: blameSpec,
    specs_overview: overview,
    specs_show: showSpec,
    changes_new: newChange,
    changes_fix: fixChange,
    changes_undo: undoArchive,
    changes_rebase: rebaseChange,
    changes_schemas: listSchemas,
    changes_fork_schema: forkSchema,
  },
} satisfies Toolset;
