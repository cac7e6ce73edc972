import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { readTasks, taskProgress } from "../../markdown/tasks.ts";
import { childPath, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { constraintsOf } from "../graph/document-parts.ts";
import type { Artifact } from "../model/artifact.ts";
import { type ArtifactKind, artifactKinds } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { Inventory } from "./inventory.ts";
import { findArtifact } from "./query.ts";

/** An artifact in a list. */
export const ArtifactEntry = z.object({
  handle: z.string(),
  kind: z.enum(artifactKinds),
  name: z.string(),
  title: z.string().optional(),
  version: z.string().optional(),
  path: z.string(),
  problems: z.array(z.string()).optional().describe("What is wrong with it."),
});
export type ArtifactEntry = z.infer<typeof ArtifactEntry>;

export const ArtifactDescription = ArtifactEntry.extend({
  front_matter: z.record(z.string(), z.unknown()),
  headings: z.array(z.object({ slug: z.string(), title: z.string(), level: z.number(), line: z.number() })),
  constraints: z.array(z.object({ constraint_id: z.string(), line: z.number() })),
  tasks: z
    .object({ path: z.string(), completed: z.number(), total: z.number() })
    .optional()
    .describe("Progress in the tasks.md of a scratch pad."),
});
export type ArtifactDescription = z.infer<typeof ArtifactDescription>;

/** Every artifact of an inventory, by kind and name. Unreadable ones are listed with the reason. */
export function entriesOf({ artifacts, unreadable }: Inventory): ArtifactEntry[] {
  const entries = [
    ...artifacts.map(entryOf),
    ...unreadable.map(({ ref, handle, path, fault }) => ({
      handle,
      ...ref,
      path,
      problems: [fault.message],
    })),
  ];
  const key = ({ kind, name }: ArtifactEntry) => `${artifactKinds.indexOf(kind)} ${name}`;
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

export function entryOf({ handle, ref, title, metadata, path, findings }: Artifact): ArtifactEntry {
  const errors = findings.filter((finding) => finding.severity === "error");
  const problems = errors.length === 0 ? undefined : errors.map(({ message }) => message);
  return { handle, ...ref, title, version: metadata.version, path, problems };
}

/** An artifact with its front matter, headings and constraint groups. */
export async function describeArtifact(
  snapshot: FileSnapshot,
  locator: string,
  kind: ArtifactKind | undefined,
): Promise<Result<ArtifactDescription>> {
  const artifact = await findArtifact(snapshot, locator, kind);
  if (!artifact.ok) return artifact;
  const { ref, path, source } = artifact.value;
  return ok({
    ...entryOf(artifact.value),
    front_matter: { ...source.data },
    headings: source.markdown.headings.map(({ slug, text, level, line }) => {
      return { slug, title: text, level, line };
    }),
    constraints: constraintsOf(source).groups.map(({ id, line }) => ({ constraint_id: id, line })),
    tasks: ref.kind === "scratch_pad" ? await tasksOf(snapshot, path) : undefined,
  });
}

async function tasksOf(
  snapshot: FileSnapshot,
  scratchPad: WorkspacePath,
): Promise<ArtifactDescription["tasks"]> {
  const path = childPath(parentPath(scratchPad), "tasks.md");
  if ((await snapshot.kind(path)) !== "file") return undefined;
  const document = await snapshot.document(path);
  return document.ok ? { path, ...taskProgress(readTasks(document.value.markdown)) } : undefined;
}
