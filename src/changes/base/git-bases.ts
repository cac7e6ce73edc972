import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { activeOverlay } from "../../workspace/files/overlay.ts";
import { git } from "../../workspace/git/command.ts";
import { editedSinceHead, fileAtRevision, gitStatus, shallowCommits } from "../../workspace/git/queries.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type Change, type DeltaFile, specPath } from "../library.ts";

export interface CommittedSpecs {
  /** For each change and capability, the spec as it was when the delta was last committed. */
  readonly texts: ReadonlyMap<Change, ReadonlyMap<string, string>>;
  /** Changes whose time of writing git does not know, and why. */
  readonly unknown: ReadonlyMap<Change, string>;
}

const shallow =
  "The history of this clone is shallow: whether the specs moved since the change was written was not checked.";

/** What git said before, which stays true: a commit never changes. Servers and editors ask again and again. */
const maxAnswers = 5_000;
/** The commit that last touched a delta, by the history and the text of the delta; empty where the text is not in it. */
const writtenIn = new Map<string, string>();
/** The text of a spec at a commit. */
const specTexts = new Map<string, Promise<string | undefined>>();

/**
 * Asks git what the author of each delta saw: the spec at the commit that last touched the delta. Deltas that
 * differ from their commit are skipped. A few calls of git serve all changes together.
 */
export async function specsWhenWritten(
  workspace: Workspace,
  changes: readonly Change[],
): Promise<CommittedSpecs> {
  const found = new Map<Change, Map<string, string>>();
  const unknown = new Map<Change, string>();
  const files = changes.flatMap((change) => change.deltas.map((file) => ({ change, file })));
  const { head } = files.length === 0 ? {} : await gitStatus(workspace);
  if (head === undefined) return { texts: found, unknown };
  const ends = shallowCommits(workspace);
  // A clone that gets the rest of its history keeps its HEAD.
  const history = [head, ...ends].join(" ");
  const deltas = files.map(({ file }) => file);
  const commits = await lastCommits(workspace, history, deltas);
  if (!commits.ok) {
    const why = `Whether the specs moved since the change was written was not checked: ${commits.fault.message}`;
    return { texts: found, unknown: new Map(changes.map((change) => [change, why])) };
  }
  for (const { change, file } of files) {
    const commit = commits.value.get(file.path);
    if (commit === undefined) continue;
    // In a shallow clone every file seems to be added by the oldest commit.
    if (ends.has(commit)) unknown.set(change, shallow);
    const then = await textAt(workspace, commit, specPath(change, file.capability));
    if (then === undefined) continue;
    const ofChange = found.get(change) ?? new Map<string, string>();
    found.set(change, ofChange.set(file.capability, then));
  }
  return { texts: found, unknown };
}

function textAt(workspace: Workspace, commit: string, path: WorkspacePath): Promise<string | undefined> {
  const key = `${workspace.root}\0${commit}:${path}`;
  const known = specTexts.get(key);
  if (known !== undefined) return known;
  const text = fileAtRevision(workspace, commit, path).then((read) => {
    // A failure may pass.
    if (!read.ok) specTexts.delete(key);
    return read.ok ? read.value : undefined;
  });
  remember(specTexts, key, text);
  return text;
}

/** The commit that last touched each file, for files that are in it as they are now. */
async function lastCommits(
  workspace: Workspace,
  history: string,
  files: readonly DeltaFile[],
): Promise<Result<ReadonlyMap<string, string>>> {
  const unsaved = new Set(activeOverlay()?.unsavedBelow(workspace.root));
  const saved = files.filter(({ path }) => !unsaved.has(path));
  const keyOf = ({ path, file }: DeltaFile) =>
    `${workspace.root}\0${history}\0${path}\0${file === undefined ? "" : sha256(file.text)}`;
  const asked = saved.filter((file) => !writtenIn.has(keyOf(file)));
  const answers = asked.length === 0 ? ok(new Map<string, string>()) : await askGit(workspace, asked);
  if (!answers.ok) return answers;
  for (const file of asked) remember(writtenIn, keyOf(file), answers.value.get(file.path) ?? "");
  return ok(
    new Map(
      saved.flatMap((file) => {
        const commit = answers.value.get(file.path) ?? writtenIn.get(keyOf(file)) ?? "";
        return commit === "" ? [] : [[file.path, commit]];
      }),
    ),
  );
}

async function askGit(
  workspace: Workspace,
  files: readonly DeltaFile[],
): Promise<Result<ReadonlyMap<string, string>>> {
  const cwd = workspace.root;
  const paths = files.map((file) => file.path);
  const commits = new Map<string, string>();
  const log = await git(["log", "--format=%x01%H", "--name-only", "--relative", "--", ...paths], { cwd });
  const edited = await editedSinceHead(workspace, paths);
  if (!log.ok) return log;
  if (!edited.ok) return edited;
  let commit = "";
  for (const line of log.value.stdout.split("\n")) {
    if (line.startsWith("\u0001")) commit = line.slice(1);
    else if (line !== "" && !commits.has(line)) commits.set(line, commit);
  }
  for (const path of edited.value) commits.delete(path);
  return ok(commits);
}

function remember<T>(answers: Map<string, T>, key: string, value: T): void {
  for (const oldest of answers.keys()) {
    if (answers.size < maxAnswers) break;
    answers.delete(oldest);
  }
  answers.set(key, value);
}
