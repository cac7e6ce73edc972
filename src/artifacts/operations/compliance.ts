import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { reading } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import { complianceOf, tagOf } from "../compliance/compliance.ts";
import { ComplianceReport, ComplianceTag } from "../compliance/report.ts";
import { locationOf } from "../locate/location.ts";
import { findImplementation } from "../locate/query.ts";
import { inConcept } from "../model/faults.ts";
import { takeSnapshot } from "../session.ts";
import { scanTags } from "../tags/scan.ts";
import { capability } from "./capability.ts";
import { openSession, scanOptionsOf } from "./open-session.ts";

const implLocator = z
  .string()
  .describe("The implementation: impl://NAME (with or without /compliance), its name, or its path");

export const scanTagsTool = capability(
  "validation_scanning",
  {
    name: "scan_validation_tags",
    title: "Scan validation tags",
    summary:
      "Finds every validation tag, such as [ENSURES: concept-x.rules:TEST], in the code of an implementation.",
    details:
      "Scans the implementation's location. Files that git ignores, hidden files and binaries are left out. Malformed tags are listed with the reason.",
    icon: "search",
    effects: reading,
    taskSupport: "optional",
    cli: { words: "artifacts tags", positionals: ["locator"] },
    input: z.object({ locator: implLocator }),
    output: z.object({
      implementation: z.string(),
      scan_root: z.string(),
      files_scanned: z.number(),
      files_skipped: z.number(),
      tags: z.array(ComplianceTag),
      malformed: z.array(
        z.object({ text: z.string(), reason: z.string(), path: z.string(), line: z.number() }),
      ),
    }),
    run: async (context, input) => {
      const session = await openSession(context, "scan_validation_tags");
      if (!session.ok) return session;
      const snapshot = takeSnapshot(session.value);
      const implementation = await findImplementation(snapshot, input.locator);
      if (!implementation.ok) return implementation;
      const root = await locationOf(snapshot, implementation.value);
      if (!root.ok) return root;
      const scan = await scanTags(session.value.workspace, root.value, scanOptionsOf(context, "scan"));
      if (!scan.ok) return inConcept("validation_scanning", scan, { artifact: implementation.value.handle });
      context.touched(root.value || ".");
      const { files, scanned, skipped } = scan.value;
      return ok({
        implementation: implementation.value.handle,
        scan_root: root.value || ".",
        files_scanned: scanned,
        files_skipped: skipped,
        tags: files.flatMap(({ path, tags }) => tags.map((tag) => tagOf({ tag, path }, root.value))),
        malformed: files.flatMap(({ path, malformed }) =>
          malformed.map(({ text, reason, line }) => ({ text, reason, path, line })),
        ),
      });
    },
    text: ({ implementation, scan_root, files_scanned, tags, malformed }) =>
      [
        `${implementation}: ${count(tags.length, "tag")} in ${scan_root} (${count(files_scanned, "file")} scanned)`,
        ...tags.map(
          ({ identifier, tag_type, location }) =>
            `  ${location.path}:${location.line_number} ${identifier} (${tag_type})`,
        ),
        ...malformed.map(({ path, line, text, reason }) => `  ! ${path}:${line} ${text}: ${reason}`),
      ].join("\n"),
  },
  { also: ["validation_anchors"] },
);

export const complianceReportTool = capability("compliance_reporting", {
  name: "compliance_report",
  title: "Compliance report",
  summary:
    "Shows which constraint groups of its specifications an implementation ensures, according to the validation tags in its code.",
  details:
    "Covers the governing specification and all specifications that it depends on. Unrelated artifacts are not read.",
  icon: "check",
  effects: reading,
  taskSupport: "optional",
  cli: { words: "artifacts compliance", positionals: ["locator"] },
  input: z.object({ locator: implLocator }),
  output: ComplianceReport,
  exitCode: ({ summary }) => (summary.missing_required > 0 ? 1 : 0),
  run: (context, input) => complianceReport(context, input.locator),
  text: (report) => complianceText(report),
  human: (report, _input, style) => complianceText(report, style),
});

/** The report, for the tool and for `impl://…/compliance`. */
export async function complianceReport(context: Context, locator: string): Promise<Result<ComplianceReport>> {
  const session = await openSession(context, "compliance_report");
  if (!session.ok) return session;
  const snapshot = takeSnapshot(session.value);
  const implementation = await findImplementation(snapshot, locator);
  if (!implementation.ok) return implementation;
  context.touched(implementation.value.path);
  return complianceOf(snapshot, implementation.value, scanOptionsOf(context, "compliance"));
}

function complianceText(report: ComplianceReport, style: Style = createStyle(false, 80)): string {
  const { summary, constraints, orphans, malformed, implementation, scan_root, not_read } = report;
  // 100 % of nothing would be misleading.
  const share =
    summary.total === 0
      ? "its specification has no constraint groups"
      : `${summary.covered} of ${summary.total} constraint groups ensured (${summary.percent} %)`;
  const lines = [style.bold(`impl://${implementation.name}: ${share}, ${scan_root} scanned`)];
  const missing = clip(
    constraints.filter((each) => each.tags.length === 0),
    200,
  );
  const covered = clip(
    constraints.filter((each) => each.tags.length > 0),
    200,
  );
  for (const { spec, constraint_id, level, optional, path, line } of missing.shown) {
    lines.push(
      `${style.bad("✗")} ${spec}/${constraint_id}${level ? ` ${level}` : ""}${optional ? " (optional)" : ""} ${style.dim(`${path}:${line}`)}`,
    );
  }
  if (missing.leftOut > 0) lines.push(`  … and ${missing.leftOut} more without a tag`);
  for (const { spec, constraint_id, tags } of covered.shown) {
    const [first] = tags;
    const where =
      first === undefined ? "" : `${first.location.path}:${first.location.line_number} (${first.tag_type})`;
    lines.push(
      `${style.good("✓")} ${spec}/${constraint_id} ${style.dim(where)}${tags.length > 1 ? ` and ${tags.length - 1} more` : ""}`,
    );
  }
  if (covered.leftOut > 0) lines.push(`  … and ${covered.leftOut} more ensured`);
  for (const { identifier, location } of clip(orphans, 50).shown) {
    lines.push(
      `${style.warn("?")} ${location.path}:${location.line_number} names ${identifier}, which is in none of the specifications`,
    );
  }
  for (const { text, reason, location } of malformed)
    lines.push(`${style.warn("!")} ${location.path}:${location.line_number} ${text}: ${reason}`);
  for (const reason of not_read) lines.push(style.dim(`not read: ${reason}`));
  return lines.join("\n");
}
