import { fault } from "../../../kernel/fault.ts";
import { isRecord } from "../../../kernel/json.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { readText, statPath } from "../../../workspace/files/files.ts";
import { joinPath, rootPath, type WorkspacePath } from "../../../workspace/paths/paths.ts";
import type { Workspace } from "../../../workspace/paths/root.ts";
import type { TestRun } from "../../settings.ts";
import type { TestCommand } from "./command.ts";
import { splitCommand } from "./words.ts";

/** The command of the settings, or the usual one of the test runner. Undefined where no runner is known. */
export async function commandFor(
  workspace: Workspace,
  file: string,
  run: TestRun,
): Promise<Result<TestCommand | undefined>> {
  if (run.one !== undefined) return configured(run.one, run.env);
  const found = await detect(new Folders(workspace), file);
  return ok(found && { ...found, env: { ...found.env, ...run.env } });
}

function configured(one: string, env: Readonly<Record<string, string>>): Result<TestCommand> {
  const words = splitCommand(one);
  if (words !== undefined && words.length > 0)
    return ok({ words, cwd: "", env, source: "[trace.run]", isCompiled: false, ...coverageIn(words) });
  const message = `trace.run.one is ${JSON.stringify(one)}, which is not a command line.`;
  return fail(fault("invalid_config", message, "Close every quote, and name a program."));
}

/** A command of the settings measures if it has a place for the folder; it writes lcov. */
function coverageIn(words: readonly string[]): Pick<TestCommand, "coverage"> {
  return words.some((word) => word.includes("{coverage}"))
    ? { coverage: { file: "lcov.info", add: [] } }
    : {};
}

/** What detection may ask about a project. */
class Folders {
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async read(folder: string, name: string): Promise<string | undefined> {
    const path = pathIn(folder, name);
    const text = path && (await readText(this.#workspace, path, { lossy: true }));
    return text?.ok === true ? text.value.text : undefined;
  }

  async has(folder: string, name: string): Promise<boolean> {
    const path = pathIn(folder, name);
    const stats = path && (await statPath(this.#workspace, path));
    return stats?.ok === true && stats.value !== undefined;
  }
}

async function detect(folders: Folders, file: string): Promise<TestCommand | undefined> {
  if (/\.[cm]?[jt]sx?$/.test(file)) return scriptRunner(folders, file);
  if (file.endsWith(".py")) return pytest(folders);
  if (file.endsWith(".go")) return goTest(folders, file);
  return file.endsWith(".rs") ? cargoTest(folders, file) : undefined;
}

/** Entries of the runners, started by `node` itself: no shell, no download. */
const scriptRunners = [
  {
    name: "vitest",
    entry: "vitest/vitest.mjs",
    args: ["run", "{file}", "-t", "{name}", "--reporter=json", "--outputFile={report}"],
    coverage: {
      file: "lcov.info",
      add: [
        "--coverage.enabled",
        "--coverage.reporter=lcovonly",
        "--coverage.reportsDirectory={coverage}",
        "--coverage.reportOnFailure",
      ],
    },
  },
  {
    name: "jest",
    entry: "jest/bin/jest.js",
    args: ["{file}", "-t", "{name}", "--json", "--outputFile={report}", "--coverage=false"],
    coverage: {
      file: "lcov.info",
      add: ["--coverage", "--coverageReporters=lcovonly", "--coverageDirectory={coverage}"],
      drop: ["--coverage=false"],
    },
  },
  {
    name: "mocha",
    entry: "mocha/bin/mocha.js",
    args: ["{file}", "--grep", "{name}", "--reporter", "json", "--reporter-option", "output={report}"],
    coverage: undefined,
  },
];

async function scriptRunner(folders: Folders, file: string): Promise<TestCommand | undefined> {
  const cwd = await nearest(folders, file, "package.json");
  if (cwd === undefined) return undefined;
  const manifest = (await folders.read(cwd, "package.json")) ?? "";
  for (const { name, entry, args, coverage } of scriptRunners) {
    if (!mentions(manifest, name)) continue;
    const at = await nearest(folders, file, `node_modules/${entry}`);
    if (at === undefined) continue;
    const up = "../".repeat(cwd === at ? 0 : cwd.slice(at.length).split("/").filter(Boolean).length);
    const words = ["node", `${up}node_modules/${entry}`, ...args];
    const own = { words, cwd, env: {}, source: name, isCompiled: false };
    return coverage === undefined ? own : { ...own, coverage };
  }
  if (!/\bnode\b[^"]* --test\b/.test(manifest)) return undefined;
  const reporter = ["--test-reporter=junit", "--test-reporter-destination={report}"];
  return {
    words: ["node", "--test", ...reporter, "{file}"],
    cwd,
    env: {},
    source: "node:test",
    isCompiled: false,
    coverage: {
      file: "lcov.info",
      add: [
        "--experimental-test-coverage",
        "--test-name-pattern={title}",
        "--test-reporter=lcov",
        "--test-reporter-destination={coverage}/lcov.info",
        "{file}",
      ],
      // The flags of node end where the files begin.
      drop: ["{file}"],
    },
  };
}

async function pytest(folders: Folders): Promise<TestCommand> {
  const own = await Promise.all([".venv", "venv"].map((name) => folders.has("", `${name}/bin/python`)));
  const python = own[0] ? ".venv/bin/python" : own[1] ? "venv/bin/python" : "python3";
  const words = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml={report}", "{tests}"];
  return {
    words,
    cwd: "",
    env: { PYTHONDONTWRITEBYTECODE: "1" },
    source: "pytest",
    isCompiled: false,
    coverage: { file: "lcov.info", add: ["--cov=.", "--cov-report=lcov:{coverage}/lcov.info"] },
  };
}

async function goTest(folders: Folders, file: string): Promise<TestCommand | undefined> {
  const cwd = await nearest(folders, file, "go.mod");
  const words = ["go", "test", "-json", "-run", "{name}", "./{folder}"];
  const coverage = {
    file: "cover.out",
    add: ["-coverpkg=./...", "-coverprofile={coverage}/cover.out", "./{folder}"],
    drop: ["./{folder}"],
  };
  return cwd === undefined
    ? undefined
    : { words, cwd, env: {}, source: "go test", isCompiled: true, coverage };
}

async function cargoTest(folders: Folders, file: string): Promise<TestCommand | undefined> {
  const cwd = await nearest(folders, file, "Cargo.toml");
  const words = ["cargo", "test", "--offline", "--", "{tests}"];
  return cwd === undefined ? undefined : { words, cwd, env: {}, source: "cargo test", isCompiled: true };
}

/** The folder of the file, or the nearest above it, that has an entry. */
async function nearest(folders: Folders, file: string, name: string): Promise<string | undefined> {
  const parts = file.split("/").slice(0, -1);
  for (let length = parts.length; length >= 0; length--) {
    const folder = parts.slice(0, length).join("/");
    if (await folders.has(folder, name)) return folder;
  }
  return undefined;
}

function mentions(manifest: string, runner: string): boolean {
  try {
    const parsed: unknown = JSON.parse(manifest);
    if (!isRecord(parsed)) return false;
    const lists = [parsed["devDependencies"], parsed["dependencies"]];
    const scripts = JSON.stringify(parsed["scripts"] ?? "");
    return lists.some((list) => isRecord(list) && runner in list) || scripts.includes(runner);
  } catch {
    return false;
  }
}

function pathIn(folder: string, name: string): WorkspacePath | undefined {
  const path = joinPath(rootPath, ...folder.split("/").filter(Boolean), ...name.split("/"));
  return path.ok ? path.value : undefined;
}
