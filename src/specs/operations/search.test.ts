import { chmod, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedByFile } from "../../../test/support/cleanup.ts";
import { openPlace, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { indexFolder } from "../../code/index/home.ts";
import { indexCodebase } from "../../code/operations/index-codebase.ts";
import { listSpecs } from "./list-specs.ts";
import { getScenario, getSpecRequirements } from "./read-specs.ts";
import { searchSpecsOperation as searchSpecs } from "./search.ts";

const files = {
  "specs/auth/spec.md": spec(
    "auth",
    requirement("Session timeout", scenario("Idle for an hour", "the person is signed out")),
    requirement("Password reset", scenario("Reset link expires", "a new link is offered")),
  ),
  "specs/billing/spec.md": spec(
    "billing",
    requirement("Invoice numbering", scenario("Two invoices at once", "the numbers differ")),
    "### Requirement: Retry policy\n\nThe function `chargeCustomerCard` SHALL be retried, with the password of the gateway.\n",
  ),
};

async function indexed(more: Record<string, string> = {}) {
  const place = await specPlace({ ...files, ...more });
  expect((await place.call(indexCodebase)).ok).toBe(true);
  const search = async (query: string, limit?: number) =>
    (await place.call(searchSpecs, { query, ...(limit ? { limit } : {}) })).value;
  return { place, search };
}

/** For all who only search. */
const searched = sharedByFile(() => indexed());

/** Replaces a file of the index, or what is said of `complete` in it. */
async function damage(folder: string, name: string, content: string) {
  for (const file of (await readdir(folder)).filter((each) => each.endsWith(name))) {
    const path = join(folder, file);
    const isFlag = content.startsWith('"complete"');
    const text = isFlag ? (await readFile(path, "utf8")).replace('"complete":true', content) : content;
    await writeFile(path, text);
  }
}

interface Hit {
  spec_id: string;
  requirement: string;
  scenario?: string;
  score: number;
}
const names = (results: Hit[]) =>
  results.map((hit) => [hit.spec_id, hit.requirement, hit.scenario].filter(Boolean).join(" › "));

describe("search_specs", () => {
  // [ENSURES: requirement-spec-search.rules:TEST]
  // covers spec-oxide: ranked-search-results
  it("Search with query: ranked results with spec_id, requirement, score and snippet, by descending score", async () => {
    const { search } = await searched();
    const { results, freshness } = await search("password reset");
    expect(results[0]).toEqual({
      spec_id: "auth",
      requirement: "Password reset",
      score: expect.any(Number),
      snippet: "The system SHALL do Password reset.",
      source: { path: "specs/auth/spec.md", line: 18 },
    });
    const scores = results.map((hit: Hit) => hit.score);
    expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(freshness).toEqual({
      checked_at: "2026-11-15T12:00:00.000Z",
      changed: 0,
      reread: expect.any(Number),
      stale: 0,
    });
  });

  // [ENSURES: requirement-spec-search.rules:TEST]
  // covers spec-oxide: search-without-an-index
  it("Search with no index: an error that says how to build it, while the other tools work normally", async () => {
    const place = await specPlace(files);
    const answer = await place.call(searchSpecs, { query: "password" });
    expect(answer).toMatchObject({ code: "index_missing" });
    expect(answer.message).toMatch(/must be built first/);
    expect((await place.call(listSpecs)).ok).toBe(true);
    expect((await place.call(getSpecRequirements, { spec_id: "auth" })).ok).toBe(true);
    expect((await place.call(getScenario, { spec_id: "auth", requirement: "Session timeout" })).ok).toBe(
      true,
    );
  });

  // covers spec-oxide: search-without-a-match
  it("Search with empty results: an empty array", async () => {
    const { search } = await searched();
    expect((await search("quantum chromodynamics")).results).toEqual([]);
    expect((await search("the of and zebra")).results).toEqual([]);
  });

  it.each([
    ["Session timeout", "auth › Session timeout"],
    ["Reset link expires", "auth › Password reset › Reset link expires"],
    ["Two invoices at once", "billing › Invoice numbering › Two invoices at once"],
    ["retry policy", "billing › Retry policy"],
  ])("the name %j finds the thing of that name first", async (query, first) => {
    const { search } = await searched();
    expect(names((await search(query)).results)[0]).toBe(first);
  });

  it.each(["chargeCustomerCard", "charge_customer_card", "charging customers"])(
    "identifiers and prose: %s",
    async (query) => {
      const { search } = await searched();
      expect(names((await search(query)).results)[0]).toBe("billing › Retry policy");
    },
  );

  it("a purpose answers with the spec as a whole", async () => {
    const { search } = await indexed({
      "specs/zoo/spec.md": "# Zoo\n\n## Purpose\n\nKeeping giraffes happy.\n",
    });
    expect((await search("giraffe")).results).toMatchObject([
      { spec_id: "zoo", requirement: "", snippet: "Keeping giraffes happy." },
    ]);
  });

  // [ENSURES: requirement-spec-search.rules:TEST]
  // [VERIFIES: spec-catalog/spec-search#a-spec-was-edited]
  it("is never stale: new text is found, removed text and specs are not, without building again", async () => {
    const { place, search } = await indexed();
    const path = join(place.root, "specs/auth/spec.md");
    await writeFile(path, spec("auth", requirement("Walrus feeding")));
    await rm(join(place.root, "specs/billing"), { recursive: true });
    const found = await search("walrus");
    expect(names(found.results)).toEqual(["auth › Walrus feeding"]);
    expect(found.freshness).toMatchObject({ changed: 2, reread: 1, stale: 0 });
    expect((await search("invoice numbering")).results).toEqual([]);
    expect((await search("password reset")).results).toEqual([]);
  });

  it("notices an edit that keeps size and time", async () => {
    const { place, search } = await indexed();
    const path = join(place.root, "specs/auth/spec.md");
    const { atime, mtime } = await stat(path);
    await writeFile(path, (await readFile(path, "utf8")).replaceAll("Session", "Sheeeep"));
    await utimes(path, atime, mtime);
    expect(names((await search("Sheeeep timeout")).results)[0]).toBe(
      "auth › Session timeout".replace("Session", "Sheeeep"),
    );
  });

  it.each([
    ["a damaged manifest", "manifest.json", "{"],
    ["an index of another version", "manifest.json", '{"version":0}'],
    ["a damaged segment", ".search", "nothing"],
    ["a first build that was killed", "manifest.json", '"complete":false'],
  ])("%s does not matter: specs are read again, by another process too", async (_, name, content) => {
    const { place } = await indexed();
    await damage(indexFolder(place), name, content);
    const other = await openPlace(place.root);
    const { value } = await other.call(searchSpecs, { query: "session timeout" });
    expect(names(value.results)[0]).toBe("auth › Session timeout");
  });

  it("an index of another version of Hewto is renewed behind the answer", async () => {
    const { place } = await indexed();
    const manifest = join(indexFolder(place), "manifest.json");
    const { analysis, ...rest } = JSON.parse(await readFile(manifest, "utf8"));
    await writeFile(manifest, JSON.stringify({ ...rest, analysis: "of another version" }));
    const { value } = await (await openPlace(place.root)).call(searchSpecs, { query: "session timeout" });
    expect(names(value.results)[0]).toBe("auth › Session timeout");
    await expect
      .poll(async () => JSON.parse(await readFile(manifest, "utf8")).analysis, { timeout: 20_000 })
      .toBe(analysis);
  });

  it("looks at specs alone: what else changed is neither read nor counted, and not found", async () => {
    const { place, search } = await indexed({
      "docs/walrus.md": "# Walrus\n\nPassword reset for a walrus.\n",
    });
    await writeFile(join(place.root, "docs/walrus.md"), "# Walrus\n\nSession timeout of a walrus.\n");
    await writeFile(join(place.root, "session-timeout.swift"), "func sessionTimeout() {}\n");
    const { results, freshness } = await search("session timeout walrus");
    expect(freshness).toMatchObject({ changed: 0, stale: 0 });
    expect(results.every((hit: { source: { path: string } }) => hit.source.path.startsWith("specs/"))).toBe(
      true,
    );
  });

  it("finds specs that git ignores, and those of a read-only folder", async () => {
    const { place, search } = await indexed({
      ".gitignore": "openspec/\n",
      "openspec/specs/zoo/spec.md": spec("zoo", requirement("Walrus feeding")),
    });
    expect(names((await search("walrus")).results)).toEqual(["zoo › Walrus feeding"]);
    await writeFile(
      join(place.root, "openspec/specs/zoo/spec.md"),
      spec("zoo", requirement("Penguin parade")),
    );
    await chmod(indexFolder(place), 0o500);
    expect(names((await search("penguin")).results)).toEqual(["zoo › Penguin parade"]);
    expect(names((await search("penguin")).results)).toEqual(["zoo › Penguin parade"]);
    await chmod(indexFolder(place), 0o700);
  });

  it("finds by meaning what shares no word with the question", async () => {
    const { search } = await indexed({
      "specs/store/spec.md": spec(
        "store",
        "### Requirement: Delete folders\n\nThe tool SHALL delete the folder.\n",
        "### Requirement: Colors\n\nThe page SHALL be blue.\n",
      ),
    });
    const { results } = await search("remove directory");
    expect(names(results)[0]).toBe("store › Delete folders");
  });

  it("changes, archives and spec-kit features are not specs", async () => {
    const walrus = spec("walrus", requirement("Walrus feeding"));
    const { search } = await indexed({
      "specs/_changes/a/specs/zoo/spec.md": walrus,
      "specs/_archive/b/specs/zoo/spec.md": walrus,
      "specs/001-zoo/spec.md": walrus,
      "specs/.hidden/spec.md": walrus,
    });
    expect((await search("walrus")).results).toEqual([]);
  });

  it.each(["", "  \n"])("a blank query is an error: %j", async (query) => {
    const { place } = await searched();
    expect(await place.call(searchSpecs, { query })).toMatchObject({ code: "empty_query" });
  });

  it("gives at most what was asked for and refuses a limit out of range", async () => {
    const { place, search } = await indexed();
    expect((await search("reset", 1)).results).toHaveLength(1);
    expect(await place.call(searchSpecs, { query: "x", limit: 0 })).toMatchObject({
      code: "invalid_argument",
    });
    expect(await place.call(searchSpecs, { query: "x", limit: 1001 })).toMatchObject({
      code: "invalid_argument",
    });
  });

  it("text without spaces is found and its snippet cut at a whole character", async () => {
    const long = `${"这是一个很长的描述👩‍👩‍👧".repeat(30)}密码重置功能${"后面还有很多文字👩‍👩‍👧".repeat(30)}`;
    const { search } = await indexed({
      "specs/cjk/spec.md": `## Requirements\n\n### Requirement: 说明\n\n${long}\n`,
    });
    const { results } = await search("密码重置");
    expect(results[0]).toMatchObject({ spec_id: "cjk", requirement: "说明" });
    const segments = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(long)].map(
      (each) => each.segment,
    );
    const inner = [
      ...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(
        results[0].snippet.replaceAll("…", ""),
      ),
    ];
    expect(inner.every(({ segment }) => segments.includes(segment))).toBe(true);
    expect(results[0].snippet.length).toBeLessThan(300);
  });
});
