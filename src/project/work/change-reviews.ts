import { join } from "node:path";
import * as z from "zod";
import { findChanges } from "../../changes/library.ts";
import { reviewChanges } from "../../changes/review/review.ts";
import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { SpecFinding } from "../../specs/findings.ts";
import { findSpecs } from "../../specs/library.ts";
import type { SpecProject } from "../../specs/project.ts";
import { isRacy, stampOf } from "../../workspace/files/stamp.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { absolutePath, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { cacheFolders, makeCacheFolder } from "../../workspace/state/cache-folders.ts";
import { readStateFile, writeStateFile } from "../../workspace/state/files.ts";
import { filesOf } from "./files.ts";

/** What the rules say about one change, with what a list shows of it. */
const ChangeReview = z.object({
  id: z.string(),
  findings: z.array(SpecFinding),
  blocked_by: z.array(z.string()),
  overlaps: z.array(z.string()),
});
export type ChangeReview = z.infer<typeof ChangeReview>;

const Stored = z.object({ key: z.string(), reviews: z.array(ChangeReview) });

/** In the user's cache folder of this root. */
const fileName = "change-reviews.json";
const maxBytes = 16 * 1024 * 1024;
/** To be incremented when a rule or the stored format changes within one version. */
const formatRevision = 1;

/** Reviews every change and stores the result, so that a list or a status need not ask git again. */
export async function reviewAllChanges(project: SpecProject): Promise<Result<ChangeReview[]>> {
  const state = await stateOfChanges(project);
  const stored = state.isReliable ? readStored(project, state.key) : undefined;
  if (stored !== undefined) return ok(stored);
  const reviewed = await reviewChanges(project);
  if (!reviewed.ok) return reviewed;
  const reviews = reviewed.value.map(({ change, findings, blockedBy, overlaps }) => ({
    id: change.entry.id,
    findings: [...findings],
    blocked_by: [...blockedBy],
    overlaps: [...overlaps],
  }));
  // A review records what it sees for the first time, which the next one reads.
  const after = await stateOfChanges(project);
  if (state.isReliable && after.files === state.files) store(project, { key: after.key, reviews });
  return ok(reviews);
}

/** Above this, a review of all changes takes seconds: each asks git for the time at which it was written. */
const maxQuickReviews = 12;

/** The reviews if they are stored or quick to make; undefined otherwise. */
export async function quickReviews(project: SpecProject): Promise<Result<ChangeReview[] | undefined>> {
  const state = await stateOfChanges(project);
  const stored = state.isReliable ? readStored(project, state.key) : undefined;
  if (stored !== undefined) return ok(stored);
  return state.changes > maxQuickReviews ? ok(undefined) : reviewAllChanges(project);
}

interface ChangesState {
  readonly changes: number;
  /** Of the files of changes and specs, the settings, and git's history. */
  readonly files: string;
  /** Of all that a review reads: these files, and what was recorded of earlier specs. */
  readonly key: string;
  /** Whether no file is so new that it could change without a change of its stamp. */
  readonly isReliable: boolean;
}

async function stateOfChanges(project: SpecProject): Promise<ChangesState> {
  const readAt = Date.now();
  const { workspace, layouts } = project;
  const changes = await findChanges(workspace, layouts);
  const paths: WorkspacePath[] = [literalPath("hewto.toml")];
  for (const { path } of changes) paths.push(...(await filesOf(workspace, path)).paths);
  for (const { path } of await findSpecs(workspace, layouts)) paths.push(path);
  const { head = "", root = "", commonDir } = await gitStatus(workspace);
  const settings = [version, formatRevision, project.profile ?? "", project.vocabulary.words, root, head];
  const absolute = paths.map((path) => absolutePath(workspace, path));
  if (commonDir !== undefined) absolute.push(join(commonDir, "shallow"));
  const files = sha256(JSON.stringify([settings, stampRows(absolute)]));
  const bases = (await filesOf(workspace, literalPath(".hewto/bases"))).paths;
  const records = stampRows(bases.map((path) => absolutePath(workspace, path)));
  const stamps = absolute.map(stampOf);
  return {
    changes: changes.length,
    files,
    key: sha256(JSON.stringify([files, records])),
    isReliable: stamps.every((stamp) => stamp === undefined || !isRacy(stamp, readAt)),
  };
}

function stampRows(paths: readonly string[]) {
  return paths.map((path) => {
    const stamp = stampOf(path);
    return [path, stamp?.ino, stamp?.size, stamp?.mtimeMs, stamp?.ctimeMs];
  });
}

function readStored({ workspace }: SpecProject, key: string): ChangeReview[] | undefined {
  const [folder = ""] = cacheFolders(workspace);
  const bytes = readStateFile(folder, fileName, maxBytes);
  try {
    const stored = bytes && Stored.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
    return stored?.key === key ? stored.reviews : undefined;
  } catch {
    return undefined;
  }
}

/** A failure is ignored: it makes the next list slower, nothing else. */
function store({ workspace }: SpecProject, content: z.infer<typeof Stored>): void {
  try {
    writeStateFile(makeCacheFolder(workspace), fileName, JSON.stringify(content), { sync: false });
  } catch {
    // A read-only home, a full disk.
  }
}
