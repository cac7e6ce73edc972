import { nestsDeeperThan } from "../kernel/json.ts";
import type { Result } from "../kernel/result.ts";
import { broken, type Merge } from "./entry.ts";
import type { ConfigFormat } from "./host-table.ts";
import { mergeJson } from "./merge-json.ts";
import { mergeToml } from "./merge-toml.ts";
import { mergeYaml } from "./merge-yaml.ts";

const MAX_DEPTH = 1000;

/** Changes only our entry: comments, order and everything of others stay. A text that is broken is refused. */
export function mergeConfig(format: ConfigFormat, text: string, merge: Merge): Result<string> {
  const tooDeep = "it is nested too deeply";
  if (nestsDeeperThan(MAX_DEPTH, text)) return broken(tooDeep);
  try {
    if (format === "json") return mergeJson(text, merge);
    return format === "toml" ? mergeToml(text, merge) : mergeYaml(text, merge);
  } catch (error) {
    // The readers are recursive, and what nests need not be a bracket.
    if (error instanceof RangeError) return broken(tooDeep);
    throw error;
  }
}
