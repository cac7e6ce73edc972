import { getChange } from "../changes/operations/get-change.ts";
import { listChanges } from "../changes/operations/list-changes.ts";
import { codeResearch } from "../code/operations/code-research.ts";
import { findReferences, findSymbol } from "../code/operations/symbols.ts";
import type { Toolset } from "../operation/toolset.ts";
import { listSpecs } from "../specs/operations/list-specs.ts";
import { getScenario, getSpecRequirements } from "../specs/operations/read-specs.ts";
import { searchSpecsOperation } from "../specs/operations/search.ts";
import { traceGaps, traceRequirement } from "../trace/operations/gaps.ts";
import type { Team } from "./access.ts";
import { AtRepository } from "./operations/at-repository.ts";
import { listRepositories } from "./operations/repositories.ts";
import { teamSearches } from "./operations/search.ts";

/** What a team server offers: reading only, of what its caller may see. */
export function teamToolset(team: Team): Toolset {
  const at = new AtRepository(team);
  const files = { files: true } as const;
  const proof = { files: true, evidence: true, without: ["touched_since"] } as const;
  return {
    operations: {
      list_repositories: listRepositories(team),
      ...teamSearches(team),
      code_research: at.of(codeResearch),
      find_symbol: at.of(findSymbol, { name: "name" }),
      find_references: at.of(findReferences, { name: "name" }),
      list_specs: at.of(listSpecs, files),
      get_spec_requirements: at.of(getSpecRequirements, files),
      get_scenario: at.of(getScenario, files),
      search_specs: at.of(searchSpecsOperation, files),
      list_changes: at.of(listChanges, files),
      get_change: at.of(getChange, files),
      trace_gaps: at.of(traceGaps, proof),
      trace_requirement: at.of(traceRequirement, proof),
    },
  };
}
