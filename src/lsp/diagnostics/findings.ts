import { findChanges } from "../../changes/library.ts";
import { specFindings } from "../../changes/operations/validate.ts";
import { type ReviewOptions, reviewChanges } from "../../changes/review/review.ts";
import type { Finding } from "../../kernel/finding.ts";
import { fromArtifactDocuments } from "../../project/check/artifacts.ts";
import { featureFindings } from "../../project/check/features.ts";
import { validateSkill } from "../../skills/check/validate.ts";
import { featureAt } from "../../workflow/feature.ts";
import { statPath } from "../../workspace/files/files.ts";
import { absolutePath, joinPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { tagFindings } from "../code/tag-findings.ts";
import { type DocumentKind, isMarkdown } from "../session/documents.ts";
import type { Folder } from "../session/folder.ts";
import type { OpenFile } from "../session/session.ts";

/** A finding that an editor shows. */
export type FileFinding = Omit<Finding, "section" | "severity"> & { readonly severity: "error" | "warning" };

/** How many open changes are checked again when a spec that they touch is edited. */
const maxDependents = 20;

/** What one check found, by what it looked at: a later check of the same replaces it, whichever document it was for. */
export type ScopedFindings = Map<string, readonly FileFinding[]>;

/** The findings of `hewto check` in a file and in the files that depend on it. */
export async function findingsOf(file: OpenFile): Promise<ScopedFindings> {
  const { folder, kinds, path } = file;
  return folder.read(async () => {
    const found: ScopedFindings = new Map();
    for (const kind of kinds)
      for (const [scope, findings] of await findingsOfKind(folder, path, kind))
        found.set(scope, withoutCopies(findings));
    if (!isMarkdown(path)) found.set(`tags ${path}`, await tagFindings(file));
    return found;
  });
}

async function findingsOfKind(
  folder: Folder,
  path: WorkspacePath,
  kind: DocumentKind,
): Promise<ReadonlyMap<string, readonly FileFinding[]>> {
  switch (kind.kind) {
    case "spec": {
      const dependents = await ofDependents(folder, kind);
      return dependents.set(`spec ${path}`, await ofSpec(folder, path, kind));
    }
    case "change":
      return ofChanges(folder, (each) => each.name === kind.change && each.layout.name === kind.layout.name);
    case "delta":
      return new Map();
    case "feature":
      return new Map([
        [`feature ${kind.folder}`, await featureFindings(featureAt(folder.workspace, kind.folder))],
      ]);
    case "artifact": {
      const findings = await fromArtifactDocuments(folder.context());
      return new Map([["artifacts", findings.ok ? findings.value : []]]);
    }
    case "skill":
      return new Map([[`skill ${path}`, await ofSkill(folder, kind.folder, path)]]);
  }
}

async function ofSpec(
  folder: Folder,
  path: WorkspacePath,
  { layout, name }: Extract<DocumentKind, { kind: "spec" }>,
): Promise<FileFinding[]> {
  return severe(specFindings(await folder.project(), { id: name, name, layout, path }));
}

/** Changes with a delta for the spec: what they replace may be what was just edited. */
async function ofDependents(
  folder: Folder,
  { layout, name }: Extract<DocumentKind, { kind: "spec" }>,
): Promise<ScopedFindings> {
  const dependents = new Set<string>();
  for (const { path, layout: own } of await findChanges(folder.workspace, [layout])) {
    const delta = joinPath(path, "specs", ...name.split("/"), "spec.md");
    const stat =
      delta.ok && own.name === layout.name ? await statPath(folder.workspace, delta.value) : undefined;
    if (stat?.ok && stat.value?.kind === "file" && dependents.size < maxDependents) dependents.add(path);
  }
  return dependents.size === 0 ? new Map() : ofChanges(folder, ({ path }) => dependents.has(path));
}

async function ofChanges(
  folder: Folder,
  isChosen: NonNullable<ReviewOptions["isChosen"]>,
): Promise<ScopedFindings> {
  const reviewed = await reviewChanges(await folder.project(), { isChosen });
  const assessments = reviewed.ok ? reviewed.value : [];
  return new Map(
    assessments.map(({ change, findings }) => [`change ${change.entry.path}`, severe(findings)]),
  );
}

async function ofSkill(folder: Folder, path: WorkspacePath, file: WorkspacePath): Promise<FileFinding[]> {
  const skill = await openWorkspace(absolutePath(folder.workspace, path));
  const name = file.endsWith("/.SKILL.md") ? ".SKILL.md" : "SKILL.md";
  const checked = skill.ok ? await validateSkill(skill.value, name, folder.workspace) : skill;
  if (!checked.ok) return [];
  const prefix = path === "" ? "" : `${path}/`;
  return severe(checked.value.map((finding) => ({ ...finding, file: `${prefix}${finding.file}` })));
}

/** Notes are left out, as `hewto check` leaves them out. */
function severe(findings: readonly Finding[]): FileFinding[] {
  return findings.flatMap(({ severity, ...finding }) =>
    severity === "note" ? [] : [{ ...finding, severity }],
  );
}

function withoutCopies(findings: readonly FileFinding[]): FileFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, file, line, message }) => {
    const key = JSON.stringify([rule, file, line, message]);
    return !seen.has(key) && seen.add(key);
  });
}
