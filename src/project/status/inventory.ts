import { constraintsOf } from "../../artifacts/graph/document-parts.ts";
import { takeInventory } from "../../artifacts/locate/inventory.ts";
import { hasArtifacts } from "../../artifacts/locate/specman-workspace.ts";
import { sessionAt } from "../../artifacts/operations/open-session.ts";
import { takeSnapshot } from "../../artifacts/session.ts";
import { indexFolder } from "../../code/index/home.ts";
import { hasManifest } from "../../code/store/manifest.ts";
import { ok } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import type { Context } from "../../operation/context.ts";
import { withRegistry } from "../../skills/operations/registry-of.ts";
import { kiroRequirements } from "../../trace/formats/kiro.ts";
import { kiroDocuments } from "../../trace/read/places.ts";
import { readDocuments } from "../../workflow/documents.ts";
import { featureAt } from "../../workflow/feature.ts";
import { readSpec } from "../../workflow/read/spec-document.ts";
import { readText } from "../../workspace/files/files.ts";
import type { Work } from "../work/item.ts";

/** Specifications and constraint groups of SpecMan. */
export async function countArtifacts(context: Context): Promise<{ specs: number; requirements: number }> {
  if (!(await hasArtifacts(context.workspace))) return { specs: 0, requirements: 0 };
  const snapshot = takeSnapshot(sessionAt(context, context.workspace, "project_status"));
  const { artifacts } = await takeInventory(snapshot, ["specification"]);
  const groups = artifacts.map(({ source }) => constraintsOf(source).groups.length);
  return { specs: artifacts.length, requirements: groups.reduce((sum, number) => sum + number, 0) };
}

/** Kiro's documents of requirements, which are read for their states only. */
export async function countKiro({ workspace }: Context): Promise<{ specs: number; requirements: number }> {
  const paths = await kiroDocuments(workspace);
  let requirements = 0;
  for (const path of paths) {
    const read = await readText(workspace, path);
    if (read.ok) requirements += kiroRequirements(readMarkdown(read.value.text)).length;
  }
  return { specs: paths.length, requirements };
}

/** The functional requirements (FR-001) of features. */
export async function countFeatureRequirements(works: readonly Work[]): Promise<number> {
  let total = 0;
  for (const { item, workspace, folder } of works) {
    if (item.kind !== "feature") continue;
    const documents = await readDocuments(featureAt(workspace, folder));
    const spec = documents.ok ? documents.value.spec : undefined;
    total += spec === undefined ? 0 : readSpec(spec).requirements.length;
  }
  return total;
}

/** The skills that the project itself brings. */
export async function countSkills(context: Context): Promise<number> {
  const counted = await withRegistry(context, async (registry) => {
    const { discovery } = await registry.snapshot();
    return ok(discovery.skills.filter(({ location }) => location === "project").length);
  });
  return counted.ok ? counted.value : 0;
}

export function isIndexed({ workspace }: Context): boolean {
  return hasManifest(indexFolder(workspace));
}
