import { isRecord } from "../../kernel/json.ts";
import type { ArtifactFinding } from "./finding.ts";

/**
 * The language fields were removed from the data model shortly before SpecMan Core 0.2.0, which still requires that
 * they can be updated. They are read in both forms: `rs@1.80` or `{language: rs@1.80, …}`.
 */
export function checkLanguages(data: Readonly<Record<string, unknown>>, findings: ArtifactFinding[]): void {
  const report = (key: string): void => {
    findings.push({
      severity: "error",
      rule: "impl_metadata",
      message: `\`${key}\` must name a language, such as \`rs@1.80\`.`,
      fix: "Write the file extension of the language, with `@version` if there are several versions.",
      key,
    });
  };
  const primary = data["primary_language"];
  if (primary !== undefined && primary !== null && languageId(primary) === undefined)
    report("primary_language");
  const secondary = data["secondary_languages"];
  if (secondary === undefined || secondary === null) return;
  if (!Array.isArray(secondary) || secondary.some((entry) => languageId(entry) === undefined))
    report("secondary_languages");
}

/** The identifier in a language entry of either form. */
export function languageId(entry: unknown): string | undefined {
  const id = isRecord(entry) ? entry["language"] : entry;
  return typeof id === "string" && languagePattern.test(id) ? id : undefined;
}

export const languagePattern = /^[A-Za-z0-9+#._-]+(@[A-Za-z0-9.+_-]+)?$/;
