import { codeResearch } from "../code/operations/code-research.ts";
import { findReferences, findSymbol } from "../code/operations/symbols.ts";
import type { Toolset } from "../operation/toolset.ts";
import type { Team } from "./access.ts";
import { AtRepository } from "./operations/at-repository.ts";
import { listRepositories } from "./operations/repositories.ts";
import { teamSearches } from "./operations/search.ts";

/** What a team server offers: reading only, of what its caller may see. */
export function teamToolset(team: Team): Toolset {
  const one = new AtRepository(team);
  return {
    operations: {
      list_repositories: listRepositories(team),
      ...teamSearches(team),
      code_research: one.of(codeResearch),
      find_symbol: one.of(findSymbol),
      find_references: one.of(findReferences),
    },
  };
}
