import { rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { decode } from "@toon-format/toon";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { agentWith } from "../../../test/support/operations.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { faultText } from "../../kernel/fault.ts";
import type { Result } from "../../kernel/result.ts";
import { createRegistry } from "../../mcp/protocol/registry.ts";
import { servedSurface } from "../../mcp/protocol/surface.ts";
import { parseArguments } from "../../operation/arguments.ts";
import type { Context, Generator } from "../../operation/context.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { contextFor, createRuntime } from "../../operation/runtime.ts";
import { worded } from "../../operation/surface.ts";
import { profiles } from "../../profiles.ts";
import { searchSpecsOperation } from "../../specs/operations/search.ts";
import { codeResearch } from "./code-research.ts";
import { staleNotices } from "./head.ts";
import { indexCodebase } from "./index-codebase.ts";
import { searchCode } from "./search-code.ts";
import { searchDocs } from "./search-docs.ts";
import { codeToolset } from "./toolset.ts";

afterEach(() => vi.unstubAllEnvs());

const files = {
  "src/auth.ts":
    "/** Checks who you are. */\nexport function authenticate(user: string) {\n  return user;\n}\n",
  "src/odd.ts": 'export const odd = "a,b\\t\\"quoted\\"\\n- true [x] 日本語";\n',
  "docs/setup.md":
    "---\ntitle: x\n---\nIntro text\n\nGuide\n=====\n\n### Installation\n\n```sh\n# not a heading\n```\n\nRun it.\n",
  "notes.md": "# Notes\n\nNothing of installation.\n",
};

async function place(
  tree: Record<string, string> = files,
  provider?: Generator,
  flags: Record<string, boolean> = {},
) {
  const root = await temporaryTree(tree);
  const runtime = createRuntime({ workspace: { root }, log: () => {}, provider, flags });
  const context: Context = contextFor(runtime, { signal: new AbortController().signal });
  const call = async (operation: AnyOperation, args: Record<string, unknown>) => {
    const input = parseArguments(operation, args);
    const output: Result<unknown> = input.ok ? await operation.run(context, input.value) : input;
    if (output.ok && operation.output) operation.output.parse(output.value);
    return {
      output,
      text: output.ok && input.ok ? operation.text(output.value, input.value, agentWith({})) : "",
    };
  };
  return { root, call };
}

async function indexedPlace(
  tree?: Record<string, string>,
  provider?: Generator,
  flags?: Record<string, boolean>,
) {
  const made = await place(tree, provider, flags);
  expect((await made.call(indexCodebase, { path: made.root })).output.ok).toBe(true);
  return made;
}

describe("index_codebase", () => {
  it("names what was left out by reason, the rarest first", async () => {
    const pictures = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`images/${n}.png`, "\0"]));
    const { root, call } = await place({ ...pictures, "data.json": "[]\n".repeat(700_000) });
    const { text, output } = await call(indexCodebase, { path: root });
    expect(text.split("\n").slice(3)).toEqual([
      expect.stringMatching(/^- larger than .*: data\.json$/),
      "- binary file: images/0.png, images/1.png, images/2.png, images/3.png, images/4.png, and 2 more",
    ]);
    expect(output).toMatchObject({ value: { errors: { length: 8 } } });
  });

  it("names a file that its parser gave up on, and finds its text all the same", async () => {
    const { root, call } = await place({ "deep.c": `// kettle\n${"(".repeat(10_000)}\n` });
    const { text } = await call(indexCodebase, { path: root });
    expect(text).toContain("- The c parser gave up; indexed as plain text: deep.c");
    const found = await call(searchCode, { query: "kettle", path: root });
    expect(found.output).toMatchObject({ ok: true, value: { results: [{ path: "deep.c" }] } });
  });

  // covers swiftindex: indexes-a-new-project, forced-index
  it("gives totals of the index and counts of the run", async () => {
    const { root, call } = await place();
    await sleep(60); // past the clock's grain, so that the index is sure of what it read
    const first = await call(indexCodebase, { path: root });
    expect(first.output).toMatchObject({
      ok: true,
      value: {
        path: root,
        files: { seen: 4, indexed: 4, unchanged: 0 },
        snippets: 3,
        specs: 0,
        forced: false,
      },
    });
    const again = await call(indexCodebase, { path: root, force: true });
    expect(again.output).toMatchObject({ ok: true, value: { files: { indexed: 4 }, forced: true } });
    const status = await call(indexCodebase, { status: true });
    expect(status.text).toContain("up to date");
  });

  it("the status after two of three files are deleted counts one unchanged file, not minus one", async () => {
    const { root, call } = await place({ "a.ts": "let a;\n", "b.ts": "let b;\n", "c.ts": "let c;\n" });
    await sleep(60); // past the clock's grain, so that the index is sure of what it read
    await call(indexCodebase, { path: root });
    await rm(join(root, "a.ts"));
    await rm(join(root, "b.ts"));
    const status = await call(indexCodebase, { status: true });
    expect(status.output).toMatchObject({
      ok: true,
      value: { files: { seen: 1, unchanged: 1 }, pending: 2 },
    });
  });
});

it("says 100 % only when every changed file is read", () => {
  const counts = { checked_at: "", changed: 800, reread: 799, stale: 1 };
  expect(staleNotices(counts)[0]).toContain("799 of 800 changed files read (99 %)");
  expect(staleNotices({ ...counts, stale: 0 })).toEqual([]);
});

describe("errors in the words of the contract", () => {
  // covers swiftindex: error-no-index, error-missing-argument, error-bad-path, error-empty-query
  it("says them word for word", async () => {
    const { root, call } = await place();
    const [profile] = profiles.filter(({ name }) => name === "swiftindex");
    if (!profile) throw new Error("no profile");
    const surface = servedSurface(createRegistry([{ name: "code", toolset: codeToolset }], profile), {
      profile,
      listing: undefined,
    });
    const message = async (operation: AnyOperation, args: Record<string, unknown>) => {
      const { output } = await call(operation, args);
      return output.ok ? "" : faultText(worded(output.fault, surface));
    };
    for (const operation of [searchCode, searchDocs]) {
      expect(await message(operation, { query: "x", path: root })).toBe(
        `No index found for path: ${root}. Run 'index_codebase' tool first.`,
      );
      expect(await message(operation, {})).toBe("Missing required argument: query");
      expect(await message(operation, { query: " \n" })).toBe("Query cannot be empty");
      expect(await message(operation, { query: "x", path: `${root}/nowhere` })).toBe(
        `Path does not exist or is not a directory: ${root}/nowhere`,
      );
      expect(await message(operation, { query: "x", path: `${root}/notes.md` })).toBe(
        `Path does not exist or is not a directory: ${root}/notes.md`,
      );
    }
    expect(await message({ ...indexCodebase, ...indexCodebase.dropIn }, {})).toBe(
      "Missing required argument: path",
    );
    expect(await message(indexCodebase, { path: "/usr" })).toContain("--allow-root");
  });

  // covers swiftindex: invalid-arguments
  it.each<[Record<string, unknown>, string]>([
    [{ limit: "5" }, 'Invalid argument limit: must be an integer from 1 to 1000; got "5".'],
    [{ limit: 0 }, "Invalid argument limit: must be an integer from 1 to 1000; got 0."],
    [{ limit: -1 }, "Invalid argument limit: must be an integer from 1 to 1000; got -1."],
    [{ limit: 1e9 }, "Invalid argument limit: must be an integer from 1 to 1000; got 1000000000."],
    [{ limit: 1.5 }, "Invalid argument limit: must be an integer from 1 to 1000; got 1.5."],
    [{ semantic_weight: 2 }, "Invalid argument semantic_weight: must be a number from 0 to 1; got 2."],
    [
      { semantic_weight: "0.5" },
      'Invalid argument semantic_weight: must be a number from 0 to 1; got "0.5".',
    ],
    [{ format: "xml" }, 'Invalid argument format: must be one of toon, json, human; got "xml".'],
    [{ expand_query: "yes" }, 'Invalid argument expand_query: must be a boolean; got "yes".'],
    [{ synthesize: 1 }, "Invalid argument synthesize: must be a boolean; got 1."],
    [{ extensions: ["ts"] }, 'Invalid argument extensions: must be a string; got ["ts"].'],
    [{ query: 5 }, "Invalid argument query: must be a string; got 5."],
    [{ lmit: 5 }, "Unknown argument lmit for search_code."],
  ])("names the argument and what is allowed: %j", async (args, message) => {
    const { call } = await place();
    const { output } = await call(searchCode, { query: "x", ...args });
    const [name] = Object.keys(args);
    expect(output).toMatchObject({
      ok: false,
      fault: { code: "invalid_argument", message, subject: { argument: name } },
    });
  });

  // covers swiftindex: invalid-arguments
  it.each<[AnyOperation, Record<string, unknown>, string]>([
    [
      searchDocs,
      { query: "x", limit: 0 },
      "Invalid argument limit: must be an integer from 1 to 1000; got 0.",
    ],
    [
      searchDocs,
      { query: "x", format: 1 },
      "Invalid argument format: must be one of toon, json, human; got 1.",
    ],
    [searchDocs, { query: "x", semantic_weight: 1 }, "Unknown argument semantic_weight for search_docs."],
    [indexCodebase, { path: 5 }, "Invalid argument path: must be a string; got 5."],
    [indexCodebase, { path: ".", force: "no" }, 'Invalid argument force: must be a boolean; got "no".'],
    [
      codeResearch,
      { query: "x", depth: 0 },
      "Invalid argument depth: must be an integer from 1 to 5; got 0.",
    ],
    [
      codeResearch,
      { query: "x", depth: 6 },
      "Invalid argument depth: must be an integer from 1 to 5; got 6.",
    ],
    [
      codeResearch,
      { query: "x", focus: "x" },
      'Invalid argument focus: must be one of architecture, dependencies, patterns, flow; got "x".',
    ],
    [codeResearch, {}, "Missing required argument: query"],
  ])("so do the other tools: %#", async (operation, args, message) => {
    const { call } = await place();
    expect((await call(operation, args)).output).toMatchObject({ ok: false, fault: { message } });
  });

  // covers swiftindex: invalid-arguments, ignore-rules-and-links
  it("takes 5.0 for 5, and paths that are relative, end in a slash, start with ~ or are links", async () => {
    const { root, call } = await indexedPlace();
    await symlink(root, `${root}-link`);
    onTestFinished(() => rm(`${root}-link`));
    vi.stubEnv("HOME", root);
    for (const path of [".", "./", `${root}/`, "src/..", "~", "~/", `${root}-link`]) {
      const { output } = await call(searchCode, { query: "authenticate", path, limit: JSON.parse("5.0") });
      expect([path, output]).toMatchObject([
        path,
        { ok: true, value: { results: [{ path: "src/auth.ts" }] } },
      ]);
    }
    for (const path of ["nowhere", "~/nowhere", "notes.md", "notes.md/"]) {
      const { output } = await call(searchCode, { query: "x", path });
      const absolute = join(root, path.replace("~/", "")).replace(/\/$/, "");
      const message = `Path does not exist or is not a directory: ${absolute}`;
      expect(output).toMatchObject({ ok: false, fault: { message } });
    }
  });
});

describe("search_code", () => {
  // covers swiftindex: toon-equals-json
  it("gives the same data as toon, json and structured content", async () => {
    const { call } = await indexedPlace();
    for (const query of ["authenticate", "odd quoted", "nothing-there-at-all"]) {
      const toon = await call(searchCode, { query, format: "toon" });
      const json = await call(searchCode, { query, format: "json" });
      const value = toon.output.ok ? toon.output.value : undefined;
      const same = (other: unknown) =>
        JSON.parse(JSON.stringify(other, (key, v) => (key === "checked_at" ? "" : v)));
      expect(same(decode(toon.text))).toEqual(same(value));
      expect(same(JSON.parse(json.text))).toEqual(same(value));
    }
    expect((await call(searchCode, { query: "authenticate", format: "human" })).text).toContain(
      "src/auth.ts:1-4",
    );
  });

  // covers swiftindex: toon-equals-json
  it("keeps every character of what it found in TOON", async () => {
    const lines = [
      "oddWord,comma",
      '"quoted" oddWord',
      "\toddWord tab",
      "  oddWord  ",
      "- oddWord",
      "true",
      "[3]: oddWord",
      "null",
      "oddWord: x",
      "日本語 oddWord 🧑‍💻",
      "\\oddWord\\",
      "42",
    ];
    const { call } = await indexedPlace({ "odd.txt": `${lines.join("\n")}\n`, "- a, [b].txt": "oddWord\n" });
    const { output, text } = await call(searchCode, { query: "oddWord", format: "toon" });
    const value = output.ok ? JSON.parse(JSON.stringify(output.value)) : undefined;
    expect(decode(text)).toEqual(value);
    expect(value.results.map((hit: { content: string }) => hit.content)).toContain(lines.join("\n"));
  });

  // covers swiftindex: relevance-percentages
  it("says the same relevance in all three formats", async () => {
    const { call } = await indexedPlace();
    const query = "authenticate odd";
    const human = (await call(searchCode, { query, format: "human" })).text;
    const json = JSON.parse((await call(searchCode, { query, format: "json" })).text);
    const shown = [...human.matchAll(/ (\d+)% /g)].map((match) => Number(match[1]));
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(json.results.map((hit: { relevance_percent: number }) => hit.relevance_percent));
  });

  it("searches a folder below an indexed one, with paths from there", async () => {
    const { root, call } = await indexedPlace();
    const { output } = await call(searchCode, {
      query: "authenticate notes",
      path: "src",
      path_filter: "*.ts",
    });
    expect(output).toMatchObject({ ok: true, value: { results: [{ path: "auth.ts" }] } });
    const absolute = await call(searchCode, {
      query: "authenticate",
      path: "src",
      path_filter: join(root, "src", "*.ts"),
    });
    expect(absolute.output).toMatchObject({ ok: true, value: { results: [{ path: "auth.ts" }] } });
    const docs = await call(searchDocs, { query: "installation", path: "docs" });
    expect(docs.output).toMatchObject({ ok: true, value: { results: [{ path: "setup.md" }] } });
  });

  // [ENSURES: requirement-work-without-a-model.rules:TEST]
  // covers swiftindex: search-with-a-language-model
  // [VERIFIES: code-search/work-without-a-model#no-model]
  it("expands and sums up by itself where no model is at hand, and says so", async () => {
    const { call } = await indexedPlace();
    const { output } = await call(searchCode, { query: "login", expand_query: true, synthesize: true });
    expect(output).toMatchObject({
      ok: true,
      value: {
        expanded_query: {
          original: "login",
          terms: expect.arrayContaining(["authenticate"]),
          generated_by: "local",
        },
        synthesis: { summary: expect.stringContaining("src/auth.ts"), generated_by: "local" },
      },
    });
    expect(output).toHaveProperty("value.results.0.path", "src/auth.ts");
  });

  // covers swiftindex: search-with-a-language-model
  it("asks the model that is at hand, and falls back when it fails", async () => {
    const answers = ["signin, authenticate", "SUMMARY: It is in auth.ts.\nFOLLOW-UPS:\n- what calls it"];
    const able: Generator = {
      name: "test",
      generate: async () => ({ ok: true, value: { text: answers.shift() ?? "", by: "agent:test" } }),
    };
    const { call } = await indexedPlace(files, able);
    const { output } = await call(searchCode, { query: "who are you", expand_query: true, synthesize: true });
    expect(output).toMatchObject({
      ok: true,
      value: {
        expanded_query: { terms: ["signin", "authenticate"], generated_by: "agent:test" },
        synthesis: {
          summary: "It is in auth.ts.",
          follow_ups: ["what calls it"],
          generated_by: "agent:test",
        },
      },
    });
    const failed = await call(searchCode, { query: "who are you", expand_query: true });
    expect(failed.output).toMatchObject({ ok: true, value: { expanded_query: { generated_by: "local" } } });
  });
});

describe("search_docs", () => {
  // covers swiftindex: docs-search, docs-path-filter, markdown-structure
  it("finds sections with breadcrumbs: setext, skipped levels, fences and front matter understood", async () => {
    const { call } = await indexedPlace();
    const { output } = await call(searchDocs, { query: "installation" });
    expect(output).toMatchObject({
      ok: true,
      value: {
        results: [
          { path: "docs/setup.md", start_line: 9, end_line: 15, breadcrumb: "Guide > Installation" },
          { path: "notes.md", start_line: 1, breadcrumb: "Notes" },
        ],
      },
    });
    const filtered = await call(searchDocs, { query: "installation", path_filter: "docs/*.md" });
    expect(filtered.output).toMatchObject({ ok: true, value: { results: [{ path: "docs/setup.md" }] } });
    const code = await call(searchDocs, { query: "authenticate" });
    expect(code.output).toMatchObject({ ok: true, value: { results: [] } });
  });

  it("finds Markdown in every folder, including those of specs and tests", async () => {
    const { call } = await indexedPlace({
      "specs/auth/spec.md": "# Auth\n\nInstallation of keys.\n",
      "tests/README.md": "# Tests\n\nInstallation of fixtures.\n",
    });
    const { output } = await call(searchDocs, { query: "installation" });
    expect(output).toMatchObject({ ok: true, value: { results: [{}, {}] } });
  });

  it("finds doc comments in addition to documents when asked to, and never code without one", async () => {
    const { call } = await indexedPlace(files, undefined, { "doc-comments": true });
    const comment = await call(searchDocs, { query: "checks who you are" });
    expect(comment.output).toMatchObject({
      ok: true,
      value: { results: [{ path: "src/auth.ts", start_line: 1, kind: "function" }] },
    });
    const section = await call(searchDocs, { query: "installation" });
    expect(section.output).toMatchObject({ ok: true, value: { results: [{ path: "docs/setup.md" }, {}] } });
    const bare = await call(searchDocs, { query: "odd quoted" });
    expect(bare.output).toMatchObject({ ok: true, value: { results: [] } });
  });
});

describe("implementations", () => {
  // covers swiftindex: ways-to-conform
  it("are found through aliases, branches of #if and classes, each once, with how", async () => {
    const { call } = await indexedPlace({
      "protocols.swift":
        "protocol Reader {}\nprotocol Writer {}\nprotocol Stream: Reader {}\ntypealias Both = Reader & Writer\n",
      "types.swift": [
        "struct Plain: Reader {}",
        "struct Aliased: Both {}",
        "struct Deep: Stream {}",
        "class Base: Reader {}",
        "final class Derived: Base {}",
        "#if os(Linux)",
        "struct OnLinux: Reader {}",
        "#else",
        "struct Elsewhere: Reader {}",
        "#endif",
        "struct Bystander: Writer {}",
        "",
      ].join("\n"),
      "elsewhere.swift": "struct Late {}\nextension Late: Reader {}\n",
    });
    const { output } = await call(codeResearch, { query: "all implementations of Reader" });
    const value = output.ok ? JSON.parse(JSON.stringify(output.value)) : undefined;
    const shown = value.findings.map(
      (each: { symbol: string; how?: string; source: { path: string; line: number } }) =>
        `${each.symbol} ${each.how} ${each.source.path}:${each.source.line}`,
    );
    expect(shown.sort()).toEqual([
      "Aliased direct types.swift:2",
      "Base direct types.swift:4",
      "Deep inherited via Stream types.swift:3",
      "Derived inherited via Base types.swift:5",
      "Elsewhere direct types.swift:9",
      "Late extension elsewhere.swift:2",
      "OnLinux direct types.swift:7",
      "Plain direct types.swift:1",
    ]);
  });
});

describe("a result", () => {
  it("of code names its declaration, and has no breadcrumb, which is for sections", async () => {
    const { call } = await indexedPlace({ "a.ts": "export function loadUser() {}\n" });
    const { output, text } = await call(searchCode, { query: "loadUser" });
    const [first] = output.ok ? JSON.parse(JSON.stringify(output.value)).results : [];
    expect(first).toMatchObject({ path: "a.ts", kind: "function" });
    expect(first).not.toHaveProperty("breadcrumb");
    expect(text).toContain("function loadUser");
  });
});

describe("the semantic channel", () => {
  /** Knows one thing: that logging in and authenticating are the same. */
  function vectorOf(text: string): number[] {
    const has = (...words: string[]) => (words.some((word) => text.toLowerCase().includes(word)) ? 1 : 0);
    return [has("authenticate", "sign in"), has("odd"), has("install"), 0.01];
  }

  async function ollama(): Promise<{ url: string; calls: string[][]; server: Server }> {
    const calls: string[][] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      const { input } = JSON.parse(body);
      calls.push(input);
      response.end(JSON.stringify({ embeddings: input.map((text: string) => vectorOf(text)) }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return { url: `http://127.0.0.1:${port}`, calls, server };
  }

  function configured(url: string, model = "one"): void {
    vi.stubEnv("HEWTO_EMBEDDING_PROVIDER", "ollama");
    vi.stubEnv("HEWTO_EMBEDDING_ENDPOINT", url);
    vi.stubEnv("HEWTO_EMBEDDING_MODEL", model);
  }

  const found = (output: Result<unknown>) =>
    output.ok ? JSON.parse(JSON.stringify(output.value)) : undefined;

  // covers swiftindex: semantic-weight
  it("finds by meaning what words do not, and not at all with weight 0", async () => {
    const { url, calls } = await ollama();
    configured(url);
    const { call } = await indexedPlace();
    const near = found((await call(searchCode, { query: "sign in" })).output);
    expect(near.results[0].path).toBe("src/auth.ts");
    // No word of the question is anywhere, and the best result is still the best one.
    const asked = found((await call(searchCode, { query: "where can people sign in" })).output);
    expect(asked.results[0].path).toBe("src/auth.ts");
    expect(asked.results[0].relevance_percent).toBeGreaterThan(0);
    const before = calls.length;
    const words = found((await call(searchCode, { query: "sign in", semantic_weight: 0 })).output);
    expect(words.results).toEqual([]);
    expect(calls.length).toBe(before);
  });

  // covers swiftindex: semantic-weight
  it("weight 1 is meaning alone, and between them the order changes", async () => {
    const { url } = await ollama();
    configured(url);
    const { call } = await indexedPlace({
      "a.ts": "// sign sign sign in\nexport const other = 1;\n",
      "b.ts": "export function authenticate() {}\n",
      "c.ts": "export const install = 1;\n",
    });
    const order = async (weight: number) => {
      const { output } = await call(searchCode, { query: "please sign in", semantic_weight: weight });
      return found(output).results.map((hit: { path: string }) => hit.path);
    };
    expect(await order(0)).toEqual(["a.ts"]);
    expect(await order(1)).toEqual(["a.ts", "b.ts"]);
    const words = await call(searchCode, { query: "sign authenticate install", semantic_weight: 0 });
    const meaning = await call(searchCode, { query: "sign authenticate install", semantic_weight: 1 });
    const names = (output: Result<unknown>) => found(output).results.map((hit: { path: string }) => hit.path);
    expect(names(words.output)).not.toEqual(names(meaning.output));
  });

  it("a search of specs embeds what is new of them, and keeps the vectors of the rest", async () => {
    const { url, calls } = await ollama();
    configured(url);
    const { root, call } = await indexedPlace({
      ...files,
      "specs/login/spec.md": "# Login\n\n## Purpose\n\nTo sign in.\n",
    });
    const before = calls.flat().length;
    await writeFile(join(root, "specs/login/spec.md"), "# Login\n\n## Purpose\n\nTo authenticate people.\n");
    expect((await call(searchSpecsOperation, { query: "sign in" })).output).toMatchObject({
      ok: true,
      value: { results: [{ spec_id: "login" }] },
    });
    // The question and the one section that changed.
    expect(calls.flat().length).toBe(before + 2);
    await call(indexCodebase, { path: root });
    expect(calls.flat().length).toBe(before + 2);
  });

  // covers swiftindex: other-model-or-version
  it("embeds each chunk once, and everything again for another model", async () => {
    const { url, calls } = await ollama();
    configured(url);
    const { root, call } = await indexedPlace();
    const first = calls.flat().length;
    expect(first).toBeGreaterThan(3);
    await call(indexCodebase, { path: root });
    expect(calls.flat().length).toBe(first);
    configured(url, "two");
    await call(indexCodebase, { path: root });
    expect(calls.flat().length).toBe(first * 2);
  });

  // [ENSURES: requirement-work-without-a-model.rules:TEST]
  // covers swiftindex: semantic-weight
  it("answers by keywords with a notice when the provider is down", async () => {
    configured("http://127.0.0.1:1");
    const { call } = await indexedPlace();
    const { output } = await call(searchCode, { query: "authenticate" });
    expect(found(output)).toMatchObject({
      results: [{ path: "src/auth.ts" }],
      notice: expect.stringContaining("by keywords alone"),
    });
  });

  it("settings that cannot be read cost the configured server, not the meaning", async () => {
    const { call } = await indexedPlace({ ...files, "hewto.toml": '[embedding]\nprovider = "olama"\n' });
    const { notice, results } = found((await call(searchCode, { query: "sign in" })).output);
    expect(notice).toMatch(/hewto.toml:2: embedding.provider must be one of.*in the package/);
    expect(results[0].path).toBe("src/auth.ts");
  });

  it("does not let a project's file send code away: the packaged model is used, even for a provider's default address", async () => {
    for (const toml of ['endpoint = "https://evil.example/v1"\n', ""]) {
      const { call } = await indexedPlace({
        ...files,
        "hewto.toml": `[embedding]\nprovider = "openai"\n${toml}`,
      });
      const { notice, results } = found((await call(searchCode, { query: "sign in" })).output);
      expect(notice).toMatch(/wants to send your code.*The model in the package is used/);
      // No word of the question is there: only meaning finds it.
      expect(results[0].path).toBe("src/auth.ts");
    }
  });
});
