import { ok, type Result } from "../../kernel/result.ts";
import { type OpenSpecConfig, readConfig } from "../../specs/openspec-config.ts";
import type { SpecProject } from "../../specs/project.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findFiles } from "../files.ts";
import { type Change, type ChangeEntry, loadChange } from "../library.ts";
import { type FoundSchema, findSchema, schemaNameOf } from "./find-schema.ts";
import { outputsOf, writesDeltas } from "./outputs.ts";
import { type Artifact, buildOrder } from "./schema.ts";

export type ArtifactState = "done" | "skipped" | "ready" | "blocked";

/** An artifact of a change: whether it is written, and what it waits for. */
export interface PlannedArtifact {
  readonly artifact: Artifact;
  readonly state: ArtifactState;
  /** Files that it has written, relative to the folder of the change. */
  readonly outputs: readonly string[];
  /** Artifacts that must be there first and are not. */
  readonly missing: readonly string[];
}

/** A change as its schema sees it. */
export interface ChangePlan {
  readonly change: Change;
  readonly config: OpenSpecConfig | undefined;
  readonly found: FoundSchema;
  /** Every file of the change, relative to its folder. */
  readonly files: readonly string[];
  /** Dependencies first. */
  readonly artifacts: readonly PlannedArtifact[];
}

/** An artifact is done when a file of it is there: no status is stored anywhere. */
export async function planOf(
  { workspace, vocabulary }: SpecProject,
  entry: ChangeEntry,
  config: OpenSpecConfig | undefined,
): Promise<Result<ChangePlan>> {
  const change = await loadChange(workspace, entry, vocabulary);
  const found = await findSchema(workspace, schemaNameOf(change, config));
  if (!found.ok) return found;
  const files = await namesIn(workspace, entry);
  const all = found.value.schema.artifacts;
  const outputs = new Map(all.map(({ id, generates }) => [id, outputsOf(generates, files)]));
  const isWritten = (id: string) => (outputs.get(id)?.length ?? 0) > 0;
  const isSkipped = ({ id, generates }: Artifact) =>
    change.metadata.skipSpecs && writesDeltas(generates) && !isWritten(id);
  const present = new Set(all.filter((each) => isWritten(each.id) || isSkipped(each)).map(({ id }) => id));
  const artifacts = buildOrder(all).map((artifact): PlannedArtifact => {
    const { id, requires } = artifact;
    const order = (each: string) => all.findIndex((other) => other.id === each);
    const missing = requires.filter((each) => !present.has(each)).sort((a, b) => order(a) - order(b));
    const open = missing.length === 0 ? "ready" : "blocked";
    const state = isSkipped(artifact) ? "skipped" : isWritten(id) ? "done" : open;
    return { artifact, state, outputs: outputs.get(id) ?? [], missing };
  });
  return ok({ change, config, found: found.value, files, artifacts });
}

async function namesIn(workspace: Workspace, { path: folder }: ChangeEntry): Promise<string[]> {
  const paths = await findFiles(workspace, folder);
  return paths.map((path) => path.slice(folder.length + 1));
}

/** The configuration, and the plans of some changes. */
export async function plansOf(
  project: SpecProject,
  entries: readonly ChangeEntry[],
): Promise<{ entry: ChangeEntry; plan: Result<ChangePlan> }[]> {
  const config = await readConfig(project.workspace);
  const plans: { entry: ChangeEntry; plan: Result<ChangePlan> }[] = [];
  for (const entry of entries) plans.push({ entry, plan: await planOf(project, entry, config) });
  return plans;
}

export function isComplete({ artifacts }: ChangePlan): boolean {
  return artifacts.every(({ state }) => state === "done" || state === "skipped");
}

/** What apply needs: what the schema says, else every artifact. */
export function applyRequires({ found: { schema } }: ChangePlan): string[] {
  return schema.apply?.requires ?? schema.artifacts.map(({ id }) => id);
}
