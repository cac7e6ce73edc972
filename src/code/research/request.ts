import type { Hit } from "../search.ts";
import type { OnHop } from "./relation/traverse.ts";
import type { Sources } from "./sources.ts";

export type Focus = "architecture" | "dependencies" | "patterns" | "flow";

/** Text search over the indexed files, or only over files of tests. */
export type TextSearch = (query: string, only?: "tests") => Promise<readonly Hit[]>;

export interface ResearchRequest {
  readonly query: string;
  readonly depth: number;
  readonly focus?: Focus;
  /** For questions that name no symbol. */
  readonly search: TextSearch;
  readonly sources: Sources;
  /** How many times the usual length the answer may have. */
  readonly scale: number;
  readonly onHop: OnHop;
}
