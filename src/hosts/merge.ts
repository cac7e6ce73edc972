import { nestsDeeperThan } from "../kernel/json.ts";
import type { Result } from "../kernel/result.ts";
import { broken, type Merge } from "./entry.ts";
import type { ConfigFormat } from "./host-table.ts";
import { mergeJson } from "./merge-json.ts";
import { mergeToml } from "./merge-toml.ts";
import { mergeYaml } from "./merge-yaml.ts";

const maxDepth = 1000;

/** Changes only our entry and keeps comments, order and everything else. Invalid text is refused. */
export function mergeConfig(format: ConfigFormat, text: string, merge: Merge): Result<string> {
  const tooDeep = "it is nested too deeply";
  if (nestsDeeperThan(maxDepth, text)) return broken(tooDeep);
  try {
    if (format === "json") return mergeJson(text, merge);
    return format === "toml" ? mergeToml(text, merge) : mergeYaml(text, merge);
  } catch (error) {
    // The parsers are recursive, and YAML can nest without brackets.
    if (error instanceof RangeError) return broken(tooDeep);
    throw error;
  }
}
