import { isRecord } from "../../kernel/json.ts";
import { exists, listFolder, readText } from "../../workspace/files.ts";
import { literalPath } from "../../workspace/paths.ts";
import type { Workspace } from "../../workspace/root.ts";

/** What a project is built with, as its own files say it. */
export interface Stack {
  readonly language: string;
  readonly dependencies: string;
  readonly testing: string;
  /** The command that runs the tests. */
  readonly testCommand: string;
  readonly platform: string;
  /** `web service`, `command line program`, `library`, … as far as the dependencies tell. */
  readonly projectType: string;
  /** The database among the dependencies; "" when there is none. */
  readonly storage: string;
  /** Where code and tests go, for the paths of tasks. */
  readonly source: string;
  readonly tests: string;
  readonly extension: string;
  /** How a test file is called: `{name}.test.ts`. */
  readonly testName: string;
  /** The file that told, or "" when none did. */
  readonly evidence: string;
}

/** The command in backticks, or in words where no file told what it is. */
export function testsText({ evidence, testCommand }: Stack): string {
  return evidence === "" ? testCommand : `\`${testCommand}\``;
}

type Probe = (read: (file: string) => Promise<string | undefined>) => Promise<Partial<Stack> | undefined>;

const nothing: Stack = {
  language:
    "not decided: no package.json, pyproject.toml, Cargo.toml, go.mod, Package.swift, pom.xml or build.gradle was found",
  dependencies: "none yet",
  testing: "the test runner of the chosen language",
  testCommand: "the test runner of the chosen language",
  platform: "as the specification says",
  projectType: "new",
  storage: "",
  source: "src",
  tests: "tests",
  extension: "",
  testName: "{name}",
  evidence: "",
};

const probes: readonly Probe[] = [node, python, rust, go, swift, jvm];

/** The stack from the project's manifests; the first that is there speaks for the project. */
export async function detectStack(workspace: Workspace): Promise<Stack> {
  const read = async (file: string) => {
    const found = await readText(workspace, literalPath(file), { lossy: true });
    return found.ok ? found.value.text : undefined;
  };
  for (const probe of probes) {
    const found = await probe(read);
    if (found === undefined) continue;
    const stack = { ...nothing, ...found };
    const tests =
      (await firstFolder(workspace, [stack.tests, "test", "tests", "spec", "Tests"])) ?? stack.tests;
    const source =
      (await firstFolder(workspace, [stack.source, "src", "lib", "app", "Sources"])) ?? stack.source;
    return { ...stack, tests, source: await packageIn(workspace, source, stack.extension) };
  }
  return nothing;
}

async function firstFolder(workspace: Workspace, names: readonly string[]): Promise<string | undefined> {
  for (const name of new Set(names)) if (await exists(workspace, literalPath(name))) return name;
  return undefined;
}

/** Python keeps its code in a package below: `src/ferry/`. The only one that is there is meant. */
async function packageIn(workspace: Workspace, source: string, extension: string): Promise<string> {
  if (extension !== ".py" && extension !== ".swift") return source;
  const listed = await listFolder(workspace, literalPath(source));
  const folders = (listed.ok ? listed.value : []).filter(
    ({ kind, name }) => kind === "folder" && !/^[._]/.test(name),
  );
  return folders.length === 1 && folders[0] ? `${source}/${folders[0].name}` : source;
}

async function node(read: (file: string) => Promise<string | undefined>) {
  const text = await read("package.json");
  if (text === undefined) return undefined;
  const manifest = parse(text);
  const all = { ...record(manifest.dependencies), ...record(manifest.devDependencies) };
  const names = Object.keys(record(manifest.dependencies));
  const runner = ["vitest", "jest", "mocha", "ava", "tap", "@playwright/test"].find((name) => name in all);
  const typed = "typescript" in all;
  const engines = record(manifest.engines).node;
  return {
    language: `${typed ? `TypeScript ${version(all.typescript)}` : "JavaScript"}, Node ${typeof engines === "string" ? engines : "(version not stated)"}`,
    dependencies: listed(names),
    testing: runner ?? "node --test",
    testCommand: nodeTestCommand(manifest, runner),
    platform: names.some((name) => /^(react|vue|svelte|next)$/.test(name)) ? "browser" : "Node",
    projectType: manifest.bin === undefined ? typeFrom(names) : "command line program",
    storage: storageFrom(names),
    extension: typed ? ".ts" : ".js",
    testName: `{name}.test${typed ? ".ts" : ".js"}`,
    evidence: "package.json",
  };
}

async function python(read: (file: string) => Promise<string | undefined>) {
  const text = (await read("pyproject.toml")) ?? (await read("requirements.txt"));
  if (text === undefined) return undefined;
  const needs = /requires-python\s*=\s*"([^"]+)"/.exec(text)?.[1];
  const names = [...text.matchAll(/^\s*"?([A-Za-z][\w.-]+)\s*(?:[><=~!]=|\[|"?,?$)/gm)].map(
    ([, name = ""]) => name,
  );
  return {
    language: `Python ${needs ?? "(version not stated)"}`,
    dependencies: listed(names.filter((name) => !/^(name|version|description|readme)$/.test(name))),
    testing: "pytest",
    testCommand: "pytest",
    platform: "Python",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    extension: ".py",
    testName: "test_{name}.py",
    evidence: "pyproject.toml",
  };
}

async function rust(read: (file: string) => Promise<string | undefined>) {
  const text = await read("Cargo.toml");
  if (text === undefined) return undefined;
  const edition = /edition\s*=\s*"(\d+)"/.exec(text)?.[1];
  const block = /\[dependencies\]([\s\S]*?)(?:\n\[|$)/.exec(text)?.[1] ?? "";
  const names = [...block.matchAll(/^([\w-]+)\s*=/gm)].map(([, name = ""]) => name);
  return {
    language: `Rust${edition ? ` edition ${edition}` : ""}`,
    dependencies: listed(names),
    testing: "cargo test",
    testCommand: "cargo test",
    platform: "native",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    extension: ".rs",
    testName: "{name}.rs",
    evidence: "Cargo.toml",
  };
}

async function go(read: (file: string) => Promise<string | undefined>) {
  const text = await read("go.mod");
  if (text === undefined) return undefined;
  const names = [...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w./-]+) v/gm)].map(([, name = ""]) => name);
  return {
    language: `Go ${/^go (\S+)/m.exec(text)?.[1] ?? ""}`.trim(),
    dependencies: listed(names),
    testing: "go test",
    testCommand: "go test ./...",
    platform: "native",
    projectType: typeFrom(names),
    storage: storageFrom(names),
    source: "internal",
    tests: "internal",
    extension: ".go",
    testName: "{name}_test.go",
    evidence: "go.mod",
  };
}

async function swift(read: (file: string) => Promise<string | undefined>) {
  const text = await read("Package.swift");
  if (text === undefined) return undefined;
  const tools = /swift-tools-version:\s*([\d.]+)/.exec(text)?.[1] ?? "";
  return {
    language: `Swift ${tools}`.trim(),
    testing: "XCTest",
    testCommand: "swift test",
    platform: "Apple platforms",
    source: "Sources",
    tests: "Tests",
    projectType: /\.executableTarget\(/.test(text) ? "command line program" : "library",
    extension: ".swift",
    testName: "{name}Tests.swift",
    evidence: "Package.swift",
  };
}

async function jvm(read: (file: string) => Promise<string | undefined>) {
  const gradle = (await read("build.gradle.kts")) ?? (await read("build.gradle"));
  const text = gradle ?? (await read("pom.xml"));
  if (text === undefined) return undefined;
  return {
    language: /kotlin/i.test(text) ? "Kotlin" : "Java",
    testing: "JUnit",
    testCommand: gradle === undefined ? "mvn test" : "gradle test",
    platform: "JVM",
    projectType: /spring-boot|quarkus|micronaut|ktor/i.test(text) ? "web service" : "library",
    source: "src/main",
    tests: "src/test",
    extension: /kotlin/i.test(text) ? ".kt" : ".java",
    testName: `{name}Test${/kotlin/i.test(text) ? ".kt" : ".java"}`,
    evidence: gradle === undefined ? "pom.xml" : "build.gradle",
  };
}

/** The project's own script where it has one. */
function nodeTestCommand(manifest: Record<string, unknown>, runner: string | undefined): string {
  const { test } = record(manifest.scripts);
  if (typeof test === "string" && !test.includes("no test specified")) return "npm test";
  if (runner === "vitest") return "npx vitest run";
  return runner === undefined
    ? "node --test"
    : `npx ${runner === "@playwright/test" ? "playwright test" : runner}`;
}

function typeFrom(names: readonly string[]): string {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name.split("/").at(-1) ?? name));
  if (has(/^(react|vue|svelte|next|nuxt)$/)) return "web application";
  if (
    has(
      /^(express|fastify|koa|hono|nest|flask|django|fastapi|starlette|actix-web|axum|rocket|gin|echo|fiber|chi)$/,
    )
  )
    return "web service";
  return has(/^(commander|yargs|oclif|clap|cobra|click|typer|argparse)$/)
    ? "command line program"
    : "library";
}

const stores: readonly (readonly [RegExp, string])[] = [
  [/sqlite|rusqlite/i, "SQLite"],
  [/^(pg|postgres|psycopg2?|asyncpg|tokio-postgres|pgx)\b|postgres/i, "PostgreSQL"],
  [/mysql|mariadb/i, "MySQL"],
  [/mongo/i, "MongoDB"],
  [/prisma|typeorm|drizzle|sequelize|knex|sqlalchemy|diesel|sqlx|gorm/i, "a database"],
  [/redis/i, "Redis"],
];

function storageFrom(names: readonly string[]): string {
  for (const [pattern, store] of stores) {
    const name = names.find((each) => pattern.test(each.split("/").at(-1) ?? each));
    if (name !== undefined) return `${store} (${name})`;
  }
  return "";
}

function parse(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function version(value: unknown): string {
  return typeof value === "string" ? value.replace(/^[~^]/, "") : "";
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const shown = [...new Set(names)].slice(0, 12);
  const more = new Set(names).size - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
