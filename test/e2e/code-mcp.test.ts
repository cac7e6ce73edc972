import { fromJsonSchema } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { indexFolder, indexLock } from "../../src/code/index/home.ts";
import { withLock } from "../../src/workspace/write/locks/lock.ts";
import { hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { run } from "../support/processes.ts";
import { temporaryTree, writeTree } from "../support/temporary.ts";
import { type Message, openWire } from "../support/wire.ts";

const files = {
  "Sources/Auth/Login.swift":
    "/// Checks a password.\npublic struct Login {\n  /// Signs in.\n  public func authenticate(user: String, password: String) throws -> Bool {\n    return true\n  }\n}\n",
  "Sources/Net/Client.swift":
    'final class Client {\n  func send() { try? Login().authenticate(user: "a", password: "b") }\n}\n',
  "Tests/LoginTests.swift":
    "import XCTest\nfinal class LoginTests: XCTestCase {\n  func testAuthenticate() {}\n}\n",
  "docs/install.md": "# Shop\n\n## Installation\n\nUse the package.\n",
  "README.md": "# Shop\n\nInstallation: see docs.\n",
};

/** The tools as SwiftIndex's specification defines them. */
const seedTools = [
  {
    name: "index_codebase",
    description: "Index a Swift codebase for semantic search",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Absolute path to the directory to index" },
        force: {
          type: "boolean",
          default: false,
          description: "Force re-indexing even if files haven't changed",
        },
      },
      required: ["path"],
    },
  },
  {
    name: "search_code",
    description: "Semantic search in indexed Swift codebase",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Natural language search query or code pattern" },
        path: { type: "string", default: ".", description: "Path to indexed codebase" },
        limit: { type: "integer", default: 20 },
        semantic_weight: {
          type: "number",
          default: 0.7,
          description: "Weight for semantic search (0.0-1.0)",
        },
        extensions: { type: "string", description: "Filter by file extensions (comma-separated)" },
        path_filter: { type: "string", description: "Filter by path pattern (glob syntax)" },
        format: { type: "string", enum: ["toon", "json", "human"], description: "Output format" },
        expand_query: { type: "boolean", default: false, description: "Use LLM to expand query" },
        synthesize: { type: "boolean", default: false, description: "Generate LLM summary" },
      },
      required: ["query"],
    },
  },
  {
    name: "search_docs",
    description: "Search indexed documentation using full-text search",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Natural language search query" },
        path: { type: "string", default: ".", description: "Path to indexed codebase" },
        limit: { type: "integer", default: 10 },
        path_filter: { type: "string", description: "Filter by path pattern (glob syntax)" },
        format: { type: "string", enum: ["toon", "json", "human"], description: "Output format" },
      },
      required: ["query"],
    },
  },
  {
    name: "code_research",
    description: "Deep architectural analysis with multi-hop search",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Research question about codebase" },
        path: { type: "string", default: ".", description: "Path to indexed codebase" },
        depth: { type: "integer", default: 2, minimum: 1, maximum: 5 },
        focus: {
          type: "string",
          enum: ["architecture", "dependencies", "patterns", "flow"],
          description: "Optional focus area",
        },
      },
      required: ["query"],
    },
  },
];

async function connected(tree: Record<string, string> = files) {
  const root = await temporaryTree(tree);
  const wire = openWire(hewto, ["mcp", "--profile", "swiftindex", "--workspace", root]);
  await wire.initialize();
  return { root, wire };
}

/** An indexed project, for all who only ask. */
const project = sharedByFile(async () => {
  const { root, wire } = await connected();
  await wire.call("index_codebase", { path: root });
  return { root, wire };
});

function structured(result: Message): Record<string, unknown> {
  expect(result.isError).not.toBe(true);
  return JSON.parse(JSON.stringify(result.structuredContent));
}

function textOf(result: Message): string {
  const [first] = JSON.parse(JSON.stringify(result.content));
  return first.text;
}

/** Many files, so that there is time to look at a run. */
function bulk(count: number): Record<string, string> {
  const body = "func work() {\n  let value = compute(with: 1)\n  print(value)\n}\n".repeat(60);
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`Sources/F${n}.swift`, `struct S${n} {\n${body}}\n`]),
  );
}

describe("the swiftindex profile over stdio", () => {
  // covers swiftindex: tool-metadata, registration-order
  it("lists its tools in order, each with title, schemas, annotations and icons", async () => {
    const { wire } = await project();
    const { result } = await wire.request("tools/list");
    const tools: Record<string, unknown>[] = JSON.parse(JSON.stringify(result)).tools;
    expect(tools.map((tool) => tool.name)).toEqual([
      "index_codebase",
      "search_code",
      "search_docs",
      "code_research",
    ]);
    for (const tool of tools) {
      for (const field of ["title", "description", "inputSchema", "outputSchema", "annotations", "icons"])
        expect(tool[field]).toBeDefined();
    }
    expect(tools[0]).toMatchObject({
      inputSchema: { required: ["path"] },
      execution: { taskSupport: "optional" },
      annotations: { readOnlyHint: false },
    });
    expect(tools[1]).toMatchObject({
      inputSchema: { required: ["query"] },
      annotations: { readOnlyHint: true },
    });
  });

  // covers swiftindex: index-schema, search-schema, docs-schema, research-schema
  it("publishes SwiftIndex's arguments: names, types, defaults, descriptions and what is required", async () => {
    const { wire } = await project();
    const { tools } = JSON.parse(JSON.stringify((await wire.request("tools/list")).result));
    for (const { name, description, inputSchema } of seedTools) {
      const tool = tools.find((each: { name: string }) => each.name === name);
      expect(tool.description).toContain(description);
      expect(Object.keys(tool.inputSchema.properties)).toEqual(Object.keys(inputSchema.properties));
      expect(tool.inputSchema).toMatchObject(inputSchema);
    }
  });

  // covers swiftindex: output-schemas-hold
  it("publishes schemas that hold for each kind of answer, and answers errors without structure", async () => {
    const { root, wire } = await connected({ ...files, "logo.png": "\0" });
    const { tools } = JSON.parse(JSON.stringify((await wire.request("tools/list")).result));
    const calls: [string, object][] = [
      ["index_codebase", { path: root }],
      ["index_codebase", { path: root, force: true }],
      ["search_code", { query: "authenticate" }],
      ["search_code", { query: "zzz qqq" }],
      ["search_code", { query: "login", expand_query: true, synthesize: true, semantic_weight: 1 }],
      ["search_docs", { query: "installation" }],
      ["search_docs", { query: "zzz qqq" }],
      ["code_research", { query: "what calls authenticate()" }],
      ["code_research", { query: "what calls nothingOfThatName()" }],
      ["code_research", { query: "how is it built", focus: "architecture" }],
    ];
    for (const [name, args] of calls) {
      const schema = tools.find((tool: { name: string }) => tool.name === name).outputSchema;
      const judged = await fromJsonSchema(schema)["~standard"].validate(
        structured(await wire.call(name, args)),
      );
      expect([name, args, judged.issues]).toEqual([name, args, undefined]);
    }
    const failed = await wire.call("search_code", { query: "" });
    expect([failed.isError, "structuredContent" in failed]).toEqual([true, false]);
  });

  // covers swiftindex: indexes-a-new-project, incremental-index, forced-index
  it("indexes a new project, then only what changed, then all with force", async () => {
    const { root, wire } = await connected();
    expect(structured(await wire.call("index_codebase", { path: root }))).toMatchObject({
      files: { seen: 5, indexed: 5, skipped: 0, failed: 0 },
      errors: [],
    });
    expect(structured(await wire.call("index_codebase", { path: root }))).toMatchObject({
      files: { indexed: 0, unchanged: 5 },
    });
    expect(structured(await wire.call("index_codebase", { path: root, force: true }))).toMatchObject({
      files: { indexed: 5, unchanged: 0 },
      forced: true,
    });
  });

  // covers swiftindex: simple-search, search-limit, search-path-filter, search-with-a-language-model,
  //   search-result-fields
  it("searches code: paths, lines, limit, path filter and every field of a result", async () => {
    const { wire } = await project();
    expect(structured(await wire.call("search_code", { query: "authenticate" }))).toMatchObject({
      results: [
        {
          path: "Sources/Auth/Login.swift",
          kind: expect.any(String),
          symbols: expect.arrayContaining(["Login.authenticate"]),
          relevance_percent: 100,
          start_line: expect.any(Number),
          end_line: expect.any(Number),
          content: expect.stringContaining("func authenticate"),
        },
        {},
        {},
      ],
    });
    const one = structured(await wire.call("search_code", { query: "authenticate", limit: 1 }));
    expect(one.results).toHaveLength(1);
    const filtered = structured(
      await wire.call("search_code", { query: "login", path_filter: "Sources/Auth/**" }),
    );
    expect(JSON.stringify(filtered.results)).not.toContain("Tests/");
    const enriched = structured(
      await wire.call("search_code", { query: "login", expand_query: true, synthesize: true }),
    );
    expect(enriched).toMatchObject({
      expanded_query: { terms: expect.arrayContaining(["authenticate"]) },
      synthesis: { summary: expect.any(String), follow_ups: expect.any(Array) },
    });
  });

  // covers swiftindex: docs-search, docs-path-filter
  it("searches documentation, with a filter", async () => {
    const { wire } = await project();
    const all = structured(await wire.call("search_docs", { query: "installation" }));
    expect(JSON.stringify(all.results)).toContain("README.md");
    expect(
      structured(await wire.call("search_docs", { query: "installation", path_filter: "docs/*.md" })),
    ).toMatchObject({
      results: [{ path: "docs/install.md", breadcrumb: "Shop > Installation", start_line: 3 }],
    });
  });

  // covers swiftindex: error-no-index, error-missing-argument, error-bad-path, error-empty-query,
  //   errors-are-tool-results
  it("answers the four errors word for word", async () => {
    const { root, wire } = await connected();
    const error = async (args: object) => {
      const result = await wire.call("search_code", args);
      expect(result.isError).toBe(true);
      return textOf(result);
    };
    expect(await error({ query: "x" })).toBe(
      `No index found for path: ${root}. Run 'index_codebase' tool first.`,
    );
    expect(await error({})).toBe("Missing required argument: query");
    expect(await error({ query: "" })).toBe("Query cannot be empty");
    expect(await error({ query: "x", path: "/no/such" })).toBe(
      "Path does not exist or is not a directory: /no/such",
    );
  });

  // covers swiftindex: index-progress, pings-and-cancels, progress-tokens
  it("reports progress that rises to the total, and answers pings meanwhile", async () => {
    const { root, wire } = await connected(bulk(150));
    const indexing = wire.call("index_codebase", { path: root }, { _meta: { progressToken: 0 } });
    expect((await wire.request("ping")).result).toEqual({});
    structured(await indexing);
    const steps = wire.messages
      .filter((message) => message.method === "notifications/progress")
      .map((message) => JSON.parse(JSON.stringify(message.params)));
    expect(steps.length).toBeGreaterThan(0);
    for (const [at, step] of steps.entries()) {
      expect(step.total).toBe(150);
      expect(step.progress).toBeGreaterThan(steps[at - 1]?.progress ?? -1);
    }
    expect(steps.at(-1).progress).toBe(150);
  });

  it("a search while another program indexes says how far it is, and shows only what is on disk", async () => {
    const { root, wire } = await connected(bulk(500));
    structured(await wire.call("index_codebase", { path: root }));
    await writeTree(
      root,
      Object.fromEntries(Object.keys(bulk(500)).map((path) => [path, "struct Moved {}\n"])),
    );
    await withLock(indexLock(indexFolder({ root })), {}, async () => {
      const answer = await wire.call(
        "search_code",
        { query: "struct S7", limit: 5 },
        { _meta: { progressToken: 7 } },
      );
      const { results, freshness, notice } = structured(answer);
      expect(freshness).toMatchObject({ changed: 500, stale: expect.any(Number) });
      expect(notice).toMatch(
        /^Indexing: \d+ of 500 changed files read \(\d+ %\)\. Matches in the other \d+ are missing/,
      );
      expect(textOf(answer)).toContain("Indexing: ");
      expect(results).not.toEqual([]);
      for (const { content } of JSON.parse(JSON.stringify(results))) expect(content).toBe("struct Moved {}");
      return { ok: true, value: undefined };
    });
  }, 60_000);

  // covers swiftindex: creates-tasks, cancels-tasks, task-states
  it("runs as a task that can be cancelled, and stays usable", async () => {
    const { root, wire } = await connected(bulk(250));
    const created = await wire.request("tools/call", {
      name: "index_codebase",
      arguments: { path: root },
      task: { ttl: 60_000 },
    });
    const { task } = JSON.parse(JSON.stringify(created.result));
    expect(task.status).toBe("working");
    const cancelled = await wire.request("tasks/cancel", { taskId: task.taskId });
    expect(JSON.parse(JSON.stringify(cancelled.result)).status).toBe("cancelled");
    expect(structured(await wire.call("index_codebase", { path: root }))).toMatchObject({
      files: { seen: 250 },
    });
    expect(structured(await wire.call("search_code", { query: "S249" })).results).not.toEqual([]);
  });
});

describe("the command line", () => {
  it("indexes, searches, reads docs and shows the status", async () => {
    const root = await temporaryTree(files);
    const at = (...args: string[]) => run(hewto, [...args, "--workspace", root]);
    expect(await at("search", "authenticate")).toMatchObject({ code: 3 });
    expect((await at("index")).output).toContain("5 seen, 5 indexed");
    expect((await at("index", "--status")).output).toContain("up to date");
    expect((await at("search", "authenticate", "--limit", "1")).output).toContain("Sources/Auth/Login.swift");
    expect(JSON.parse((await at("search", "sign", "in", "--json")).output).results[0].path).toBe(
      "Sources/Auth/Login.swift",
    );
    expect((await at("search", "authenticate", "--explain")).output).toContain("lexical");
    expect((await at("search", "authenticate", "--format", "toon")).output).toMatch(/^query: authenticate/);
    expect((await at("docs", "installation")).output).toContain("docs/install.md:3-5");
    expect(await at("search", "x", "--limit", "0")).toMatchObject({ code: 2 });
  });
});
