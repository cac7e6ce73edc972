import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../../../test/support/repository.ts";
import { newStore, unwrap } from "../../../../test/support/stores.ts";
import { writeTree } from "../../../../test/support/temporary.ts";
import { addRepo } from "../../../store/add-repo.ts";
import { countBits } from "../../../store/bits.ts";
import type { Store } from "../../../store/store.ts";
import { mirrorAt, updateMirror } from "../../../workspace/git/mirror.ts";
import { ownCacheFolder } from "../../../workspace/state/own-folder.ts";
import { fileRoles } from "../../store/records.ts";
import { Segment } from "../../store/segment.ts";
import { analysisKey } from "../analysis-key.ts";
import { indexCommit } from "./index-commit.ts";
import { metricsText, newMetrics } from "./metrics.ts";
import { runWorker } from "./worker.ts";

const limits = { memoryMb: 1024, seconds: 60, files: 1000, bytes: 10_000_000 };
const signal = new AbortController().signal;

/** One run of a worker until every branch is published; gives what it counted. */
async function work(store: Store, log: string[] = [], own = limits) {
  const metrics = newMetrics();
  unwrap(
    await runWorker({
      store,
      once: true,
      intervalSeconds: 0,
      limits: own,
      signal,
      script: undefined,
      metrics,
      log: (line) => log.push(line),
    }),
  );
  return metrics;
}

async function add(store: Store, source: string, refs: string[] = [], name?: string) {
  return unwrap(await addRepo(store, "/", { source, refs, name }));
}

function read(store: Store, repo: string, ref: string) {
  return store.manifests.read({ repo, ref, analysis: analysisKey() }).then(unwrap);
}

const tenFiles = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`src/f${n}.ts`, `export function name${n}() { return ${n}; }\n`]),
);

describe.each(["file", "postgres"] as const)("a worker (%s)", (kind) => {
  // covers team: two-branches
  test("two branches that differ in 3 files: 3 files are parsed, and both manifests share the rest", async () => {
    const store = await newStore(kind);
    const root = await temporaryRepository(tenFiles);
    const { id } = await add(store, root, ["*"]);
    expect((await work(store)).files).toEqual({ parsed: 10, known: 0 });
    runGit(root, "checkout", "-q", "-b", "feature");
    await writeTree(root, {
      "src/f0.ts": "export const zero = 0;\n",
      "src/f1.ts": "let one;\n",
      "src/new.ts": "let x;\n",
    });
    commitAll(root);
    expect((await work(store)).files).toEqual({ parsed: 3, known: 8 });
    const [main, feature] = [await read(store, id, "main"), await read(store, id, "feature")];
    const ids = feature?.segments.map((segment) => segment.id) ?? [];
    expect(main?.segments.every((segment) => ids.includes(segment.id))).toBe(true);
    expect(feature?.segments).toHaveLength(2);
    const living = feature?.segments.reduce((sum, { living, files }) => sum + countBits(living, files), 0);
    expect(living).toBe(11);
  });

  // covers team: fork
  test("a fork of a repository: nothing is parsed, and it has its own manifest", async () => {
    const store = await newStore(kind);
    const root = await temporaryRepository(tenFiles);
    const origin = await add(store, root, [], "origin");
    await work(store);
    const fork = await add(store, root, [], "fork");
    expect((await work(store)).files).toEqual({ parsed: 0, known: 10 });
    expect(fork.id).not.toBe(origin.id);
    expect((await read(store, fork.id, "main"))?.generation).toBe(1);
    unwrap(await store.repos.remove("origin", true));
    expect((await read(store, fork.id, "main"))?.segments).toHaveLength(1);
    expect(unwrap(await store.stats()).unnamedSegments).toBe(0);
  });
});

// covers team: blob-at-two-paths
test("the same blob at two paths, one a test, is two files: role and words of the path differ", async () => {
  const store = await newStore("file");
  const text = "export function same() {}\n";
  const root = await temporaryRepository({ "src/a.ts": text, "test/a.test.ts": text });
  const { id } = await add(store, root);
  expect((await work(store)).files.parsed).toBe(2);
  const named = (await read(store, id, "main"))?.segments[0]?.id ?? "";
  const bytes = unwrap(await store.segments.get(named));
  const segment = bytes && Segment.read(bytes.search);
  const roles = segment?.paths.map((path, file) => [path, fileRoles[segment.roleOf(file)]]);
  expect(roles).toEqual([
    ["src/a.ts", "source"],
    ["test/a.test.ts", "test"],
  ]);
  runGit(root, "mv", "src/a.ts", "src/b.ts");
  commitAll(root);
  expect((await work(store)).files).toEqual({ parsed: 1, known: 1 });
});

// covers team: force-push
test("after a force-push the manifest of the new commit replaces the one that is gone", async () => {
  const store = await newStore("postgres");
  const root = await temporaryRepository(tenFiles);
  const first = runGit(root, "rev-parse", "HEAD").trim();
  await writeFile(join(root, "src/f0.ts"), "let gone;\n");
  commitAll(root);
  const { id } = await add(store, root);
  await work(store);
  runGit(root, "reset", "-q", "--hard", first);
  await writeFile(join(root, "src/f1.ts"), "let other;\n");
  const forced = commitAll(root);
  await work(store);
  expect(await read(store, id, "main")).toMatchObject({ commit: forced, generation: 2 });
});

test("a shallow checkout, as CI has it, is indexed all the same", async () => {
  const store = await newStore("file");
  const origin = await temporaryRepository(tenFiles);
  await writeFile(join(origin, "src/f0.ts"), "let second;\n");
  commitAll(origin);
  const shallow = join(origin, "../shallow");
  runGit(origin, "clone", "-q", "--depth", "1", `file://${origin}`, shallow);
  await add(store, shallow, [], "shallow");
  expect((await work(store)).files).toEqual({ parsed: 10, known: 0 });
});

test("a branch that is gone takes its manifest along", async () => {
  const store = await newStore("file");
  const root = await temporaryRepository(tenFiles);
  runGit(root, "branch", "old");
  const { id } = await add(store, root, ["*"]);
  await work(store);
  runGit(root, "branch", "-q", "-D", "old");
  await work(store);
  expect(unwrap(await store.manifests.heads(id, analysisKey())).map(({ ref }) => ref)).toEqual(["main"]);
});

// covers team: two-workers
test("two workers, the same commit: one swap wins, the other finds everything known", async () => {
  const store = await newStore("postgres");
  const root = await temporaryRepository(tenFiles);
  const repo = await add(store, root);
  const commit = runGit(root, "rev-parse", "HEAD").trim();
  const mirror = await mirrorOf(root);
  const job = { store, mirror, repo, ref: "main", commit, limits, signal, script: undefined };
  const both = await Promise.all(["w1", "w2"].map((worker) => indexCommit({ ...job, worker })));
  const states = both.map((outcome) => unwrap(outcome).state).sort();
  expect(["published", "unchanged"]).toEqual(expect.arrayContaining(states));
  expect(states).toContain("published");
  expect(await read(store, repo.id, "main")).toMatchObject({ commit, generation: 1 });
  expect(unwrap(await store.stats()).segments).toBe(1);
});

// covers team: older-after-newer
test("an older job that ends after a newer one is refused by its ancestry", async () => {
  const store = await newStore("postgres");
  const root = await temporaryRepository(tenFiles);
  const older = runGit(root, "rev-parse", "HEAD").trim();
  await writeFile(join(root, "src/f0.ts"), "let newer;\n");
  const newer = commitAll(root);
  const repo = await add(store, root);
  const mirror = await mirrorOf(root);
  const job = { store, mirror, repo, ref: "main", limits, signal, script: undefined, worker: "w" };
  expect(unwrap(await indexCommit({ ...job, commit: newer })).state).toBe("published");
  expect(unwrap(await indexCommit({ ...job, commit: older })).state).toBe("superseded");
  expect((await read(store, repo.id, "main"))?.commit).toBe(newer);
});

// covers team: poisoned-repository
test("a repository over the limits is a dead letter with the reason after three tries, and others go on", async () => {
  const store = await newStore("postgres");
  const huge = await temporaryRepository(tenFiles);
  const healthy = await temporaryRepository({ "a.ts": "let a;\n" });
  await add(store, huge, [], "huge");
  const { id } = await add(store, healthy, [], "healthy");
  const metrics = await work(store, [], { ...limits, files: 5 });
  expect(metrics).toMatchObject({ dead: 1, jobs: { published: 1, failed: 3 } });
  expect(unwrap(await store.jobs.dead())).toMatchObject([
    { repo: "huge", reason: "The commit has 10 files; the limit is 5." },
  ]);
  expect(await read(store, id, "main")).toBeDefined();
  const text = metricsText(metrics, unwrap(await store.stats()));
  expect(text).toContain('hewto_worker_jobs_total{outcome="published"} 1\n');
  expect(text).toContain("hewto_store_jobs_dead 1\n");
});

// covers team: poisoned-repository
test("a line of a megabyte is indexed within the limits, and a commit with too many bytes is given up", async () => {
  const store = await newStore("file");
  const line = await temporaryRepository({ "a.json": `[${"1,".repeat(520_000)}1]`, "b.ts": "let b;\n" });
  const { id } = await add(store, line, [], "line");
  expect(await work(store)).toMatchObject({ jobs: { published: 1, failed: 0 } });
  expect(await read(store, id, "main")).toBeDefined();
  await add(store, await temporaryRepository({ "a.txt": "a ".repeat(300_000) }), [], "bytes");
  expect(await work(store, [], { ...limits, bytes: 500_000 })).toMatchObject({ dead: 1 });
  expect(unwrap(await store.jobs.dead())).toMatchObject([
    { repo: "bytes", reason: "The commit has 600000 bytes to read; the limit is 500000." },
  ]);
});

// covers team: renamed-repository
test("a repository that moved to another host keeps its index", async () => {
  const store = await newStore("postgres");
  const root = await temporaryRepository(tenFiles);
  const before = await add(store, root, [], "old.example.com/a");
  await work(store);
  const given = { source: root, refs: [], name: "new.example.com/a", was: "old.example.com/a" };
  expect(unwrap(await addRepo(store, "/", given)).id).toBe(before.id);
  expect((await work(store)).files).toEqual({ parsed: 0, known: 0 });
  expect((await read(store, before.id, "main"))?.generation).toBe(1);
});

test("ignored files, links and submodules of a commit are left out, as on a disk", async () => {
  const store = await newStore("file");
  const root = await temporaryRepository({
    ".gitignore": "*.log\nbuild/\n",
    "a.ts": "let a;\n",
    "kept.log": "tracked all the same\n",
    "build/b.ts": "let b;\n",
    "sub/.hewtoignore": "/c.ts\n",
    "sub/c.ts": "let c;\n",
    "node_modules/d.ts": "let d;\n",
    "pointer.bin.txt": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
  });
  runGit(root, "config", "core.symlinks", "true");
  await import("node:fs/promises").then(({ symlink }) => symlink("a.ts", join(root, "link.ts")));
  commitAll(root);
  await add(store, root);
  expect((await work(store)).files.parsed).toBe(4);
  await rm(join(root, "a.ts"));
});

test("a ref with many pushes has few segments", async () => {
  const store = await newStore("file");
  const root = await temporaryRepository(tenFiles);
  const repo = await add(store, root);
  const commits = [runGit(root, "rev-parse", "HEAD").trim()];
  for (let n = 0; n < 17; n++) {
    await writeFile(join(root, `src/push${n}.ts`), `export const push${n} = ${n};\n`);
    commits.push(commitAll(root));
  }
  const job = {
    store,
    mirror: await mirrorOf(root),
    repo,
    ref: "main",
    limits,
    signal,
    script: undefined,
    worker: "w",
  };
  for (const commit of commits) unwrap(await indexCommit({ ...job, commit }));
  const manifest = await read(store, repo.id, "main");
  expect(manifest?.segments.length).toBeLessThanOrEqual(16);
  const living = manifest?.segments.reduce((sum, { living, files }) => sum + countBits(living, files), 0);
  expect(living).toBe(27);
});

async function mirrorOf(root: string) {
  const folder = ownCacheFolder("mirrors", `test-${Math.random()}`) ?? "";
  return unwrap(await updateMirror(mirrorAt(folder), root, signal));
}
