import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { hasBit } from "../../store/bits.ts";
import type { Manifest, ManifestHead, Repo, Store } from "../../store/store.ts";
import { git } from "../../workspace/git/command.ts";
import { treeFiles } from "../../workspace/git/mirror.ts";
import { type GitRepository, repositoryAt } from "../../workspace/git/repository.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { analysisKey, fileKey } from "./analysis-key.ts";

/** How far back an indexed commit is looked for. */
const maxCommits = 20_000;
const maxCompared = 8;
/** A base that has less than this part of the files saves nothing. */
const minShare = 0.5;

/** The published state that is nearest to a checkout. */
export interface Base {
  readonly repo: Repo;
  readonly manifest: Manifest;
  /** How it was found: a commit of the checkout's history, or the same files. */
  readonly by: "history" | "files";
}

/** The nearest indexed ancestor of the checkout's commit; without one, the branch with the most equal files. */
export async function chooseBase(
  store: Store,
  name: string,
  { root }: Workspace,
  signal: AbortSignal,
): Promise<Result<Base>> {
  const repository = repositoryAt(root);
  if (!repository) return noBase(`${root} is not the top of a checkout`);
  const analysis = analysisKey();
  const repo = await store.repos.find(name);
  if (!repo.ok) return repo;
  if (!repo.value) return noBase(`it has no repository ${name}`);
  const heads = await store.manifests.heads(repo.value.id, analysis);
  if (!heads.ok) return heads;
  if (heads.value.length === 0) return noBase(`it has no index of ${name} for this version of Hewto`);
  const history = await git(["rev-list", `--max-count=${maxCommits}`, "HEAD"], { cwd: root });
  if (!history.ok) return history;
  const byCommit = new Map(heads.value.toReversed().map((head) => [head.commit, head]));
  const nearest = history.value.stdout.split("\n").find((commit) => byCommit.has(commit));
  const head = nearest === undefined ? undefined : byCommit.get(nearest);
  if (!head) return bestByFiles(store, repo.value, heads.value, { root, repository, signal });
  const manifest = await store.manifests.read({ repo: repo.value.id, ref: head.ref, analysis });
  if (!manifest.ok) return manifest;
  if (!manifest.value) return noBase(`the index of ${name} was just removed`);
  return ok({ repo: repo.value, manifest: manifest.value, by: "history" });
}

/** A shallow clone does not know its ancestors, and a rewritten branch has others: then only files tell. */
async function bestByFiles(
  store: Store,
  repo: Repo,
  heads: readonly ManifestHead[],
  { root, repository, signal }: { root: string; repository: GitRepository; signal: AbortSignal },
): Promise<Result<Base>> {
  const analysis = analysisKey();
  const files = await treeFiles({ folder: root, repository }, "HEAD", signal);
  if (!files.ok) return files;
  const keys = files.value.map(({ blob, path }) => fileKey(blob, path));
  const places = await store.segments.places(analysis, keys);
  if (!places.ok) return places;
  let best: { manifest: Manifest; count: number } | undefined;
  for (const { ref } of heads.slice(0, maxCompared)) {
    const manifest = await store.manifests.read({ repo: repo.id, ref, analysis });
    if (!manifest.ok) return manifest;
    if (!manifest.value) continue;
    const living = new Map(manifest.value.segments.map((segment) => [segment.id, segment.living]));
    const count = places.value.filter((place) => {
      const bits = place && living.get(place.segment);
      return bits && hasBit(bits, place.file);
    }).length;
    if (!best || count > best.count) best = { manifest: manifest.value, count };
  }
  if (!best || best.count < keys.length * minShare)
    return noBase(`no indexed branch of ${repo.name} has half of the files of this checkout`);
  return ok({ repo, manifest: best.manifest, by: "files" });
}

function noBase(why: string): Result<never> {
  return fail(fault("store_missing", `Nothing was pulled: ${why}.`, ""));
}
