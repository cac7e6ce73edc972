import { sortedBy } from "../../kernel/order.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { withoutSpans } from "../../kernel/text.ts";
import { constraintsOf } from "../graph/document-parts.ts";
import { locationOf } from "../locate/location.ts";
import type { Artifact } from "../model/artifact.ts";
import { inConcept } from "../model/faults.ts";
import { handleOf, idOf } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { coverageOf, type TagOccurrence } from "../tags/coverage.ts";
import { type ScanOptions, scanTags, type TagScan } from "../tags/scan.ts";
import { tagTypes } from "../tags/tags.ts";
import type { ComplianceReport, ComplianceTag, ConstraintCoverage, Level } from "./report.ts";
import { type ComplianceScope, complianceScope } from "./scope.ts";

/** Which constraint groups of its specifications an implementation ensures, according to the tags in its code. */
export async function complianceOf(
  snapshot: FileSnapshot,
  implementation: Artifact,
  options: ScanOptions,
): Promise<Result<ComplianceReport>> {
  const scanned = await scanCompliance(snapshot, implementation, options);
  return scanned.ok ? ok(scanned.value.report) : scanned;
}

/** The report, and the tags that it was made from. */
export async function scanCompliance(
  snapshot: FileSnapshot,
  implementation: Artifact,
  options: ScanOptions,
): Promise<Result<{ readonly report: ComplianceReport; readonly scan: TagScan }>> {
  const scope = await complianceScope(snapshot, implementation);
  if (!scope.ok) return scope;
  const root = await locationOf(snapshot, implementation);
  if (!root.ok) return inConcept("compliance_reporting", root);
  const scan = await scanTags(snapshot.workspace, root.value, options);
  if (!scan.ok) return inConcept("validation_scanning", scan, { artifact: implementation.handle });
  const report = cachedReport(implementation, scope.value, root.value, scan.value);
  return ok({ report, scan: scan.value });
}

const reports = new WeakMap<ComplianceScope, { readonly scan: TagScan; readonly report: ComplianceReport }>();

/** The scope and the scan stay the same objects while no file has changed; then the report is still valid. */
function cachedReport(
  implementation: Artifact,
  scope: ComplianceScope,
  root: string,
  scan: TagScan,
): ComplianceReport {
  const cached = reports.get(scope);
  if (cached?.scan === scan) return cached.report;
  const report = reportOf(implementation, scope, root, scan);
  reports.set(scope, { scan, report });
  return report;
}

function reportOf(
  implementation: Artifact,
  scope: ComplianceScope,
  root: string,
  scan: TagScan,
): ComplianceReport {
  const requirements = requirementsOf(scope);
  const { covered, orphans } = coverageOf(requirements, scan.files);
  const shared = sharedIds(requirements);
  const nameOf = ({ spec, id }: { spec: string; id: string }) => (shared.has(id) ? `${spec}/${id}` : id);
  const constraints = covered.map(({ requirement, tags }): ConstraintCoverage => {
    return { ...requirement.entry, tags: tags.map((tag) => tagOf(tag, root)) };
  });
  const keyed = sortedBy(
    covered.map(({ requirement }, index) => ({ key: nameOf(requirement), constraint: constraints[index] })),
    ({ key }) => key,
  );
  const coverage: Record<string, ComplianceTag[]> = {};
  const missing: string[] = [];
  for (const { key, constraint } of keyed) {
    if (constraint === undefined) continue;
    if (constraint.tags.length > 0) coverage[key] = constraint.tags;
    else missing.push(key);
  }
  return {
    specification: idOf(scope.specification),
    implementation: idOf(implementation.ref),
    coverage,
    missing,
    orphans: orphans.map((tag) => tagOf(tag, root)),
    scan_root: root === "" ? "." : root,
    summary: summaryOf(constraints, scan),
    constraints,
    malformed: scan.files.flatMap(({ path, malformed }) =>
      malformed.map(({ text, line, reason }) => ({ text, reason, location: tagLocation(path, line, root) })),
    ),
    specifications: scope.specs.map(({ artifact, path, optional }) => ({
      name: artifact.ref.name,
      path,
      optional,
    })),
    not_read: [...scope.unread],
  };
}

interface ScopedRequirement {
  readonly spec: string;
  readonly id: string;
  readonly entry: Omit<ConstraintCoverage, "tags">;
}

function requirementsOf(scope: ComplianceScope): ScopedRequirement[] {
  return scope.specs.flatMap(({ artifact, path, optional }) => {
    const spec = artifact.ref.name;
    const seen = new Set<string>();
    return constraintsOf(artifact.source).groups.flatMap((group): ScopedRequirement[] => {
      if (seen.has(group.id)) return [];
      seen.add(group.id);
      const level = levelOf(group.markdown);
      const uri = `${handleOf(artifact.ref)}/constraints/${encodeURI(group.id)}`;
      const entry = {
        spec,
        constraint_id: group.id,
        uri,
        path,
        line: group.line,
        optional,
        level,
      };
      return [{ spec, id: group.id, entry }];
    });
  });
}

/** The constraint groups of a scope, without tags. */
export function constraintsIn(scope: ComplianceScope): ConstraintCoverage[] {
  return requirementsOf(scope).map(({ entry }) => ({ ...entry, tags: [] }));
}

/** Ids that several specifications have; only those are prefixed with the name of the specification. */
function sharedIds(requirements: readonly ScopedRequirement[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { id } of requirements) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > 1).map(([id]) => id));
}

function summaryOf(constraints: readonly ConstraintCoverage[], scan: TagScan): ComplianceReport["summary"] {
  const total = constraints.length;
  const covered = constraints.filter((each) => each.tags.length > 0).length;
  const byType = Object.fromEntries(
    tagTypes.map((type) => [
      type,
      constraints.filter((each) => each.tags.some((tag) => tag.tag_type === type)).length,
    ]),
  );
  const required = constraints.filter((each) => each.tags.length === 0 && isRequired(each)).length;
  return {
    total,
    covered,
    missing: total - covered,
    missing_required: required,
    percent: total === 0 ? 100 : Math.floor((covered * 1000) / total) / 10,
    by_type: byType,
    files_scanned: scan.scanned,
    files_skipped: scan.skipped,
  };
}

export function tagOf({ tag, path }: TagOccurrence, root: string): ComplianceTag {
  const { identifier, tag_type, line, specification } = tag;
  return {
    identifier,
    tag_type,
    location: tagLocation(path, line, root),
    specification,
  };
}

function tagLocation(path: string, line: number, root: string): ComplianceTag["location"] {
  return { file_path: root === "" ? path : path.slice(root.length + 1), line_number: line, path };
}

const levelPatterns: readonly (readonly [Level, RegExp])[] = [
  ["MUST", /\b(MUST|SHALL|REQUIRED)\b/],
  ["SHOULD", /\b(SHOULD|RECOMMENDED)\b/],
  ["MAY", /\b(MAY|OPTIONAL)\b/],
];

/** The strongest level in a text. Comments are directives to its author, not statements. */
function levelOf(text: string): Level | undefined {
  const statements = withoutSpans(text, "<!--", "-->");
  return levelPatterns.find(([, pattern]) => pattern.test(statements))?.[0];
}

/** Whether a group must have a tag: not one that is only recommended, or reached only through optional dependencies. */
export function isRequired({ optional, level }: Pick<ConstraintCoverage, "optional" | "level">): boolean {
  return !optional && level !== "SHOULD" && level !== "MAY";
}
