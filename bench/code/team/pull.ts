import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Snapshot } from "../../../src/code/store/snapshot.ts";
import { partsOf } from "../../../src/store/parts.ts";
import { clone, editFiles, git, originFrom } from "./git.ts";
import {
  add,
  build,
  chunksOf,
  list,
  measured,
  newStore,
  questionsOf,
  useCache,
  type World,
  work,
} from "./world.ts";

const questionsEach = 120;
/** The goal for processor time is meant for repositories from this size on. */
const largeChunks = 10_000;

/** Each repository is indexed by a worker, built in a checkout and pulled in the same checkout, one after the other. */
export async function measurePulls({ folder, server, sources, program, row }: World): Promise<void> {
  const { store, url } = await newStore(server);
  const ratios: { name: string; chunks: number; ratio: number }[] = [];
  let [questions, same, stored, searchBytes, textBytes] = [0, 0, 0, 0, 0];
  let [differing, parsed, forked, pulledFiles] = [0, 0, 0, 0];
  const programs: string[] = [];
  let isFast = true;
  for (const [at, source] of sources.entries()) {
    const name = basename(source);
    const origin = originFrom(source, join(folder, `origin${at}`));
    useCache(folder, `worker${at}`);
    await add(store, origin);
    await work(store);
    const checkout = clone(origin, join(folder, `checkout${at}`));
    useCache(folder, `built${at}`);
    const built = await measured(() => build(checkout, undefined));
    useCache(folder, `pulled${at}`);
    const pulled = await measured(() => build(checkout, url));
    pulledFiles += pulled.value.parsed;
    const chunks = chunksOf(built.value.snapshot);
    ratios.push({ name, chunks, ratio: built.cpu / pulled.cpu });
    for (const question of questionsOf(built.value.snapshot, questionsEach)) {
      questions++;
      if (list(built.value.snapshot, question) === list(pulled.value.snapshot, question)) same++;
    }
    const sizes = sizesOf(pulled.value.snapshot);
    stored += sizes.stored;
    searchBytes += sizes.search;
    textBytes += sizes.texts;
    if (chunks >= largeChunks) {
      const [own, shared] = [undefined, url].map((each) =>
        programCpu(program, checkout, join(folder, "cache", `program${at}${each ? "p" : "b"}`), each),
      );
      programs.push(`${name} ${own?.toFixed(1)} / ${shared?.toFixed(1)} s`);
      isFast &&= (shared ?? 1) * 10 <= (own ?? 0);
    }
    // A second branch, a fork with the same files, and the next commit.
    git(origin, "checkout", "-q", "-b", "second");
    differing += editFiles(origin, 17);
    git(origin, "checkout", "-q", "main");
    useCache(folder, `worker${at}`);
    await add(store, origin, ["main", "second"]);
    parsed += (await work(store)).files.parsed;
    const fork = clone(origin, join(folder, `fork${at}`));
    await add(store, fork);
    forked += (await work(store)).files.parsed;
    for (const each of [checkout, fork]) rmSync(each, { recursive: true, force: true });
  }
  row(
    `identical lists of ten, ${questions} questions, ${sources.length} repositories`,
    "1.000",
    (same / questions).toFixed(3),
    same === questions,
  );
  row("files that a pulled checkout still parsed", "–", String(pulledFiles));
  for (const { name, chunks, ratio } of ratios)
    row(
      `CPU to the first answer, pull / index: ${name}, ${chunks} chunks`,
      chunks < largeChunks ? "–" : "at most 1/10",
      `1/${ratio.toFixed(1)}`,
      chunks < largeChunks ? undefined : ratio >= 10,
    );
  row("CPU of `hewto index`, built / pulled, start and git included", "10 to 1", programs.join(", "), isFast);
  const share = stored / (searchBytes + textBytes);
  row("bytes pulled / bytes of search columns and texts", "at most 0.4", share.toFixed(2), share <= 0.4);
  row("bytes pulled / bytes of search columns alone", "–", (stored / searchBytes).toFixed(2));
  row(
    "files parsed for a second branch / files that differ",
    "equal",
    `${parsed}/${differing}`,
    parsed === differing,
  );
  row("files parsed for a fork with the same files", "0", String(forked), forked === 0);
  await store.close();
}

/** Processor seconds of the program and everything that it starts. */
function programCpu(program: string, root: string, cache: string, url: string | undefined): number {
  const script = `"$0" "$1" index "$2" >/dev/null 2>&1; times`;
  const { stdout } = spawnSync("bash", ["-c", script, process.execPath, program, root], {
    encoding: "utf8",
    env: { ...process.env, XDG_CACHE_HOME: cache, HEWTO_STORE_URL: url ?? "" },
  });
  // The second line is of the processes that have ended: minutes and seconds of user, then of system.
  const children = stdout.trim().split("\n")[1] ?? "";
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

function sizesOf({ segments }: Snapshot) {
  let [stored, search, texts] = [0, 0, 0];
  for (const { segment, texts: read } of segments) {
    const all = read({ from: 0, length: Number.MAX_SAFE_INTEGER });
    texts += all.length;
    const columns = new Uint8Array(segment.lists.buffer);
    search += columns.length;
    for (const bytes of [columns, all]) for (const part of partsOf(bytes)) stored += part.length;
  }
  return { stored, search, texts };
}

/** Four releases of the repositories that have as many, one after the other as branches. */
export async function measureReleases({ folder, server, sources, row }: World): Promise<void> {
  const results: { name: string; ratio: number; files: number; bytes: number }[] = [];
  for (const source of sources) {
    const tags = git(source, "tag", "--sort=-version:refname")
      .split("\n")
      .filter((tag) => /^v?\d+\.\d+(\.0)?$/.test(tag))
      .slice(0, 4)
      .reverse();
    if (tags.length < 4) continue;
    const { store } = await newStore(server);
    useCache(folder, `releases${results.length}`);
    const sizes: number[] = [];
    const origin = originFrom(source, join(folder, `releases-${results.length}`), tags);
    const commits = git(origin, "rev-list", "--reverse", "main").trim().split("\n");
    for (const [at, commit] of commits.entries()) {
      git(origin, "branch", "-f", `release${at}`, commit);
      await add(store, origin, ["release*"]);
      await work(store);
      const stats = await store.stats();
      sizes.push(stats.ok ? stats.value.bytes : 0);
    }
    const name = basename(source);
    results.push({ name, ratio: (sizes[3] ?? 0) / (sizes[0] ?? 1), ...distinctIn(origin, commits) });
    await store.close();
    if (results.length === 4) break;
  }
  for (const { name, ratio, files, bytes } of results) {
    row(`distinct files (path and blob) in 4 releases / one: ${name}`, "–", files.toFixed(2));
    row("  bytes of those files / one", "–", bytes.toFixed(2));
    row("  stored bytes / one", "at most 1.7", ratio.toFixed(2), ratio <= 1.7);
  }
}

/** What several commits have of files and of their bytes, each counted once, in units of the first. */
function distinctIn(root: string, commits: readonly string[]): { files: number; bytes: number } {
  const seen = new Map<string, number>();
  let [files, bytes] = [0, 0];
  for (const [at, commit] of commits.entries()) {
    for (const line of git(root, "ls-tree", "-r", "-l", "-z", commit).split("\0")) {
      const [head = "", path = ""] = line.split("\t");
      const [, type, blob, size] = head.split(/ +/);
      if (type === "blob") seen.set(`${blob} ${path}`, Number(size));
    }
    if (at > 0) continue;
    files = seen.size;
    bytes = [...seen.values()].reduce((sum, each) => sum + each, 0);
  }
  const all = [...seen.values()].reduce((sum, each) => sum + each, 0);
  return { files: seen.size / files, bytes: all / bytes };
}
