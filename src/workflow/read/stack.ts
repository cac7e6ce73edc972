import { listFolder, readText } from "../../workspace/files/files.ts";
import { joinPath, literalPath, rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { manifestNames, probes } from "./manifests.ts";

/** What a project is built with, according to its manifests. */
export interface Stack {
  readonly language: string;
  readonly dependencies: string;
  readonly testing: string;
  /** The command that runs the tests. */
  readonly testCommand: string;
  readonly platform: string;
  /** `web service`, `command line program`, `library`, … as far as the dependencies show. */
  readonly projectType: string;
  /** The databases among the dependencies. */
  readonly storage: readonly string[];
  /** Where code and tests go, for the paths of tasks. */
  readonly source: string;
  readonly tests: string;
  readonly extension: string;
  /** The name of a test file: `{name}.test.ts`. */
  readonly testName: string;
  /** The manifests that were read; "" if there are none. */
  readonly evidence: string;
  /** Those of `source` and `tests` that do not exist yet. */
  readonly newFolders: readonly string[];
}

const newProject: Stack = {
  language: `undecided: no ${manifestNames} at the root or in its folders`,
  dependencies: "none yet",
  testing: "undecided",
  testCommand: "undecided",
  platform: "see the specification",
  projectType: "new project",
  storage: [],
  source: "src",
  tests: "tests",
  extension: "",
  testName: "{name}",
  evidence: "",
  newFolders: [],
};

/**
 * The stack from the manifest at the root, and from those of the parts (`backend/`, `packages/x`) if the root has no
 * manifest or no code of its own.
 */
export async function detectStack(workspace: Workspace): Promise<Stack> {
  const own = await stackIn(workspace, rootPath);
  if (own !== undefined && !own.newFolders.includes(own.source)) return own;
  const parts: Part[] = [];
  for (const folder of await partFolders(workspace)) {
    const stack = await stackIn(workspace, folder);
    if (stack !== undefined) parts.push({ folder, stack });
  }
  if (parts.length === 0) return own ?? newProject;
  return own === undefined ? joined(parts) : withRoot(own, parts);
}

/** The stack of one folder, from the first manifest in it. */
async function stackIn(workspace: Workspace, folder: WorkspacePath): Promise<Stack | undefined> {
  const entries = await listFolder(workspace, folder);
  const names = entries.ok ? entries.value.map(({ name }) => name) : [];
  // Manifests name some of these paths, so they can lead anywhere.
  const read = async (file: string) => {
    const path = joinPath(folder, file);
    const text = path.ok ? await readText(workspace, path.value, { lossy: true }) : path;
    return text.ok ? text.value.text : undefined;
  };
  const folders = async (file: string) => {
    const path = joinPath(folder, file);
    const listed = path.ok ? await listFolder(workspace, path.value) : path;
    return listed.ok ? listed.value.filter(({ kind }) => kind === "folder").map(({ name }) => name) : [];
  };
  for (const probe of probes) {
    const stack = await probe({ read, folders, names });
    if (stack !== undefined) return placed(workspace, folder, names, { ...newProject, ...stack });
  }
  return undefined;
}

/** A stack with the folders that exist, relative to the root. */
async function placed(
  workspace: Workspace,
  folder: WorkspacePath,
  names: readonly string[],
  stack: Stack,
): Promise<Stack> {
  const below = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  const evidence = stack.evidence === "" ? "" : below(stack.evidence);
  const isFlat = stack.extension === ".go" && names.some((name) => name.endsWith(".go"));
  // A Go module whose package is the top folder has its code and its tests there.
  if (isFlat && !names.includes(stack.source))
    return { ...stack, evidence, source: folder || ".", tests: folder || "." };
  const first = (candidates: readonly string[]) => candidates.find((name) => names.includes(name));
  const [knownTests, knownSource] = [
    first([stack.tests, "test", "tests", "spec", "Tests"]),
    first([stack.source, "src", "lib", "app", "Sources"]),
  ];
  const [tests, source] = [below(knownTests ?? stack.tests), below(knownSource ?? stack.source)];
  return {
    ...stack,
    evidence,
    tests,
    newFolders: [
      ...(knownSource === undefined ? [source] : []),
      ...(knownTests === undefined ? [tests] : []),
    ],
    source: await packageIn(workspace, source, stack.extension),
    testCommand: folder === "" ? stack.testCommand : `cd ${folder} && ${stack.testCommand}`,
  };
}

interface Part {
  readonly folder: string;
  readonly stack: Stack;
}

const maxParts = 8;
const maxNamed = 4;
const groups = /^(?:apps|packages|libs|modules|services|projects|src)$/;
const skipped = /^(?:[._].*|node_modules|vendor|dist|build|target|docs?|specs?|tests?|examples?)$/i;

/** Folders that may be parts of a project: those of the root, and those below `apps/`, `packages/`, `src/`, …. */
async function partFolders(workspace: Workspace): Promise<WorkspacePath[]> {
  const foldersOf = async (path: WorkspacePath) => {
    const listed = await listFolder(workspace, path);
    return (listed.ok ? listed.value : []).filter(
      ({ kind, name }) => kind === "folder" && !skipped.test(name),
    );
  };
  const parts: WorkspacePath[] = [];
  for (const { name, path } of await foldersOf(rootPath)) {
    parts.push(path);
    if (groups.test(name)) parts.push(...(await foldersOf(path)).map((inner) => inner.path));
  }
  return parts.slice(0, 50);
}

/** Several parts as one stack: all are listed, and new code goes into the server. */
function joined(all: readonly Part[]): Stack {
  const parts = all.slice(0, maxParts);
  const isServer = ({ folder }: Part) => /(?:^|\/)(?:backend|server|api)$/i.test(folder);
  const main = parts.find(isServer) ?? parts[0];
  if (main === undefined) return newProject;
  if (parts.length === 1) return main.stack;
  const each = (value: (stack: Stack) => string) => grouped(parts, value);
  const hasFront = parts.some(({ folder }) => /(?:^|\/)(?:frontend|web|client|ui)$/i.test(folder));
  return {
    ...main.stack,
    language: each(({ language }) => language),
    dependencies: each(({ dependencies }) => dependencies),
    testing: each(({ testing }) => testing),
    testCommand: parts.map(({ stack }) => `(${stack.testCommand})`).join(" && "),
    platform: each(({ platform }) => platform),
    projectType:
      hasFront && parts.some(isServer) ? "web application" : each(({ projectType }) => projectType),
    storage: [...new Set(parts.flatMap(({ stack }) => stack.storage))],
    evidence: parts.map(({ stack }) => stack.evidence).join(", "),
  };
}

/** A monorepo: the root says how to test, and the parts hold the code. */
function withRoot(root: Stack, parts: readonly Part[]): Stack {
  const all = joined(parts);
  const both = (value: (stack: Stack) => string) =>
    grouped([{ folder: "root", stack: root }, ...parts], value);
  return {
    ...all,
    language: both(({ language }) => language),
    dependencies: both(({ dependencies }) => dependencies),
    testing: root.testing,
    testCommand: root.testCommand,
    platform: both(({ platform }) => platform),
    projectType: both(({ projectType }) => projectType),
    storage: [...new Set([root, ...parts.map(({ stack }) => stack)].flatMap(({ storage }) => storage))],
    evidence: `${root.evidence}, ${all.evidence}`,
  };
}

/** Each different value with the folders that have it: `Go 1.24 (api, worker); TypeScript 5.9 (web)`. */
function grouped(parts: readonly Part[], value: (stack: Stack) => string): string {
  const folders = new Map<string, string[]>();
  for (const { folder, stack } of parts) {
    const key = value(stack);
    folders.set(key, [...(folders.get(key) ?? []), folder]);
  }
  const shown = (names: readonly string[]) =>
    names.slice(0, maxNamed).join(", ") +
    (names.length > maxNamed ? ` and ${names.length - maxNamed} more` : "");
  return [...folders].map(([text, names]) => `${text} (${shown(names)})`).join("; ");
}

/** Python and Swift code is in a package folder, such as `src/ferry/`, if there is exactly one. */
async function packageIn(workspace: Workspace, source: string, extension: string): Promise<string> {
  if (extension !== ".py" && extension !== ".swift") return source;
  const listed = await listFolder(workspace, literalPath(source));
  const folders = (listed.ok ? listed.value : []).filter(
    ({ kind, name }) => kind === "folder" && !/^[._]/.test(name),
  );
  return folders.length === 1 && folders[0] ? `${source}/${folders[0].name}` : source;
}
