import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sharedByFile } from "../../../../test/support/cleanup.ts";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { stampOf } from "../../../workspace/files/stamp.ts";
import { walkAll } from "../../../workspace/walk/walk.ts";
import { analyse } from "../../index/analyze.ts";
import { type Hit, hitsOf, questionOf, type SearchRequest, search } from "../../search.ts";
import { meaningByModel } from "../../semantic/meaning.ts";
import { packagedModel } from "../../semantic/model/load.ts";
import { type LiveSegment, memorySegment } from "../../store/snapshot.ts";
import { corpusOf } from "../corpus.ts";
import { readQuery } from "../query.ts";
import { rank, runRounds } from "./coordinate.ts";
import { ShardSearch } from "./shard.ts";

const home = join(import.meta.dirname, "../../../..");
/** Repositories of the test: folders of this one, and two files that equal each other to the letter. */
const folders = ["src/code/rank", "src/markdown", "src/mcp", "docs"];

const repositories = sharedByFile(async () => {
  const made = new Map<string, LiveSegment[]>();
  for (const folder of folders) made.set(folder, await segmentsOf(folder, join(home, folder), 4));
  const readme = readFileSync(join(home, "README.md"), "utf8");
  const twin = await temporaryTree({ "README.md": readme, "lib/README.md": readme });
  made.set("twin", await segmentsOf("twin", twin, 1));
  made.set("mirror", await segmentsOf("mirror", twin, 2));
  return made;
});

/** A folder as segments of one size, as several batches of an indexer leave them. */
async function segmentsOf(repository: string, root: string, count: number): Promise<LiveSegment[]> {
  const entries = await walkAll({ root }, {});
  if (!entries.ok) throw new Error(entries.fault.message);
  const paths = entries.value.map(({ path }) => path);
  const segments: LiveSegment[] = [];
  for (let batch = 0; batch < count; batch++) {
    const files = paths
      .filter((_, index) => index % count === batch)
      .flatMap((path) => {
        const stamp = stampOf(join(root, path));
        return stamp ? [{ path, stamp }] : [];
      });
    const { segment } = await analyse({ root, files });
    segments.push({ ...memorySegment(segment, `${repository} ${batch}`), repository });
  }
  return segments;
}

const questions = [
  "settle",
  "readQuery",
  "UserStore.load",
  "nameBoosts candidatesOf",
  "how are further chunks of one file discounted",
  "which requests of another site are refused",
  "tests of the ranking",
  "install and run it for the first time",
  "what happens when the client goes away in the middle of an answer",
  "src/mcp/transports/guards.ts",
  "🦀 nothing of that kind",
  "the",
];

const request = fc.record({
  text: fc.constantFrom(...questions),
  limit: fc.constantFrom(1, 5, 20, 200),
  weight: fc.constantFrom(undefined, 0.3, 0.7, 1),
  documentation: fc.constantFrom(undefined, undefined, undefined, "documents", "with doc comments"),
  pathFilter: fc.constantFrom(undefined, undefined, "**/*.ts"),
  testsOnly: fc.constantFrom(false, false, false, true),
} as const);

type Asked = typeof request extends fc.Arbitrary<infer T> ? T : never;

function requestOf({ text, weight, ...asked }: Asked): SearchRequest {
  const meaning = weight === undefined ? undefined : meaningByModel(packagedModel(), text, undefined);
  return {
    ...asked,
    query: readQuery(text),
    root: home,
    roles: asked.documentation === undefined,
    ...(meaning && weight !== undefined ? { semantic: { meaning, weight } } : {}),
  };
}

function inShards(shards: readonly (readonly LiveSegment[])[], asked: SearchRequest): Hit[] {
  const question = questionOf(asked);
  const searches = shards.map(
    (segments, index) => new ShardSearch(corpusOf({ segments }), question, asked.semantic?.meaning, index),
  );
  const list = runRounds(rank(question), (round) => searches.map((each) => each.answer(round)));
  return hitsOf(list, question);
}

it.each([2, 4, 16])("%i shards give the list and the scores of one", async (count) => {
  const all = [...(await repositories()).values()].flat();
  fc.assert(
    fc.property(request, fc.infiniteStream(fc.nat(count - 1)), (asked, deal) => {
      const shards: LiveSegment[][] = Array.from({ length: count }, () => []);
      for (const segment of all) shards[deal.next().value ?? 0]?.push(segment);
      const wanted = search({ segments: all }, requestOf(asked));
      expect(inShards(shards, requestOf(asked))).toEqual(wanted);
    }),
    { numRuns: 40 },
  );
});

it("the same files give the same list, in one segment and in many", async () => {
  const one = await segmentsOf("src/mcp", join(home, "src/mcp"), 1);
  const many = await segmentsOf("src/mcp", join(home, "src/mcp"), 7);
  fc.assert(
    fc.property(request, (asked) => {
      expect(search({ segments: many }, requestOf(asked))).toEqual(
        search({ segments: one }, requestOf(asked)),
      );
    }),
    { numRuns: 60 },
  );
});

// covers team: scores-of-permitted
it("a person who may see some repositories gets the list and the scores of an index of those alone", async () => {
  const known = await repositories();
  fc.assert(
    fc.property(request, fc.subarray([...folders, "twin", "mirror"]), (asked, granted) => {
      const permitted = granted.flatMap((name) => known.get(name) ?? []);
      const shards = [0, 1, 2].map((shard) => permitted.filter((_, index) => index % 3 === shard));
      expect(inShards(shards, requestOf(asked))).toEqual(
        search({ segments: permitted.toReversed() }, requestOf(asked)),
      );
    }),
    { numRuns: 60 },
  );
});

// covers team: same-path-in-two-repositories
it("README.md of two repositories are two files for the discount of further chunks", async () => {
  const known = await repositories();
  const segments = ["twin", "mirror"].flatMap((name) => known.get(name) ?? []);
  const hits = search({ segments }, { query: readQuery("install hewto"), root: home, limit: 4 });
  const firsts = hits.filter(({ reasons }) => reasons["same_file"] === 1);
  expect(new Set(firsts.map(({ repository, path }) => `${repository} ${path}`)).size).toBe(4);
});
