import { ok, type Result } from "../../kernel/result.ts";
import { commonEnding } from "../blocks/lines.ts";
import type { DataEdit } from "./data-edit.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { parseFrontMatter } from "./front-matter-data.ts";
import { editYaml } from "./yaml-edit.ts";

/**
 * Edits the fields of a front matter block, one after another, and leaves every other byte alone: comments,
 * quotes, key order, blank lines, line endings, a byte order mark and the whole body. A text without a block
 * gets one. Edits that change nothing give back the same text.
 *
 * @example editFrontMatter(text, [{ op: "add-item", path: ["tags"], value: "draft" }])
 */
export function editFrontMatter(text: string, edits: readonly DataEdit[]): Result<string> {
  const split = splitFrontMatter(text);
  const parsed = parseFrontMatter(split);
  if (!parsed.ok) return parsed;
  const ending = commonEnding(split.present ? split.open + split.raw : text);
  const raw = editYaml(split.raw, edits, ending);
  if (!raw.ok) return raw;
  if (raw.value === split.raw) return ok(text);
  const open = split.present ? split.open : `---${ending}`;
  const close = split.present ? split.close : `---${ending}`;
  return ok(split.bom + open + raw.value + close + split.body);
}
