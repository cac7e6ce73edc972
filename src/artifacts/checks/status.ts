import { type Fault, faultText } from "../../kernel/fault.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { constraintsIn, scanCompliance } from "../compliance/compliance.ts";
import type { ConstraintCoverage } from "../compliance/report.ts";
import { complianceScope } from "../compliance/scope.ts";
import { tagFindings } from "../compliance/tag-findings.ts";
import { constraintsOf, openDirectives } from "../graph/document-parts.ts";
import { type Graph, loadGraph } from "../graph/graph.ts";
import { type Probe, validateReferences } from "../graph/references.ts";
import { allCycles } from "../graph/tree.ts";
import { type Artifact, readArtifact, violationsOf } from "../model/artifact.ts";
import { citedRule } from "../model/faults.ts";
import { type Violation, violationAt } from "../model/finding.ts";
import { metadataRule } from "../model/metadata.ts";
import { type FileSnapshot, SnapshotMemo } from "../snapshot.ts";
import type { ScanOptions, TagScan } from "../tags/scan.ts";
import { contentFindings, type Prefixes } from "./content.ts";
import { crossFindings } from "./cross-artifact.ts";
import { layoutViolations } from "./layout.ts";
import type { ArtifactStatus, CycleError, WorkspaceStatus } from "./status-report.ts";

export interface StatusOptions {
  readonly structure: boolean;
  readonly references: boolean;
  readonly cycles: boolean;
  readonly compliance: boolean;
  readonly scratchpads: boolean;
  readonly prefixes: Prefixes;
  /** Requests linked URLs; without it only their syntax is checked. */
  readonly probe?: Probe;
  readonly scan: ScanOptions;
  readonly progress?: (done: number, total: number, message: string) => void;
}

/**
 * The status of the whole workspace. All problems are collected, and problems in scratch pads never fail the
 * specifications and implementations.
 */
export async function workspaceStatus(snapshot: FileSnapshot, options: StatusOptions): Promise<StatusReport> {
  const graph = await loadGraph(snapshot);
  const artifacts: Record<string, ArtifactStatus> = {};
  const gaps: ComplianceGap[] = [];
  const { inventory } = graph;
  const tags = new TagWarnings(inventory.artifacts);
  const included = inventory.artifacts.filter(({ ref }) => options.scratchpads || ref.kind !== "scratch_pad");
  for (const [index, artifact] of included.entries()) {
    // A scan can take long; its progress is a fraction of one artifact.
    const progress = (done: number, total: number) =>
      options.progress?.(index + done / (total + 1), included.length, artifact.handle);
    const scan = { ...options.scan, progress };
    const report = await artifactStatus(snapshot, artifact, { ...options, scan }, tags);
    artifacts[artifact.handle] = report.status;
    gaps.push(...report.gaps);
    options.progress?.(index + 1, included.length, artifact.handle);
  }
  for (const { ref, handle, path, fault } of inventory.unreadable) {
    if (!options.scratchpads && ref.kind === "scratch_pad") continue;
    const finding = {
      severity: "error" as const,
      rule: metadataRule(ref.kind),
      message: fault.message,
      fix: fault.remedy,
      line: Number(fault.details?.["line"] ?? 1),
    };
    artifacts[handle] = unreadableStatus(
      ref.name,
      path,
      violationAt(finding, path, () => 1),
    );
  }
  const structure = options.structure ? await layouts.get(snapshot, "layout", layoutViolations) : [];
  const cycles = options.cycles ? cycleErrors(graph) : [];
  return { status: verdict(artifacts, structure, cycles), gaps };
}

/** The status on the wire, and what a gate needs besides. */
export interface StatusReport {
  readonly status: WorkspaceStatus;
  readonly gaps: readonly ComplianceGap[];
}

/** A constraint group that an implementation has no tag for. */
export interface ComplianceGap {
  readonly implementation: Artifact;
  readonly constraint: ConstraintCoverage;
  /** The folder of the code; undefined if it could not be scanned. */
  readonly scanRoot: string | undefined;
}

/** Implementations can share code; each problem of a tag is reported for the first of them. */
class TagWarnings {
  readonly #groups: ReadonlySet<string>;
  readonly #reported = new Set<string>();

  constructor(artifacts: readonly Artifact[]) {
    const specs = artifacts.filter(({ ref }) => ref.kind === "specification");
    this.#groups = new Set(specs.flatMap(({ source }) => constraintsOf(source).groups.map(({ id }) => id)));
  }

  async in(snapshot: FileSnapshot, scan: TagScan): Promise<Violation[]> {
    const found: Violation[] = [];
    for (const warning of tagFindings(scan, this.#groups)) {
      const key = `${warning.path}:${warning.line} ${warning.message}`;
      if (this.#reported.has(key) || (await isInNestedWorkspace(snapshot, warning.path))) continue;
      this.#reported.add(key);
      found.push(warning);
    }
    return found;
  }
}

/** Whether a folder above the file is a project of its own, whose tags name its own specifications. */
async function isInNestedWorkspace(snapshot: FileSnapshot, path: string): Promise<boolean> {
  const parts = path.split("/").slice(0, -1);
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join("/");
    const has = async (name: string) => (await snapshot.kind(literalPath(`${folder}/${name}`))) === "folder";
    if ((await has(".specman")) || ((await has("spec")) && (await has("impl")))) return true;
  }
  return false;
}

const layouts = new SnapshotMemo<Violation[]>();
const checks = new SnapshotMemo<Omit<ArtifactStatus, "ok" | "compliance_missing" | "compliance_orphans">>();

async function artifactStatus(
  snapshot: FileSnapshot,
  artifact: Artifact,
  options: StatusOptions,
  tags: TagWarnings,
): Promise<{ readonly status: ArtifactStatus; readonly gaps: readonly ComplianceGap[] }> {
  const { structure, references, probe, prefixes } = options;
  const key = [artifact.path, structure, references, prefixes.concept, prefixes.entity].join("\0");
  const base =
    probe === undefined
      ? await checks.get(snapshot, key, (own) => checkAgain(own, artifact, options))
      : await checkArtifact(snapshot, artifact, options);
  const compliance =
    options.compliance && artifact.ref.kind === "implementation"
      ? await complianceStatus(snapshot, artifact, options, tags)
      : nothingToScan;
  const { fails, problem, gaps, tagWarnings, ...scanned } = compliance;
  const isOk = base.structure_errors.length === 0 && base.reference_errors.length === 0 && !fails;
  // An invalid location is a structure error and also prevents the scan; it is reported once.
  const isReported = base.structure_errors.some(
    (each) => each.data_model_heading === problem?.data_model_heading,
  );
  const compliance_problem = problem === undefined || isReported ? undefined : faultText(problem);
  const warnings = [...base.warnings, ...tagWarnings];
  return { status: { ok: isOk, ...base, ...scanned, warnings, compliance_problem }, gaps };
}

/** Reads the artifact through the memo's own snapshot, so that its file is part of the fingerprint. */
async function checkAgain(own: FileSnapshot, artifact: Artifact, options: StatusOptions) {
  const current = await readArtifact(own, artifact.ref, artifact.path);
  return checkArtifact(own, current.ok ? current.value : artifact, options);
}

async function checkArtifact(snapshot: FileSnapshot, artifact: Artifact, options: StatusOptions) {
  const findings = options.structure
    ? [
        ...artifact.findings,
        ...(await crossFindings(snapshot, artifact)),
        ...contentFindings(artifact, options.prefixes),
      ]
    : [];
  const violations = violationsOf(artifact, findings);
  const links = options.references
    ? await validateReferences(snapshot, artifact.source, {
        probe: options.probe,
        signal: options.scan.signal,
      })
    : undefined;
  return {
    name: artifact.ref.name,
    path: artifact.path,
    structure_errors: violations.filter((each) => each.severity === "error"),
    reference_errors: [...(links?.errors ?? [])],
    warnings: violations.filter((each) => each.severity === "warning"),
    diagnostics: [...(links?.diagnostics ?? [])],
    open_directives: openDirectives(artifact.source.markdown),
  };
}

type ComplianceStatus = Pick<
  ArtifactStatus,
  "compliance_missing" | "compliance_orphans" | "compliance_scan_root"
> & {
  readonly fails: boolean;
  readonly gaps: readonly ComplianceGap[];
  readonly tagWarnings: readonly Violation[];
  /** Why the code could not be scanned. */
  readonly problem?: Fault;
};

const nothingToScan: ComplianceStatus = {
  compliance_missing: [],
  compliance_orphans: [],
  fails: false,
  gaps: [],
  tagWarnings: [],
};

async function complianceStatus(
  snapshot: FileSnapshot,
  artifact: Artifact,
  options: StatusOptions,
  tags: TagWarnings,
): Promise<ComplianceStatus> {
  const scanned = await scanCompliance(snapshot, artifact, options.scan);
  if (scanned.ok) {
    const { missing, orphans, scan_root, summary, constraints } = scanned.value.report;
    const untagged = constraints.filter((each) => each.tags.length === 0);
    return {
      compliance_missing: missing,
      compliance_orphans: orphans,
      compliance_scan_root: scan_root,
      fails: summary.missing_required > 0,
      gaps: untagged.map((constraint) => ({ implementation: artifact, constraint, scanRoot: scan_root })),
      tagWarnings: await tags.in(snapshot, scanned.value.scan),
    };
  }
  // Without code there is no coverage; without constraints nothing is missing.
  const scope = await complianceScope(snapshot, artifact);
  const constraints = scope.ok ? constraintsIn(scope.value) : [];
  if (scope.ok && constraints.length === 0) return nothingToScan;
  return {
    compliance_missing: constraints.map((each) => each.constraint_id).sort(),
    compliance_orphans: [],
    problem: scanned.fault,
    fails: true,
    gaps: constraints.map((constraint) => ({ implementation: artifact, constraint, scanRoot: undefined })),
    tagWarnings: [],
  };
}

function cycleErrors(graph: Graph): CycleError[] {
  return allCycles(graph).map((cycle) => {
    const names = cycle.map((key) => graph.nodes.get(key)?.summary.handle ?? key);
    const message = `The dependencies form a cycle: ${names.join(" → ")}.`;
    return { cycle: names, message, data_model_heading: "", ...citedRule("acyclic") };
  });
}

function unreadableStatus(name: string, path: string, violation: Violation): ArtifactStatus {
  return {
    ok: false,
    name,
    path,
    structure_errors: [violation],
    reference_errors: [],
    compliance_missing: [],
    compliance_orphans: [],
    warnings: [],
    diagnostics: [],
    open_directives: [],
  };
}

function verdict(
  artifacts: Record<string, ArtifactStatus>,
  structure: Violation[],
  cycles: CycleError[],
): WorkspaceStatus {
  const isPad = (name: string) => name.startsWith("scratch://");
  const isInScratchPad = ({ path }: Violation) => path.startsWith(".specman/");
  const entries = Object.entries(artifacts);
  const main = entries.filter(([handle]) => !isPad(handle)).every(([, each]) => each.ok);
  const pads = entries.filter(([handle]) => isPad(handle)).every(([, each]) => each.ok);
  const mainCycles = cycles.filter(({ cycle }) => !cycle.some(isPad)).length;
  const mainStatus = main && structure.every(isInScratchPad) && mainCycles === 0 ? "Pass" : "Fail";
  const padStatus = pads && !structure.some(isInScratchPad) && mainCycles === cycles.length ? "Pass" : "Fail";
  return {
    global_status: mainStatus,
    spec_impl_status: mainStatus,
    scratchpad_status: padStatus,
    artifact_count: entries.length,
    artifacts,
    cycle_errors: cycles,
    structure_errors: structure,
  };
}
