import { byCodePoint } from "../kernel/order.ts";
import { version } from "../kernel/version.ts";
import type { Finding } from "./finding.ts";

/** A finding with its place seen from the workspace, or absolute outside it. */
export type PlacedFinding = Finding & { readonly path: string };

/** The findings in SARIF 2.1.0, as code hosts show them beside the lines. */
export function toSarif(findings: readonly PlacedFinding[]): Record<string, unknown> {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort(byCodePoint);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "hewto", version, rules: rules.map((id) => ({ id })) } },
        results: findings.map(({ rule, severity, message, fix, path, line }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: severity,
          message: { text: `${message} ${fix}` },
          locations: [
            { physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: { startLine: line } } },
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
