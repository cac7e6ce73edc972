import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { indexFolder } from "../../src/code/index/home.ts";
import { hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { run } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";
import { type Message, notifications, openWire, resultOf, textOf, type Wire } from "../support/wire.ts";

const Source = z.object({ path: z.string(), line: z.int() });
const Answer = z.object({
  query: z.string(),
  depth: z.int(),
  focus: z.string().optional(),
  findings: z.array(
    z.object({
      symbol: z.string(),
      kind: z.string(),
      source: Source,
      relation: z.enum(["calls", "called_by", "conforms", "inherits", "extends", "imports", "references"]),
      hop: z.int(),
      confidence: z.enum(["exact", "inferred", "possible", "external"]),
      how: z.string().optional(),
    }),
  ),
  chains: z.array(z.array(z.object({ symbol: z.string(), source: Source }))).default([]),
  graph: z
    .object({
      nodes: z.array(z.object({ id: z.string(), symbol: z.string(), kind: z.string(), source: Source })),
      edges: z.array(
        z.object({
          from: z.string(),
          to: z.string(),
          kind: z.string(),
          confidence: z.string(),
          source: Source,
        }),
      ),
    })
    .default({ nodes: [], edges: [] }),
  overview: z.string(),
  freshness: z.object({ checked_at: z.string(), changed: z.int(), reread: z.int(), stale: z.int() }),
});

const files = {
  "Sources/Auth/Authenticatable.swift": `/// Can prove who it is.
public protocol Authenticatable {
  func authenticate() -> Bool
}
public protocol Privileged: Authenticatable {}
extension Authenticatable {
  public func authenticate() -> Bool { false }
}
`,
  "Sources/Auth/User.swift": `public struct User: Authenticatable {
  public init() {}
  public func authenticate() -> Bool { check() }
  func check() -> Bool { true }
}
public final class Admin: Privileged { public init() {} }
public enum Guest { case anonymous }
`,
  "Sources/Auth/Guest+Auth.swift": `extension Guest: Authenticatable {}
`,
  "Sources/App/Login.swift": `import Auth
public final class LoginService {
  public static let shared = LoginService()
  public func logIn(user: User) -> Bool { user.authenticate() }
}
public struct LoginModel {
  let service: LoginService
  public func submit() { if service.logIn(user: User()) { done() } }
  func done() {}
}
public struct LoginScreen {
  let model: LoginModel
  public func tapped() { model.submit() }
}
public struct Root {
  let screen: LoginScreen
  public func start() { screen.tapped() }
}
public func launch(root: Root) { root.start() }
`,
  "Tests/AppTests/MockUser.swift": `@testable import Auth
struct MockUser: Authenticatable {}
`,
};

async function open(
  tree: Record<string, string> = files,
  profile = "all",
): Promise<{ wire: Wire; root: string }> {
  const root = await temporaryTree(tree);
  const wire = openWire(hewto, ["mcp", "--profile", profile, "--toolsets", "all", "--workspace", root]);
  await wire.initialize();
  return { wire, root };
}

async function indexed(tree: Record<string, string> = files) {
  const opened = await open(tree);
  await opened.wire.call("index_codebase", { path: opened.root });
  return opened;
}

/** The project above, for all who only ask. */
const project = sharedByFile(() => indexed());

async function ask(wire: Wire, query: string, more: object = {}) {
  const result = await wire.call("code_research", { query, ...more });
  return { ...Answer.parse(result.structuredContent), text: textOf(result) };
}

describe("Research protocol implementations", () => {
  // [ENSURES: requirement-relations-with-locations.rules:TEST]
  // covers swiftindex: protocol-implementations, ways-to-conform
  // [VERIFIES: code-research/relations-with-locations#conforming-types]
  it("returns all conforming types, extension conformances included, each once, with how", async () => {
    const { wire } = await project();
    const { findings } = await ask(wire, "all implementations of Authenticatable");
    expect(
      findings.map(({ symbol, how, source }) => `${symbol} ${how} ${source.path}:${source.line}`),
    ).toEqual([
      "User direct Sources/Auth/User.swift:1",
      "Guest extension Sources/Auth/Guest+Auth.swift:1",
      "Admin inherited via Privileged Sources/Auth/User.swift:6",
      "MockUser direct Tests/AppTests/MockUser.swift:2",
    ]);
    expect(
      findings.every(({ relation, confidence }) => relation === "conforms" && confidence === "exact"),
    ).toBe(true);
  });

  it.each([
    "what implements Authenticatable?",
    "types conforming to Authenticatable",
    "who conforms to `Authenticatable`",
  ])("understands %s", async (query) => {
    const { wire } = await project();
    expect((await ask(wire, query)).findings).toHaveLength(4);
  });
});

describe("Research call graph", () => {
  // covers swiftindex: call-chains
  it("returns callers of authenticate() and their callers, and shows the chain", async () => {
    const { wire } = await project();
    const { findings, chains, text } = await ask(wire, "what calls authenticate()", {
      include: ["graph"],
    });
    expect(findings[0]).toMatchObject({
      symbol: "LoginService.logIn(user:)",
      relation: "called_by",
      hop: 1,
      confidence: "exact",
      source: { path: "Sources/App/Login.swift", line: 4 },
    });
    expect(findings[1]).toMatchObject({ symbol: "LoginModel.submit()", hop: 2 });
    expect(chains).toContainEqual([
      { symbol: "User.authenticate()", source: { path: "Sources/Auth/User.swift", line: 3 } },
      { symbol: "LoginService.logIn(user:)", source: { path: "Sources/App/Login.swift", line: 4 } },
      { symbol: "LoginModel.submit()", source: { path: "Sources/App/Login.swift", line: 8 } },
    ]);
    expect(text).toContain(
      "  ← LoginService.logIn(user:) — Sources/App/Login.swift:4 (of User.authenticate()): public func logIn(user: User) -> Bool { user.authenticate() }\n    ← LoginModel.submit()",
    );
  });
});

describe("several symbols of one name", () => {
  it("call one another", async () => {
    const { wire } = await indexed({
      "A.swift": "class Base { func save() {} }\nclass Sub: Base { override func save() { super.save() } }\n",
    });
    const { findings } = await ask(wire, "what calls save()");
    expect(findings).toMatchObject([{ symbol: "Sub.save()", confidence: "exact", hop: 1 }]);
  });
});

describe("Research with depth", () => {
  // covers swiftindex: research-depth
  it("follows references five levels deep and maps the graph; smaller depths are parts of larger ones", async () => {
    const { wire } = await project();
    const answers = [];
    for (const depth of [1, 2, 3, 4, 5])
      answers.push(await ask(wire, "callers of User.authenticate", { depth, include: ["graph"] }));
    const hops = answers.map(({ findings }) => findings.map(({ symbol, hop }) => `${hop} ${symbol}`));
    expect(hops[4]).toEqual([
      "1 LoginService.logIn(user:)",
      "2 LoginModel.submit()",
      "3 LoginScreen.tapped()",
      "4 Root.start()",
      "5 launch(root:)",
    ]);
    for (const [at, found] of hops.entries()) expect(hops[4]?.slice(0, at + 1)).toEqual(found);
    const edges = answers.map(({ graph }) => new Set(graph.edges.map((edge) => JSON.stringify(edge))));
    for (const smaller of edges[0] ?? []) expect(edges[4]).toContain(smaller);
  });

  it("terminates on recursion", async () => {
    const { wire } = await indexed({
      "A.swift": "func ping() { pong() }\nfunc pong() { ping() }\nfunc loop() { loop() }\n",
    });
    expect((await ask(wire, "callers of ping", { depth: 5 })).findings.map(({ symbol }) => symbol)).toEqual([
      "pong()",
    ]);
    expect((await ask(wire, "what calls loop()", { depth: 5 })).findings).toEqual([]);
  });
});

describe("Research with focus", () => {
  // covers swiftindex: research-focus
  it("changes the content: architecture, dependencies, patterns, flow", async () => {
    const { wire } = await project();
    const architecture = await ask(wire, "how is this built", {
      focus: "architecture",
      include: ["graph"],
    });
    expect(architecture.overview).toMatch(
      /modules? in \d layers[\s\S]*1\. Auth[\s\S]*2\. .*App[\s\S]*Central types/,
    );
    expect(architecture.graph.edges).toContainEqual(expect.objectContaining({ from: "App", to: "Auth" }));
    const dependencies = await ask(wire, "LoginModel", { focus: "dependencies" });
    expect(dependencies.findings.map(({ symbol }) => symbol)).toContain("LoginService.logIn(user:)");
    expect(dependencies.overview).toMatch(/directly needed by \d+ declaration/);
    const patterns = await ask(wire, "which patterns are used", { focus: "patterns" });
    expect(patterns.overview).toMatch(/Singletons: 1 instance\n {2}LoginService\.shared/);
    const flow = await ask(wire, "launch(root:)", { focus: "flow", depth: 5 });
    const order = [
      "Root.start()",
      "LoginScreen.tapped()",
      "LoginModel.submit()",
      "LoginService.logIn(user:)",
    ];
    const places = order.map((symbol) => flow.overview.indexOf(`→ ${symbol}`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});

describe("other questions", () => {
  it.each([
    ["what does LoginModel.submit call", "LoginService.logIn(user:)"],
    ["who uses LoginService", "LoginModel.service"],
    ["subclasses of Authenticatable", "Admin"],
    ["what does LoginScreen depend on", "LoginModel"],
    ["what depends on User", "LoginService.logIn(user:)"],
    ["path from launch to authenticate", "User.authenticate()"],
    ["logIn(user:)", "LoginModel.submit()"],
    ["LoginService.logIn", "User.authenticate()"],
    ["how does somebody log in", "LoginService.logIn(user:)"],
  ])("%s finds %s", async (query, symbol) => {
    const { wire } = await project();
    const { findings } = await ask(wire, query, { depth: 5 });
    expect(findings.map((finding) => finding.symbol)).toContain(symbol);
    // Implementations of the product come before those of tests; elsewhere the nearest come first.
    const hops = findings.filter(({ relation }) => relation !== "conforms").map(({ hop }) => hop);
    // An answer in prose is in the order in which the code runs.
    if (!query.startsWith("how")) expect(hops).toEqual([...hops].sort((a, b) => a - b));
  });

  it("sees an edit without a new index, and answers the same bytes for the same files", async () => {
    const { wire, root } = await indexed();
    const before = await ask(wire, "callers of check");
    await writeFile(join(root, "Sources/Auth/More.swift"), "func again(user: User) { _ = user.check() }\n");
    const after = await ask(wire, "callers of check");
    expect(after.findings.map(({ symbol }) => symbol)).toContain("again(user:)");
    expect(before.findings.map(({ symbol }) => symbol)).not.toContain("again(user:)");
    const { freshness: _a, ...first } = await ask(wire, "callers of check");
    const { freshness: _b, ...second } = await ask(wire, "callers of check");
    expect(first).toEqual(second);
  });

  it("names near symbols when there is none of that name", async () => {
    const { wire } = await project();
    expect((await ask(wire, "callers of authenticat")).overview).toMatch(
      /no symbol authenticat\. .*Nearest: .*authenticate/,
    );
  });
});

describe("failures", () => {
  it("says to index first, and names a wrong argument", async () => {
    const { wire, root } = await open();
    const error = async (args: object) => {
      const result = await wire.call("code_research", args);
      expect(result.isError).toBe(true);
      return textOf(result);
    };
    expect(await error({ query: "callers of x" })).toContain(
      `No index found for path: ${root}. Run 'index_codebase' tool first.`,
    );
    expect(await error({ query: " " })).toContain("Query cannot be empty");
    expect(await error({})).toContain("Missing required argument: query");
    expect(await error({ query: "x", path: join(root, "nowhere") })).toContain(
      "Path does not exist or is not a directory",
    );
    for (const wrong of [{ depth: 0 }, { depth: 6 }])
      expect(await error({ query: "x", ...wrong })).toContain("depth");
    expect(await error({ query: "x", focus: "everything" })).toContain("focus");
  });
});

describe("long questions", () => {
  // covers swiftindex: research-progress
  it("send progress for each hop, in order", async () => {
    const { wire } = await project();
    const asked = { name: "code_research", arguments: { query: "callers of User.authenticate", depth: 5 } };
    await wire.request("tools/call", { ...asked, _meta: { progressToken: "p" } });
    const steps = notifications(wire.messages, "notifications/progress").filter(
      ({ progressToken }) => progressToken === "p",
    );
    const hops = steps.map(({ message }) => /^hop (\d) of 5/.exec(String(message))?.[1]).filter(Boolean);
    expect(hops).toEqual(["1", "2", "3", "4", "5"]);
    const values = steps.map(({ progress }) => Number(progress));
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
  });

  it("can run as a task", async () => {
    const { wire } = await project();
    const created = resultOf(
      await wire.request("tools/call", {
        name: "code_research",
        arguments: { query: "callers of check" },
        task: {},
      }),
    );
    const { taskId } = z.object({ taskId: z.string() }).parse(created.task);
    const result: Message = resultOf(await wire.request("tasks/result", { taskId }));
    expect(Answer.parse(result.structuredContent).findings).toHaveLength(2);
  });
});

describe("the tools around it", () => {
  it("are served after SwiftIndex's four tools, which keep their order", async () => {
    const names = async (profile: string) => {
      const { wire } = await open(files, profile);
      const { tools } = z
        .object({ tools: z.array(z.object({ name: z.string() })) })
        .parse(resultOf(await wire.request("tools/list")));
      return tools.map(({ name }) => name);
    };
    expect(await names("swiftindex")).toEqual([
      "index_codebase",
      "search_code",
      "search_docs",
      "code_research",
    ]);
    expect(await names("all")).toEqual(
      expect.arrayContaining(["find_symbol", "find_references", "symbol_context"]),
    );
  });

  it("find symbols, references and the context of a symbol", async () => {
    const { wire } = await project();
    const found = await wire.call("find_symbol", { name: "lgnmdl" });
    expect(textOf(found)).toContain("struct LoginModel — Sources/App/Login.swift:6");
    const references = await wire.call("find_references", { name: "logIn(user:)" });
    expect(textOf(references)).toBe(
      "1 reference to LoginService.logIn(user:)\nSources/App/Login.swift:8 calls in LoginModel.submit(): public func submit() { if service.logIn(user: User()) { done() } }",
    );
    const context = await wire.call("symbol_context", { name: "Authenticatable" });
    expect(context.structuredContent).toMatchObject({
      symbol: { kind: "protocol" },
      doc: "Can prove who it is.",
    });
    expect(textOf(context)).toMatch(/Below:[\s\S]*User/);
    const missing = await wire.call("symbol_context", { name: "Authenticatabl" });
    expect(missing.isError).toBe(true);
    expect(textOf(missing)).toContain("`Authenticatable`");
  });
});

describe("symbol_context", () => {
  it("names the requirements that the tags in and above a declaration ensure", async () => {
    const { wire } = await indexed({
      "Login.swift": [
        "// [ENSURES: concept-other.rules:CHECK]",
        "",
        "// Written by hand. [ENSURES: concept-login.rules:CHECK]",
        "@discardableResult",
        "func guardLogin() -> Bool {",
        "  // [ENSURES: auth/concept-lock.rules:CHECK]",
        "  true",
        "}",
        "func free() {}",
        "",
      ].join("\n"),
    });
    const tagged = await wire.call("symbol_context", { name: "guardLogin" });
    expect(tagged.structuredContent).toMatchObject({
      requirements: ["concept-login.rules", "auth/concept-lock.rules"],
    });
    expect(textOf(tagged)).toContain("Requirements: concept-login.rules, auth/concept-lock.rules");
    const untagged = await wire.call("symbol_context", { name: "free" });
    expect(untagged.structuredContent).toMatchObject({ requirements: [] });
  });
});

describe("a cancelled question", () => {
  it("ends while names are being resolved, leaves nothing half, and the next one is answered", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `S${at}.swift`,
        `struct T${at} {\n${Array.from({ length: 40 }, (_, line) => `  func f${line}(x: T${(at + line) % 300}) { x.f${(line + 1) % 40}(x: x) }`).join("\n")}\n}\n`,
      ]),
    );
    const { wire, root } = await open(many);
    expect((await run(hewto, ["index"], { cwd: root })).code).toBe(0);
    // The command leaves names to the first question.
    expect(graphsIn(root)).toEqual([]);
    const id = "slow";
    wire.send({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: {
        name: "code_research",
        arguments: { query: "callers of f1", depth: 5 },
        _meta: { progressToken: "c" },
      },
    });
    await wire.until(({ method }) => method === "notifications/progress");
    wire.notify("notifications/cancelled", { requestId: id });
    expect(await wire.request("ping")).toMatchObject({ result: {} });
    const { findings } = await ask(wire, "callers of T1.f1", { depth: 1 });
    expect(findings.length).toBeGreaterThan(0);
    expect(wire.messages.some((message) => message.id === id && "result" in message)).toBe(false);
  });
});

describe("names are resolved", () => {
  it("behind the answer of index_codebase, and a question that comes meanwhile waits for them", async () => {
    const { wire, root } = await open(files);
    const params = (force: boolean) => ({ name: "index_codebase", arguments: { path: root, force } });
    expect(await wire.request("tools/call", params(false))).toHaveProperty("result.structuredContent.chunks");
    await expect.poll(() => graphsIn(root).length, { timeout: 30_000 }).toBe(2);
    expect(await wire.request("tools/call", params(true))).toHaveProperty("result.structuredContent.chunks");
    const { findings } = await ask(wire, "what implements Authenticatable?");
    expect(findings.length).toBeGreaterThan(0);
    expect(graphsIn(root).length).toBe(2);
  });
});

function graphsIn(root: string): string[] {
  return readdirSync(indexFolder({ root })).filter((file) => /^g-[0-9a-f]+\.(graph|shapes)$/.test(file));
}
