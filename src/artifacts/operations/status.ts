import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { reading } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import { templateRule } from "../checks/content.ts";
import { type StatusReport, workspaceStatus } from "../checks/status.ts";
import { type ArtifactStatus, WorkspaceStatus } from "../checks/status-report.ts";
import { type ArtifactSession, takeSnapshot } from "../session.ts";
import { readPrefixes } from "../settings.ts";
import { allowedProbe } from "../templates/allowed.ts";
import { extension } from "./capability.ts";
import { openSession, scanOptionsOf } from "./open-session.ts";

const part = (what: string) => z.boolean().default(true).describe(what);

/** Which parts of the workspace are checked. */
export const StatusParts = z.object({
  structure: part("Check front matter, headings, constraint lines and layout"),
  references: part("Check links"),
  cycles: part("Look for dependency cycles"),
  compliance: part("Scan the code of implementations for validation tags"),
  scratchpads: part("Include scratch pads"),
  http: z.boolean().default(false).describe("Request HTTPS links to check that the pages exist"),
});

export const workspaceStatusTool = extension("workspace_status", {
  name: "workspace_status",
  title: "Workspace status",
  summary:
    "Checks the whole workspace: structure, references, cycles, compliance and scratch pads; each violation cites the data model and includes a remedy.",
  details:
    "Problems in scratch pads never fail the global status. Open directives (HTML comments) are listed but are not errors.",
  icon: "check",
  effects: { ...reading, openWorld: true },
  taskSupport: "optional",
  cli: { words: "artifacts status" },
  input: StatusParts,
  output: WorkspaceStatus,
  exitCode: ({ global_status }) => (global_status === "Pass" ? 0 : 1),
  run: async (context, input) => {
    const session = await openSession(context, "workspace_status");
    if (!session.ok) return session;
    const report = await statusOf(context, session.value, input);
    return report.ok ? ok(report.value.status) : report;
  },
  text: (status) => statusText(status),
  human: (status, _input, style) => statusText(status, style),
});

/** The status of a workspace. */
export async function statusOf(
  context: Context,
  session: ArtifactSession,
  { http, ...parts }: z.infer<typeof StatusParts>,
): Promise<Result<StatusReport>> {
  const prefixes = await readPrefixes(session.workspace);
  if (!prefixes.ok) return prefixes;
  // Progress counts artifacts; scans do not report their own progress, so that the numbers only increase.
  const { cache, signal } = scanOptionsOf(context, "status");
  const report = await workspaceStatus(takeSnapshot(session), {
    ...parts,
    prefixes: prefixes.value,
    scan: { cache, signal },
    probe: http ? allowedProbe(session.workspace, context) : undefined,
    progress: (done, total, message) => context.progress({ done, total, message }),
  });
  context.touched(".");
  return ok(report);
}

function statusText(status: WorkspaceStatus, style: Style = createStyle(false, 80)): string {
  const { global_status, scratchpad_status, artifact_count, artifacts, cycle_errors, structure_errors } =
    status;
  const verdict = (word: "Pass" | "Fail") => (word === "Pass" ? style.good("PASS") : style.bad("FAIL"));
  const lines = [
    `${style.bold("Global Status:")} ${verdict(global_status)} (${count(artifact_count, "artifact")}); scratch pads: ${verdict(scratchpad_status)}`,
    ...cycle_errors.map(({ message }) => `${style.bad("✗")} ${message}`),
    ...structure_errors.map(({ path, message, remedy }) => `${style.bad("✗")} ${path}: ${message} ${remedy}`),
  ];
  for (const [handle, each] of Object.entries(artifacts)) {
    const directives = each.open_directives.length;
    const note = directives === 0 ? "" : style.dim(`, ${count(directives, "open directive")}`);
    lines.push(`${mark(each, style)} ${handle}${note}`, ...problemLines(each, style));
  }
  return lines.join("\n");
}

/** A specification that is still the template has no errors, and is not fine either. */
function mark({ ok, warnings }: ArtifactStatus, style: Style): string {
  if (!ok) return style.bad("[ERR]");
  const isDraft = warnings.some(({ rule }) => rule === templateRule);
  return isDraft ? style.warn("[DRAFT]") : style.good("[OK]");
}

function problemLines(status: ArtifactStatus, style: Style): string[] {
  const lines = [
    ...status.structure_errors.map(({ message, remedy, path, line, data_model_heading }) => {
      return `${style.bad("-")} ${message} ${remedy} ${style.dim(`[${path}:${line}; ${data_model_heading}]`)}`;
    }),
    ...status.reference_errors.map(
      ({ message, source }) =>
        `${style.bad("-")} ${message} ${style.dim(`[${source.document}:${source.line}]`)}`,
    ),
    ...(status.compliance_problem === undefined ? [] : [`${style.bad("-")} ${status.compliance_problem}`]),
    ...status.warnings.map(
      ({ message, path, line }) => `${style.warn("~")} ${message} ${style.dim(`[${path}:${line}]`)}`,
    ),
  ];
  const missing = status.compliance_missing.length;
  // If the code could not be scanned, its tags are unknown.
  if (missing > 0 && status.compliance_scan_root !== undefined) {
    const { shown, leftOut } = clip(status.compliance_missing, 5);
    lines.push(
      `${style.bad("-")} ${count(missing, "constraint group")} without a validation tag: ${shown.join(", ")}${leftOut > 0 ? ` and ${leftOut} more` : ""}`,
    );
  }
  return lines.map((line) => `    ${line}`);
}
