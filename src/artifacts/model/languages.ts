import { isRecord } from "../../kernel/json.ts";
import type { ArtifactFinding } from "./finding.ts";

/**
 * The language fields left the data model shortly before SpecMan Core 0.2.0, which still demands that they
 * can be updated. They are read where they are, in both forms: `rs@1.80` or `{language: rs@1.80, …}`.
 */
export function checkLanguages(data: Readonly<Record<string, unknown>>, findings: ArtifactFinding[]): void {
  const wrong = (key: string): void => {
    findings.push({
      severity: "error",
      rule: "impl_metadata",
      message: `\`${key}\` must name a language, such as \`rs@1.80\`.`,
      fix: "Write the file extension of the language, with `@version` where there are several.",
      key,
    });
  };
  const primary = data["primary_language"];
  if (primary !== undefined && primary !== null && languageId(primary) === undefined)
    wrong("primary_language");
  const secondary = data["secondary_languages"];
  if (secondary === undefined || secondary === null) return;
  if (!Array.isArray(secondary) || secondary.some((entry) => languageId(entry) === undefined))
    wrong("secondary_languages");
}

/** The identifier of a language entry in either form. */
export function languageId(entry: unknown): string | undefined {
  const id = isRecord(entry) ? entry["language"] : entry;
  return typeof id === "string" && languagePattern.test(id) ? id : undefined;
}

export const languagePattern = /^[A-Za-z0-9+#._-]+(@[A-Za-z0-9.+_-]+)?$/;
