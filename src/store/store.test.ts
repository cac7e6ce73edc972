import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newStore, newStoreUrl, openedStore, someSegment, unwrap } from "../../test/support/stores.ts";
import { toBits } from "./bits.ts";
import { initStore } from "./open.ts";
import { partBytes, segmentName } from "./parts.ts";

const kinds = ["file", "postgres"] as const;
const repo = { name: "example.com/a", source: "/a", refs: [] };

describe.each(kinds)("a store (%s)", (kind) => {
  test("gives back the bytes of a segment under the hash of them", async () => {
    const store = await newStore(kind);
    const segment = { ...someSegment("a"), search: randomBytes(partBytes * 2 + 17), texts: randomBytes(3) };
    const id = unwrap(await store.segments.put(segment));
    expect(id).toBe(segmentName(segment));
    const read = unwrap(await store.segments.get(id));
    expect(Buffer.compare(read?.search ?? Buffer.alloc(0), segment.search)).toBe(0);
    expect(Buffer.compare(read?.texts ?? Buffer.alloc(0), segment.texts)).toBe(0);
    expect(unwrap(await store.segments.put(segment))).toBe(id);
    expect(unwrap(await store.segments.get("0".repeat(64)))).toBeUndefined();
    expect(unwrap(await store.stats())).toMatchObject({ segments: 1, files: 1, unnamedSegments: 1 });
  });

  test("knows where a file of a path and a blob lies, in the order of the questions", async () => {
    const store = await newStore(kind);
    const segment = someSegment("a", 3);
    const id = unwrap(await store.segments.put(segment));
    const [first, second, third] = segment.files;
    if (!first || !second || !third) throw new Error("three files");
    const keys = [third, { ...first, path: second.path }, first];
    const places = unwrap(await store.segments.places("a1", keys));
    expect(places).toEqual([{ segment: id, file: 2 }, undefined, { segment: id, file: 0 }]);
    expect(unwrap(await store.segments.places("a2", [first]))).toEqual([undefined]);
  });

  // covers team: older-after-newer
  test("swaps a manifest only from the generation that was read", async () => {
    const store = await newStore(kind);
    const { id } = unwrap(await store.repos.add(repo));
    const segment = unwrap(await store.segments.put(someSegment("a", 9)));
    const key = { repo: id, ref: "main", analysis: "a1" };
    const next = { commit: "c1", segments: [{ id: segment, files: 9, living: toBits([0, 8], 9) }] };
    expect(unwrap(await store.manifests.read(key))).toBeUndefined();
    expect(unwrap(await store.manifests.swap(key, 0, next))).toBe("swapped");
    expect(unwrap(await store.manifests.swap(key, 0, next))).toBe("outdated");
    expect(unwrap(await store.manifests.swap(key, 1, { ...next, commit: "c2" }))).toBe("swapped");
    expect(unwrap(await store.manifests.swap(key, 1, next))).toBe("outdated");
    const read = unwrap(await store.manifests.read(key));
    expect(read).toMatchObject({ ref: "main", commit: "c2", generation: 2 });
    expect([...(read?.segments[0]?.living ?? [])]).toEqual([1, 1]);
    const unknown = { id: "1".repeat(64), files: 1, living: toBits([0], 1) };
    expect(unwrap(await store.manifests.swap(key, 2, { commit: "c3", segments: [unknown] }))).toBe(
      "segment gone",
    );
    expect(unwrap(await store.manifests.heads(id, "a1"))).toMatchObject([{ commit: "c2", ref: "main" }]);
    expect(unwrap(await store.manifests.heads(id, "a2"))).toEqual([]);
    expect(unwrap(await store.manifests.keepOnly(id, ["other"]))).toBe(1);
  });

  test("gives a job to one worker, collapses commits of one ref, and buries it after three tries", async () => {
    const store = await newStore(kind);
    const { id } = unwrap(await store.repos.add(repo));
    const { jobs } = store;
    for (const commit of ["c1", "c2"]) unwrap(await jobs.add({ repo: id, ref: "main", commit }, 1));
    unwrap(await jobs.add({ repo: id, ref: "other", commit: "d1" }, 0));
    const job = unwrap(await jobs.claim("w1", 60));
    expect(job).toMatchObject({ ref: "main", commit: "c2", tries: 1 });
    expect(unwrap(await jobs.claim("w2", 60)), "the repository is busy").toBeUndefined();
    if (!job) throw new Error("a job");
    unwrap(await jobs.add({ repo: id, ref: "main", commit: "c3" }, 1));
    unwrap(await jobs.complete(job, "w1"));
    for (const tries of [1, 2, 3]) {
      const again = unwrap(await jobs.claim("w1", 60));
      expect(again).toMatchObject({ ref: "main", commit: "c3", tries });
      if (again) unwrap(await jobs.fail(again, "w1", { reason: "boom\0", waitSeconds: 0 }));
    }
    expect(unwrap(await jobs.dead())).toMatchObject([{ repo: repo.name, ref: "main", commit: "c3" }]);
    unwrap(await jobs.add({ repo: id, ref: "main", commit: "c3" }, 1));
    expect(unwrap(await jobs.open()), "a dead commit is not tried again").toBe(1);
    const other = unwrap(await jobs.claim("w1", 60));
    if (other) unwrap(await jobs.complete(other, "w1"));
    unwrap(await jobs.add({ repo: id, ref: "main", commit: "c4" }, 1));
    expect(unwrap(await jobs.dead()), "the next commit clears it").toEqual([]);
  });

  test("a lease that ran out passes to another worker, and the first one can no longer end the job", async () => {
    const store = await newStore(kind);
    const { id } = unwrap(await store.repos.add(repo));
    unwrap(await store.jobs.add({ repo: id, ref: "main", commit: "c1" }, 1));
    const job = unwrap(await store.jobs.claim("w1", -1));
    const second = unwrap(await store.jobs.claim("w2", 60));
    expect(second?.id).toBe(job?.id);
    if (!job) throw new Error("a job");
    expect(unwrap(await store.jobs.renew(job, "w1", 60))).toBe(false);
    unwrap(await store.jobs.complete(job, "w1"));
    expect(unwrap(await store.jobs.open())).toBe(1);
    expect(second && unwrap(await store.jobs.renew(second, "w2", 60))).toBe(true);
  });

  test("a job that ends its worker three times is a dead letter with that reason", async () => {
    const store = await newStore(kind);
    const { id } = unwrap(await store.repos.add(repo));
    unwrap(await store.jobs.add({ repo: id, ref: "main", commit: "c1" }, 1));
    for (const tries of [1, 2, 3]) expect(unwrap(await store.jobs.claim(`w${tries}`, -1))?.tries).toBe(tries);
    expect(unwrap(await store.jobs.claim("w4", 60))).toBeUndefined();
    expect(unwrap(await store.jobs.dead())).toMatchObject([{ reason: "It ended its worker 3 times." }]);
  });

  // covers team: killed-before-manifest
  test("a worker killed between segment and manifest leaves garbage that is swept later, and nothing visible", async () => {
    const store = await newStore(kind);
    const { id } = unwrap(await store.repos.add(repo));
    const named = unwrap(await store.segments.put(someSegment("named")));
    const key = { repo: id, ref: "main", analysis: "a1" };
    const segments = [{ id: named, files: 1, living: toBits([0], 1) }];
    unwrap(await store.manifests.swap(key, 0, { commit: "c", segments }));
    const lost = unwrap(await store.segments.put(someSegment("lost")));
    const options = { analysis: "a1", retentionSeconds: 0 };
    expect(unwrap(await store.sweep({ ...options, afterSeconds: 604_800 })).segments).toBe(0);
    expect(unwrap(await store.sweep({ ...options, afterSeconds: 0 }))).toMatchObject({
      segments: 1,
      manifests: 0,
    });
    expect(unwrap(await store.segments.get(lost))).toBeUndefined();
    expect(unwrap(await store.segments.get(named))).toBeDefined();
    expect(unwrap(await store.segments.places("a1", someSegment("lost").files))).toEqual([undefined]);
  });

  // covers team: renamed-repository
  test("a renamed repository keeps its id and its manifests", async () => {
    const store = await newStore(kind);
    const before = unwrap(await store.repos.add(repo));
    const after = unwrap(await store.repos.add({ ...repo, name: "other.example.com/b" }, repo.name));
    expect(after.id).toBe(before.id);
    expect(unwrap(await store.repos.find(repo.name))).toBeUndefined();
    expect(unwrap(await store.repos.list()).map(({ name }) => name)).toEqual(["other.example.com/b"]);
  });

  // covers team: erasure
  test("a deleted repository is unreadable at once, and erased bytes are gone", async () => {
    const store = await newStore(kind);
    const publish = async (name: string, text: string) => {
      const { id } = unwrap(await store.repos.add({ ...repo, name }));
      const segment = unwrap(await store.segments.put(someSegment(text)));
      const segments = [{ id: segment, files: 1, living: toBits([0], 1) }];
      unwrap(
        await store.manifests.swap({ repo: id, ref: "main", analysis: "a1" }, 0, { commit: "c", segments }),
      );
      return { id, segment };
    };
    const [a, b, c] = [await publish("a", "one"), await publish("b", "two"), await publish("c", "two")];
    expect(unwrap(await store.repos.remove("a", false))).toBe(true);
    expect(unwrap(await store.manifests.heads(a.id, "a1"))).toEqual([]);
    expect(unwrap(await store.segments.get(a.segment)), "kept for readers of today").toBeDefined();
    expect(unwrap(await store.repos.remove("b", true))).toBe(true);
    expect(unwrap(await store.segments.get(b.segment)), "the other repository has it too").toBeDefined();
    expect(unwrap(await store.repos.remove("c", true))).toBe(true);
    expect(unwrap(await store.segments.get(c.segment))).toBeUndefined();
    expect(unwrap(await store.repos.remove("c", true))).toBe(false);
  });

  test("keeps documents by their content, once", async () => {
    const store = await newStore(kind);
    const { id } = unwrap(await store.repos.add(repo));
    const document = Buffer.from("a report");
    expect(unwrap(await store.documents.put("evidence", id, [document, Buffer.from("b")]))).toBe(2);
    expect(unwrap(await store.documents.put("evidence", id, [document]))).toBe(0);
    const ids = unwrap(await store.documents.ids("evidence", id));
    expect(ids).toHaveLength(2);
    const texts = await Promise.all(
      ids.map(async (each) =>
        Buffer.from(unwrap(await store.documents.get("evidence", id, each)) ?? []).toString(),
      ),
    );
    expect(texts.sort()).toEqual(["a report", "b"]);
  });

  test("says that it was never set up, and setting it up twice changes nothing", async () => {
    const url = await newStoreUrl(kind);
    const again = await initStore(url, { tenant: "default" }, { readers: [], workers: [] });
    const version = kind === "postgres" ? 2 : 1;
    expect(unwrap(again)).toEqual({ from: version, to: version });
    expect(unwrap(await (await openedStore(url)).repos.list())).toEqual([]);
  });

  test("a repository whose turn it is to be looked at is given out once", async () => {
    const store = await newStore(kind);
    unwrap(await store.repos.add(repo));
    expect(unwrap(await store.repos.due(60, 10))).toHaveLength(1);
    expect(unwrap(await store.repos.due(60, 10))).toHaveLength(0);
    expect(unwrap(await store.repos.due(0, 10))).toHaveLength(1);
  });
});
