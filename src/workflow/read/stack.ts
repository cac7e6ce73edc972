import { isRecord } from "../../kernel/json.ts";
import { exists, readText } from "../../workspace/files.ts";
import { literalPath } from "../../workspace/paths.ts";
import type { Workspace } from "../../workspace/root.ts";

/** What a project is built with, as its own files say it. */
export interface Stack {
  readonly language: string;
  readonly dependencies: string;
  readonly testing: string;
  readonly platform: string;
  /** Where code and tests go, for the paths of tasks. */
  readonly source: string;
  readonly tests: string;
  readonly extension: string;
  /** The file that told, or "" when none did. */
  readonly evidence: string;
}

type Probe = (read: (file: string) => Promise<string | undefined>) => Promise<Partial<Stack> | undefined>;

const nothing: Stack = {
  language:
    "not decided: no package.json, pyproject.toml, Cargo.toml, go.mod, Package.swift, pom.xml or build.gradle was found",
  dependencies: "none yet",
  testing: "the test runner of the chosen language",
  platform: "as the specification says",
  source: "src",
  tests: "tests",
  extension: "",
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
    return { ...stack, tests, source };
  }
  return nothing;
}

async function firstFolder(workspace: Workspace, names: readonly string[]): Promise<string | undefined> {
  for (const name of new Set(names)) if (await exists(workspace, literalPath(name))) return name;
  return undefined;
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
    platform: names.some((name) => /^(react|vue|svelte|next)$/.test(name)) ? "browser" : "Node",
    extension: typed ? ".ts" : ".js",
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
    platform: "Python",
    extension: ".py",
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
    platform: "native",
    extension: ".rs",
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
    platform: "native",
    source: "internal",
    tests: "internal",
    extension: ".go",
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
    platform: "Apple platforms",
    source: "Sources",
    tests: "Tests",
    extension: ".swift",
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
    platform: "JVM",
    source: "src/main",
    tests: "src/test",
    extension: /kotlin/i.test(text) ? ".kt" : ".java",
    evidence: gradle === undefined ? "pom.xml" : "build.gradle",
  };
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
