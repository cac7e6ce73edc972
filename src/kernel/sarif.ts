import type { Finding } from "./finding.ts";
import { byCodePoint } from "./order.ts";
import { version } from "./version.ts";

/**
 * The findings in SARIF 2.1.0, which code hosts show next to the lines. Files are relative to the workspace, or
 * absolute. Notes say what could not be checked.
 */
export function toSarif(
  findings: readonly Finding[],
  notes: readonly string[] = [],
): Record<string, unknown> {
  const notifications = notes.map((text) => ({ level: "note", message: { text } }));
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort(byCodePoint);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "hewto", version, rules: rules.map((id) => ({ id })) } },
        ...(notes.length > 0 && {
          invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        }),
        results: findings.map(({ rule, severity, message, fix, file, line }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: severity,
          message: { text: fix ? `${message} ${fix}` : message },
          locations: [
            { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } } },
          ],
        })),
      },
    ],
  };
}

function uriOf(path: string): string {
  const encoded = path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${encoded}` : encoded;
}
