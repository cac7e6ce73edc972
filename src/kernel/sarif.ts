import type { Finding } from "./finding.ts";
import { sha256 } from "./hash.ts";
import { byCodePoint } from "./order.ts";
import { version } from "./version.ts";

/** A finding, and the requirement that it is about, if there is one. */
export interface SarifFinding extends Finding {
  readonly address?: string | undefined;
  readonly revision?: string | undefined;
}

/**
 * The findings in SARIF 2.1.0, which code hosts show next to the lines. Files are relative to the workspace, or
 * absolute. Notes say what could not be checked.
 */
export function toSarif(
  all: readonly SarifFinding[],
  given: readonly string[] = [],
): Record<string, unknown> {
  const { findings, notes } = withinLimit(all, given);
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
        results: findings.map(({ rule, severity, message, fix, file, line, address, revision }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: severity,
          message: { text: fix ? `${message} ${fix}` : message },
          locations: [
            { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line } } },
          ],
          ...(address !== undefined && {
            partialFingerprints: { "hewtoRequirement/v1": fingerprint(rule, address, revision) },
          }),
        })),
      },
    ],
  };
}

/** A finding about a requirement is the same one wherever its text moves, and another one when the text changes. */
function fingerprint(rule: string, address: string, revision = ""): string {
  return sha256([rule, address, revision].join("\0")).slice(0, 32);
}

/** Code hosts show 5,000 results of a run. */
const maxResults = 5_000;

function withinLimit(findings: readonly SarifFinding[], notes: readonly string[]) {
  if (findings.length <= maxResults) return { findings, notes };
  const isError = ({ severity }: Finding) => severity === "error";
  const sorted = [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
  const leftOut = `${findings.length - maxResults} more findings are left out.`;
  return { findings: sorted.slice(0, maxResults), notes: [...notes, leftOut] };
}

function uriOf(path: string): string {
  const encoded = path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${encoded}` : encoded;
}
