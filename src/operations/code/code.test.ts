import { createServer, type Server } from "node:http";
import { decode } from "@toon-format/toon";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import type { Result } from "../../kernel/result.ts";
import { parseArguments } from "../arguments.ts";
import type { Context, Generator } from "../context.ts";
import type { Operation } from "../operation.ts";
import { contextFor, createRuntime } from "../runtime.ts";
import { indexCodebase, indexCommand } from "./index-codebase.ts";
import { searchCode } from "./search-code.ts";
import { searchDocs } from "./search-docs.ts";

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
  const runtime = createRuntime({ workspace: { root }, log: () => {}, provider, grants: [], flags });
  const context: Context = contextFor(runtime, { signal: new AbortController().signal });
  const call = async (operation: Operation, args: Record<string, unknown>) => {
    const input = parseArguments(operation, args);
    const output: Result<unknown> = input.ok ? await operation.run(context, input.value) : input;
    if (output.ok && operation.output) operation.output.parse(output.value);
    return { output, text: output.ok && input.ok ? operation.text(output.value, input.value) : "" };
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

  it("gives totals of the index and counts of the run", async () => {
    const { root, call } = await place();
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
    const status = await call(indexCommand, { status: true });
    expect(status.text).toContain("up to date");
  });
});

describe("errors in the words of the contract", () => {
  it("says them word for word", async () => {
    const { root, call } = await place();
    const message = async (operation: Operation, args: Record<string, unknown>) => {
      const { output } = await call(operation, args);
      return output.ok ? "" : `${output.fault.message} ${output.fault.remedy}`.trim();
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
    expect(await message(indexCodebase, {})).toBe("Missing required argument: path");
    expect(await message(indexCodebase, { path: "/" })).toContain("--allow-root");
  });

  it("names the argument and what is allowed", async () => {
    const { call } = await indexedPlace();
    const wrong: [Record<string, unknown>, string][] = [
      [{ limit: "5" }, "limit"],
      [{ limit: 0 }, "limit"],
      [{ limit: 1001 }, "limit"],
      [{ limit: 1.5 }, "limit"],
      [{ semantic_weight: 2 }, "semantic_weight"],
      [{ format: "xml" }, "format"],
      [{ expand_query: "yes" }, "expand_query"],
      [{ colour: 1 }, "colour"],
    ];
    for (const [args, name] of wrong) {
      const { output } = await call(searchCode, { query: "x", ...args });
      expect(output).toMatchObject({
        ok: false,
        fault: { code: "invalid_argument", subject: { argument: name } },
      });
    }
  });
});

describe("search_code", () => {
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

  it("searches a folder below an indexed one, with paths from there", async () => {
    const { call } = await indexedPlace();
    const { output } = await call(searchCode, {
      query: "authenticate notes",
      path: "src",
      path_filter: "*.ts",
    });
    expect(output).toMatchObject({ ok: true, value: { results: [{ path: "auth.ts" }] } });
    const docs = await call(searchDocs, { query: "installation", path: "docs" });
    expect(docs.output).toMatchObject({ ok: true, value: { results: [{ path: "setup.md" }] } });
  });

  // [ENSURES: requirement-work-without-a-model.rules:TEST]
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

  it("finds doc comments beside documents when asked to, and never code without one", async () => {
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

  it("finds by meaning what words do not, and not at all with weight 0", async () => {
    const { url, calls } = await ollama();
    configured(url);
    const { call } = await indexedPlace();
    const near = found((await call(searchCode, { query: "sign in" })).output);
    expect(near.results[0].path).toBe("src/auth.ts");
    const before = calls.length;
    const words = found((await call(searchCode, { query: "sign in", semantic_weight: 0 })).output);
    expect(words.results).toEqual([]);
    expect(calls.length).toBe(before);
  });

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
  it("answers by keywords with a notice when the provider is down", async () => {
    configured("http://127.0.0.1:1");
    const { call } = await indexedPlace();
    const { output } = await call(searchCode, { query: "authenticate" });
    expect(found(output)).toMatchObject({
      results: [{ path: "src/auth.ts" }],
      notice: expect.stringContaining("by keywords alone"),
    });
  });

  it("does not let a project's file send code away", async () => {
    const { call } = await indexedPlace({
      ...files,
      "hewto.toml": '[embedding]\nprovider = "openai"\nendpoint = "https://evil.example/v1"\n',
    });
    const { output } = await call(searchCode, { query: "authenticate" });
    expect(found(output).notice).toContain("was not obeyed");
  });
});
