import { chmod, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dump, searchFolder } from "../../../test/support/code-index.ts";
import { queryUrl } from "../../../test/support/postgres.ts";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { needsLinux } from "../../../test/support/skip.ts";
import { newStoreUrl, openedStore, tenant, unwrap } from "../../../test/support/stores.ts";
import { temporaryFolder, writeTree } from "../../../test/support/temporary.ts";
import { sha256 } from "../../kernel/hash.ts";
import { addRepo } from "../../store/add-repo.ts";
import { toBits } from "../../store/bits.ts";
import { openStore } from "../../store/open.ts";
import { segmentName } from "../../store/parts.ts";
import type { Store } from "../../store/store.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { Analyzer } from "../index/analyze.ts";
import { CodeIndex } from "../index/fresh.ts";
import type { Seed } from "../index/update.ts";
import { corpusOf } from "../rank/corpus.ts";
import { readQuery } from "../rank/query.ts";
import { search } from "../search.ts";
import { meaningByModel } from "../semantic/meaning.ts";
import { packagedModel } from "../semantic/model/load.ts";
import { analysisKey, fileKey } from "./analysis-key.ts";
import type { Pulled } from "./pull.ts";
import { newSeed } from "./seed.ts";
import { SegmentCache } from "./segment-cache.ts";
import { newMetrics } from "./worker/metrics.ts";
import { runWorker } from "./worker/worker.ts";

const signal = new AbortController().signal;
const limits = { memoryMb: 1024, seconds: 60, files: 1000, bytes: 10_000_000 };

beforeEach(async () => {
  vi.stubEnv("XDG_CACHE_HOME", await temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

const sources = Object.fromEntries(
  Array.from({ length: 12 }, (_, n) => [
    `src/part${n}.ts`,
    `/** Counts the apples of tree ${n}. */\nexport function countApples${n}(basket: string[]) {\n  return basket.length + ${n};\n}\n`,
  ]),
);

interface Scene {
  readonly url: string;
  readonly store: Store;
  readonly origin: string;
  readonly repo: string;
}

/** A store with the index of `main` of a repository. */
async function publish(
  kind: Store["kind"] = "file",
  files: Record<string, string> = sources,
): Promise<Scene> {
  const url = await newStoreUrl(kind);
  const store = await openedStore(url);
  const origin = await temporaryRepository(files);
  const { id } = unwrap(await addRepo(store, "/", { source: origin, refs: [] }));
  await work(store);
  vi.stubEnv("HEWTO_STORE_URL", url);
  return { url, store, origin, repo: id };
}

async function work(store: Store): Promise<void> {
  const options = { store, once: true, intervalSeconds: 0, limits, signal, script: undefined };
  unwrap(await runWorker({ ...options, metrics: newMetrics(), log: () => {} }));
}

async function clone(origin: string, ...args: string[]): Promise<Workspace> {
  const root = join(await temporaryFolder(), "clone");
  runGit(
    join(root, ".."),
    "clone",
    "-q",
    ...args,
    args.length > 0 ? pathToFileURL(origin).href : origin,
    root,
  );
  // A shallow clone needs an address, and the store knows the folder.
  runGit(root, "config", "remote.origin.url", origin);
  return { root };
}

/** Indexes a checkout and reports what was parsed here and what came from the store. */
async function indexed(workspace: Workspace) {
  let pulled: Pulled | undefined;
  let reason: string | undefined;
  const seed: Seed = async (entries, target) => {
    const outcome = await newSeed(workspace, entries, target);
    if (outcome?.ok) pulled = outcome.value;
    else reason = outcome?.fault.message;
    return pulled?.snapshot;
  };
  const index = new CodeIndex(workspace);
  const report = unwrap(await index.update({ force: false, signal, progress: () => {}, seed }));
  return { index, report, pulled, reason };
}

/** Everything in the index of the same checkout, built without a store. */
async function builtHere(workspace: Workspace): Promise<string[]> {
  vi.stubEnv("XDG_CACHE_HOME", await temporaryFolder());
  const index = new CodeIndex(workspace);
  unwrap(await index.update({ force: false, signal, progress: () => {} }));
  return dump(index.stored());
}

test("a clone of an indexed commit parses nothing, and its index is the one that would be built", async () => {
  const { origin } = await publish("postgres");
  const workspace = await clone(origin);
  const { index, report, pulled } = await indexed(workspace);
  expect(report).toMatchObject({ indexed: 0, unchanged: 12 });
  expect(pulled?.base).toMatchObject({ by: "history", manifest: { ref: "main" } });
  expect(dump(index.stored())).toEqual(await builtHere(workspace));
  const hits = await searchFolder(workspace.root, "countApples7");
  expect(hits[0]?.path).toBe("src/part7.ts");
});

// covers team: head-not-indexed
test("a commit that is not indexed yet takes the nearest indexed ancestor and parses the difference", async () => {
  const { origin, store } = await publish();
  await writeTree(origin, { "src/part0.ts": "export const changed = 1;\n", "src/added.ts": "let added;\n" });
  commitAll(origin);
  const workspace = await clone(origin);
  const { index, report, pulled } = await indexed(workspace);
  expect(report.indexed).toBe(2);
  expect(pulled?.files).toBe(11);
  expect(dump(index.stored())).toEqual(await builtHere(workspace));
  expect(unwrap(await store.jobs.open()), "nothing is queued by readers").toBe(0);
});

// covers team: head-not-indexed
test("a checkout with less than half of the indexed files is indexed here and says so", async () => {
  const { origin } = await publish();
  runGit(origin, "checkout", "-q", "--orphan", "other");
  runGit(origin, "rm", "-q", "-r", "-f", "src");
  await writeTree(origin, {
    "one.ts": "let one;\n",
    "src/part0.ts": sources["src/part0.ts"] ?? "",
    "two.ts": "let two;\n",
  });
  commitAll(origin);
  const { report, reason } = await indexed(await clone(origin, "--branch", "other"));
  expect(report.indexed).toBe(3);
  expect(reason).toMatch(/no indexed branch of file:.* has half of the files of this checkout/);
});

// covers team: shallow-clone
test("a shallow clone without the indexed ancestor compares files instead of history", async () => {
  const { origin } = await publish();
  await writeTree(origin, { "src/part1.ts": "export const changed = 1;\n" });
  commitAll(origin);
  const workspace = await clone(origin, "--depth", "1");
  const { report, pulled } = await indexed(workspace);
  expect(pulled?.base.by).toBe("files");
  expect(report.indexed).toBe(1);
});

// covers team: dirty-files
test("dirty, staged, untracked, deleted, renamed and case-renamed files are as on the disk", async () => {
  const { origin } = await publish();
  const workspace = await clone(origin);
  const { root } = workspace;
  await writeTree(root, {
    "src/part0.ts": "let dirty;\n",
    "src/part1.ts": "let staged;\n",
    "src/new.ts": "let untracked;\n",
  });
  runGit(root, "add", "src/part1.ts");
  await rm(join(root, "src/part2.ts"));
  await rename(join(root, "src/part3.ts"), join(root, "src/moved.ts"));
  await rename(join(root, "src/part4.ts"), join(root, "src/PART4.ts"));
  const { index, report, pulled } = await indexed(workspace);
  expect(pulled?.files).toBe(7);
  expect(report.indexed).toBe(5);
  const stored = dump(index.stored());
  expect(stored).toEqual(await builtHere(workspace));
  expect(stored.some((line) => line.startsWith("src/part2.ts"))).toBe(false);
});

// covers team: submodule-lfs-sparse
test("a submodule, a git-lfs pointer and a sparse checkout: a pointer is text, and absent files are not there", async () => {
  const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 9\n";
  const inner = await temporaryRepository({ "inner.ts": "let inner;\n" });
  const { origin, store } = await publish("file", {
    ...sources,
    "big.txt": pointer,
    "docs/a.md": "# Title\n\nText.\n",
  });
  runGit(origin, "submodule", "--quiet", "add", inner, "module");
  commitAll(origin);
  await work(store);
  const workspace = await clone(origin, "--sparse");
  const { index, report, pulled } = await indexed(workspace);
  expect([pulled?.files, report.indexed], "the pointer and .gitmodules").toEqual([2, 0]);
  expect(dump(index.stored())).toEqual(await builtHere(workspace));
});

// covers team: filters
test("bytes that differ from the blob by line ends are read here", async () => {
  const { origin } = await publish();
  const workspace = await clone(origin, "-c", "core.autocrlf=true");
  const text = await readFile(join(workspace.root, "src/part0.ts"), "utf8");
  expect(text).toContain("\r\n");
  const { index, report, pulled } = await indexed(workspace);
  expect([pulled?.files, report.indexed]).toEqual([0, 12]);
  expect(dump(index.stored())).toEqual(await builtHere(workspace));
});

// covers team: dirty-files
test("in a large checkout most files are not read, and what git does not look at is as on the disk", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 320 }, (_, n) => [`src/f${n}.ts`, `export const value${n} = ${n};\n`]),
  );
  const { origin } = await publish("file", {
    ...many,
    ".gitattributes": "latin.txt working-tree-encoding=ISO-8859-1\n",
    "latin.txt": "plain words\n",
  });
  const workspace = await clone(origin);
  const { root } = workspace;
  const past = new Date(Date.now() - 60_000);
  const hide = async (path: string, flag: string, text: string) => {
    runGit(root, "update-index", flag, path);
    await writeFile(join(root, path), text);
    await utimes(join(root, path), past, past);
  };
  // Of the same length, and git says of none that it is changed.
  await hide(
    "src/f10.ts",
    "--assume-unchanged",
    "export const hidden = 10;\n".padEnd(many["src/f10.ts"]?.length ?? 0),
  );
  await hide("src/f11.ts", "--skip-worktree", (many["src/f11.ts"] ?? "").replace("value", "VALUE"));
  await writeTree(root, { "src/f12.ts": (many["src/f12.ts"] ?? "").replace("value", "other") });
  expect(runGit(root, "status", "--short").trim()).toBe("M src/f12.ts");
  const { index, report, pulled } = await indexed(workspace);
  expect([pulled?.files, report.indexed]).toEqual([319, 3]);
  expect(dump(index.stored())).toEqual(await builtHere(workspace));
});

test("texts with a byte order mark or in another encoding, and files that are skipped, are not read again", async () => {
  const origin = await temporaryRepository(sources);
  await writeFile(join(origin, "marked.cs"), "\uFEFFclass Marked { }\n");
  await writeFile(join(origin, "latin.txt"), Buffer.from("caf\u00e9 au lait\n", "latin1"));
  await writeFile(join(origin, "wide.txt"), Buffer.from("\uFEFFwide words\n", "utf16le"));
  await writeFile(join(origin, "logo.png"), Buffer.from([0, 1, 2]));
  await writeFile(join(origin, "message.mo"), Buffer.from([0, 1, 2, 3]));
  commitAll(origin);
  const url = await newStoreUrl("file");
  const store = await openedStore(url);
  unwrap(await addRepo(store, "/", { source: origin, refs: [] }));
  await work(store);
  vi.stubEnv("HEWTO_STORE_URL", url);
  const workspace = await clone(origin);
  const { pulled, report, index } = await indexed(workspace);
  expect(pulled).toMatchObject({ files: 17, unbelieved: [] });
  expect(report.indexed).toBe(0);
  expect(report.skipped).toBe(2);
  expect(dump(index.stored())).toEqual(await builtHere(workspace));
});

// covers team: odd-terms
test("words with lone surrogates, NUL and long runs are the same words as in an index that is built here", async () => {
  const { origin } = await publish("postgres", {
    "a.ts": `const x = "\\ud800 ${"a".repeat(64)} ${"b".repeat(65)} \\0";\nlet 名前 = 1;\n`,
    "b.ts": "let \u{1F600}smile = '\u{10FFFF}';\n",
    "c.txt": "a\0b",
  });
  const workspace = await clone(origin);
  const { index } = await indexed(workspace);
  expect(dump(index.stored())).toEqual(await builtHere(workspace));
});

describe("a store that cannot be trusted or used leaves the index as without it", () => {
  // covers team: damaged-part
  test("a damaged part is noticed by its hash, reported, and the index is built here", async () => {
    const { origin, url } = await publish("postgres");
    await damage(url);
    const { report, reason, index } = await indexed(await clone(origin));
    expect(reason).toMatch(/^Segment [0-9a-f]{12} of the store .* is damaged\.$/);
    expect(report.indexed).toBe(12);
    expect(index.stored()).toBeDefined();
  });

  // covers team: replica-behind
  test("a manifest that names a segment which the replica lacks is left alone", async () => {
    const { origin, url } = await publish();
    const segments = join(fileURLToPath(url), "segments");
    for (const name of await readdir(segments)) await rm(join(segments, name), { recursive: true });
    const { report, reason } = await indexed(await clone(origin));
    expect(reason).toContain("is damaged");
    expect(report.indexed).toBe(12);
  });

  // covers team: failover
  test("a failover that loses the newest manifest: the client keeps what it has, and publishing again repairs it", async () => {
    const { origin, store, repo } = await publish();
    const workspace = await clone(origin);
    const { index } = await indexed(workspace);
    unwrap(await store.manifests.keepOnly(repo, []));
    expect((await searchFolder(workspace.root, "countApples3"))[0]?.path).toBe("src/part3.ts");
    const before = unwrap(await store.stats()).segments;
    await work(store);
    expect(unwrap(await store.stats())).toMatchObject({ segments: before, manifests: 1 });
    expect(index.stored()).toBeDefined();
  });

  // covers team: text-is-not-the-blob
  test("a text that is not the file of its hash is not shown, and is reported", async () => {
    const { origin, store, repo } = await publish();
    const path = "src/part5.ts";
    const blob = runGit(origin, "rev-parse", `HEAD:${path}`).trim();
    await forge(store, repo, origin, path, blob);
    const workspace = await clone(origin);
    const { pulled, report, index } = await indexed(workspace);
    expect(pulled?.unbelieved).toEqual([path]);
    expect(report.indexed).toBe(1);
    expect(dump(index.stored())).toEqual(await builtHere(workspace));
  });

  // covers team: client-newer-or-older
  test("a store that is down, of an older or a newer version, or without this repository", async () => {
    const { origin, url } = await publish("postgres");
    const away = await indexedWith(origin, "postgres://admin:secret-word@127.0.0.1:1/x");
    expect(away).toMatch(/^The store postgres:\/\/admin@127.0.0.1:1\/x cannot be used: .*ECONNREFUSED/);
    expect(away).not.toContain("secret-word");
    await queryUrl(url, "delete from hewto.migration where version > 1");
    expect(await indexedWith(origin, url)).toContain("was set up by an older version of Hewto");
    await queryUrl(url, "insert into hewto.migration (version, readable_by) values (99, 99)");
    expect(await indexedWith(origin, url)).toContain("was set up by a newer version of Hewto");
    const other = await temporaryRepository({ "a.ts": "let a;\n" });
    await queryUrl(url, "update hewto.migration set readable_by = 1 where version = 99");
    expect(await indexedWith(other, url)).toMatch(/^Nothing was pulled: it has no repository file:/);
  });

  test("a store that hangs costs two seconds once, not for each checkout", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const origin = await temporaryRepository(sources);
    const url = `postgres://x@127.0.0.1:${port}/x`;
    const started = performance.now();
    expect(await indexedWith(origin, url)).toContain("cannot be used");
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await indexedWith(origin, url)).toBe("It did not answer a moment ago.");
    silent.close();
  });

  // covers team: client-newer-or-older
  test("an index of another version of parsers is not taken", async () => {
    const { origin, url } = await publish("postgres");
    await asTenant(url, "delete from hewto.manifest_segment; update hewto.manifest set analysis = 'other'");
    expect(await indexedWith(origin, url)).toContain("has no index of");
  });
});

// covers team: thundering-herd
test("twenty checkouts that pull at once queue nothing and read the same", async () => {
  const { origin, store } = await publish("postgres");
  const workspaces = await Promise.all(Array.from({ length: 20 }, () => clone(origin)));
  const reports = await Promise.all(workspaces.map((workspace) => indexed(workspace)));
  expect(reports.every(({ report }) => report.indexed === 0)).toBe(true);
  expect(unwrap(await store.stats())).toMatchObject({ openJobs: 0, segments: 1 });
}, 90_000);

// covers team: thundering-herd
test("hundreds of readers of one commit at once get the same bytes and put nothing into the queue", async () => {
  const { store, url, repo } = await publish("postgres");
  const readers = process.env["HEWTO_SWEEP"] ? 3_000 : 300;
  // The time to connect includes the wait for one of the eight.
  const shared = unwrap(await openStore(url, { tenant, connections: 8, connectMs: 60_000 }));
  const key = { repo, ref: "main", analysis: analysisKey() };
  const hashes = await Promise.all(
    Array.from({ length: readers }, async () => {
      const manifest = unwrap(await shared.manifests.read(key));
      const segment = unwrap(await shared.segments.get(manifest?.segments[0]?.id ?? ""));
      return segment && sha256(segment.search);
    }),
  );
  await shared.close();
  expect(hashes).toHaveLength(readers);
  expect(new Set(hashes).size).toBe(1);
  expect(hashes[0]).toBeDefined();
  expect(unwrap(await store.stats())).toMatchObject({ openJobs: 0, deadJobs: 0, segments: 1 });
});

// covers team: model-changes
test("another model makes its own vectors of what was pulled; nothing is parsed or published again", async () => {
  const { origin, store } = await publish();
  const before = unwrap(await store.stats());
  const { index, report } = await indexed(await clone(origin));
  const snapshot = index.stored();
  if (!snapshot) throw new Error("Nothing was indexed.");
  const model = packagedModel();
  const other = { ...model, id: "another-model", fields: model.fields.map((each, at) => each * (at + 1)) };
  const nearness = [model, other].map((each) => {
    const scores = meaningByModel(
      each,
      "counts apples in a basket",
      undefined,
    )?.(corpusOf(snapshot), undefined);
    return scores?.flatMap((part) => [...part]).filter((score) => !Number.isNaN(score));
  });
  expect(nearness[0]?.length).toBeGreaterThan(0);
  expect(nearness[1]).toHaveLength(nearness[0]?.length ?? 0);
  expect(nearness[1]).not.toEqual(nearness[0]);
  expect(report.indexed).toBe(0);
  expect(unwrap(await store.stats())).toEqual(before);
});

test("the second checkout takes its segments from the cache of this user", async () => {
  const { origin } = await publish();
  expect((await indexed(await clone(origin))).pulled?.bytes).toBeGreaterThan(0);
  expect((await indexed(await clone(origin))).pulled?.bytes).toBe(0);
});

// covers team: disk-full
test("a cache that others can write is not believed", async () => {
  needsLinux();
  const { origin } = await publish();
  await indexed(await clone(origin));
  const folder = join(process.env["XDG_CACHE_HOME"] ?? "", "hewto/segments");
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o666);
  const { pulled, report } = await indexed(await clone(origin));
  expect(pulled?.bytes).toBeGreaterThan(0);
  expect(report.indexed).toBe(0);
});

test("a cache over its limit loses what was not used for the longest time", async () => {
  const folder = await temporaryFolder();
  const cache = new SegmentCache(folder);
  const ids = ["a", "b"].map((text) => {
    const files = { search: Buffer.from(text.repeat(100)), texts: Buffer.from(text) };
    const id = segmentName(files);
    cache.put(id, files, 250);
    return id;
  });
  await utimes(join(folder, `${ids[0]}.search`), new Date(0), new Date(0));
  const files = { search: Buffer.from("d".repeat(100)), texts: Buffer.from("d") };
  cache.put(segmentName(files), files, 250);
  expect(cache.get(ids[0] ?? "")).toBeUndefined();
  expect(cache.get(segmentName(files))).toEqual(files);
});

// covers team: disk-full
test("with a disk that cannot be written, a search is answered from memory", async () => {
  needsLinux();
  const { origin } = await publish();
  const workspace = await clone(origin);
  const blocked = join(await temporaryFolder(), "file");
  await writeFile(blocked, "in the way");
  vi.stubEnv("XDG_CACHE_HOME", blocked);
  vi.stubEnv("TMPDIR", blocked);
  const index = new CodeIndex(workspace);
  const seed: Seed = async (entries, target) => {
    const outcome = await newSeed(workspace, entries, target);
    return outcome?.ok ? outcome.value.snapshot : undefined;
  };
  expect(await index.begin(seed, { signal, progress: () => {} })).toBe(true);
  await writeFile(join(workspace.root, "src/part0.ts"), "let dirtyName;\n");
  const { snapshot } = unwrap(await index.fresh({ signal, now: () => new Date() }));
  const request = { root: workspace.root, limit: 5 };
  expect(search(snapshot, { ...request, query: readQuery("countApples4") })[0]?.path).toBe("src/part4.ts");
  expect(search(snapshot, { ...request, query: readQuery("dirtyName") })[0]?.path).toBe("src/part0.ts");
});

async function indexedWith(origin: string, url: string): Promise<string | undefined> {
  vi.stubEnv("HEWTO_STORE_URL", url);
  const { report, reason } = await indexed(await clone(origin));
  expect(report.indexed).toBeGreaterThan(0);
  return reason;
}

async function asTenant(url: string, text: string): Promise<void> {
  await queryUrl(url, `begin; select set_config('hewto.tenant', 'default', true); ${text}; commit`);
}

/** One byte of one part, as a bad disk would. */
async function damage(url: string): Promise<void> {
  const change = "set_byte(bytes, length(bytes) - 12, get_byte(bytes, length(bytes) - 12) # 1)";
  await asTenant(url, `update hewto.segment_part set bytes = ${change} where file = 0 and n = 0`);
}

/** Publishes, with a worker's rights, a segment whose text for one path is another one than its hash says. */
async function forge(store: Store, repo: string, origin: string, path: string, blob: string): Promise<void> {
  const truth = await readFile(join(origin, path));
  const analyzer = new Analyzer();
  const lie = Buffer.from(truth.toString().replace("apples", "melons"));
  await analyzer.readContent(path, lie.length, lie);
  const { segment } = analyzer.take();
  const search = Buffer.from(segment.search);
  const hashOf = (bytes: Uint8Array) => Buffer.from(sha256(bytes).slice(0, 32), "hex");
  hashOf(truth).copy(search, search.indexOf(hashOf(lie)));
  const analysis = analysisKey();
  const files = [fileKey(blob, path)];
  const id = unwrap(
    await store.segments.put({
      search,
      texts: segment.texts,
      analysis,
      chunks: segment.chunks,
      files,
      madeBy: "x",
    }),
  );
  const key = { repo, ref: "main", analysis };
  const current = unwrap(await store.manifests.read(key));
  if (!current) throw new Error("a manifest");
  const living = toBits([0], 1);
  const others = current.segments.map((each) => ({
    ...each,
    living: toBits(
      [...Array(12).keys()].filter((n) => n !== 7),
      12,
    ),
  }));
  const segments = [...others, { id, files: 1, living }];
  unwrap(await store.manifests.swap(key, current.generation, { commit: current.commit, segments }));
}
