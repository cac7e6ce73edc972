import type { Result } from "../kernel/result.ts";
import type { Merge } from "./entry.ts";
import type { ConfigFormat } from "./host-table.ts";
import { mergeJson } from "./merge-json.ts";
import { mergeToml } from "./merge-toml.ts";
import { mergeYaml } from "./merge-yaml.ts";

/** Changes only our entry: comments, order and everything of others stay. A text that is broken is refused. */
export function mergeConfig(format: ConfigFormat, text: string, merge: Merge): Result<string> {
  if (format === "json") return mergeJson(text, merge);
  return format === "toml" ? mergeToml(text, merge) : mergeYaml(text, merge);
}
