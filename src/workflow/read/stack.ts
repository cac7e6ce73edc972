import { childPath, listFolder, readText } from "../../workspace/files/files.ts";
import { literalPath, rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { manifestNames, probes } from "./manifests.ts";

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
  /** The databases among the dependencies. */
  readonly storage: readonly string[];
  /** Where code and tests go, for the paths of tasks. */
  readonly source: string;
  readonly tests: string;
  readonly extension: string;
  /** How a test file is called: `{name}.test.ts`. */
  readonly testName: string;
  /** The files that told, or "" when none did. */
  readonly evidence: string;
}

/** The command in backticks, or in words where no file told what it is. */
export function testsText({ evidence, testCommand }: Stack): string {
  return evidence === "" ? testCommand : `\`${testCommand}\``;
}

const nothing: Stack = {
  language: `not decided: none of ${manifestNames} was found at the root or in its folders`,
  dependencies: "none yet",
  testing: "the test runner of the chosen language",
  testCommand: "the test runner of the chosen language",
  platform: "as the specification says",
  projectType: "new",
  storage: [],
  source: "src",
  tests: "tests",
  extension: "",
  testName: "{name}",
  evidence: "",
};

/** The stack from the manifests at the root; where there is none, from those of the parts (`backend/`, `frontend/`). */
export async function detectStack(workspace: Workspace): Promise<Stack> {
  const own = await stackIn(workspace, rootPath);
  if (own !== undefined) return own;
  const parts: Part[] = [];
  for (const folder of await partFolders(workspace)) {
    const stack = await stackIn(workspace, folder);
    if (stack !== undefined) parts.push({ folder, stack });
  }
  return parts.length === 0 ? nothing : joined(parts);
}

/** What the manifests of one folder say; the first that is there speaks for it. */
async function stackIn(workspace: Workspace, folder: WorkspacePath): Promise<Stack | undefined> {
  const entries = await listFolder(workspace, folder);
  const names = entries.ok ? entries.value.map(({ name }) => name) : [];
  const read = async (file: string) => {
    const found = await readText(workspace, childPath(folder, file), { lossy: true });
    return found.ok ? found.value.text : undefined;
  };
  for (const probe of probes) {
    const found = await probe({ read, names });
    if (found !== undefined) return placed(workspace, folder, names, { ...nothing, ...found });
  }
  return undefined;
}

/** A stack with the folders that are really there, seen from the root. */
async function placed(
  workspace: Workspace,
  folder: WorkspacePath,
  names: readonly string[],
  stack: Stack,
): Promise<Stack> {
  const below = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  const evidence = stack.evidence === "" ? "" : below(stack.evidence);
  const isFlat = stack.extension === ".go" && names.some((name) => name.endsWith(".go"));
  // A Go module whose package is the top folder keeps its code and its tests there.
  if (isFlat && !names.includes(stack.source))
    return { ...stack, evidence, source: folder || ".", tests: folder || "." };
  const first = (wanted: readonly string[]) => wanted.find((name) => names.includes(name));
  const tests = first([stack.tests, "test", "tests", "spec", "Tests"]) ?? stack.tests;
  const source = first([stack.source, "src", "lib", "app", "Sources"]) ?? stack.source;
  return {
    ...stack,
    evidence,
    tests: below(tests),
    source: await packageIn(workspace, below(source), stack.extension),
    testCommand: folder === "" ? stack.testCommand : `cd ${folder} && ${stack.testCommand}`,
  };
}

interface Part {
  readonly folder: string;
  readonly stack: Stack;
}

const MAX_PARTS = 8;
const groups = /^(?:apps|packages|services|projects|src)$/;
const skipped = /^(?:[._].*|node_modules|vendor|dist|build|target|docs?|specs?|tests?|examples?)$/i;

/** Folders that may be parts of a project: those of the root, and those below `apps/`, `packages/`, `src/`, …. */
async function partFolders(workspace: Workspace): Promise<WorkspacePath[]> {
  const foldersOf = async (path: WorkspacePath) => {
    const listed = await listFolder(workspace, path);
    return (listed.ok ? listed.value : []).filter(
      ({ kind, name }) => kind === "folder" && !skipped.test(name),
    );
  };
  const found: WorkspacePath[] = [];
  for (const { name, path } of await foldersOf(rootPath)) {
    found.push(path);
    if (groups.test(name)) found.push(...(await foldersOf(path)).map((inner) => inner.path));
  }
  return found.slice(0, 50);
}

/** Several parts as one stack: all are named, and new code goes where the server is. */
function joined(all: readonly Part[]): Stack {
  const parts = all.slice(0, MAX_PARTS);
  const isServer = ({ folder }: Part) => /(?:^|\/)(?:backend|server|api)$/i.test(folder);
  const main = parts.find(isServer) ?? parts[0];
  if (main === undefined) return nothing;
  if (parts.length === 1) return main.stack;
  const each = (value: (stack: Stack) => string) =>
    parts.map(({ folder, stack }) => `${value(stack)} (${folder})`).join("; ");
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

/** Python keeps its code in a package below: `src/ferry/`. The only one that is there is meant. */
async function packageIn(workspace: Workspace, source: string, extension: string): Promise<string> {
  if (extension !== ".py" && extension !== ".swift") return source;
  const listed = await listFolder(workspace, literalPath(source));
  const folders = (listed.ok ? listed.value : []).filter(
    ({ kind, name }) => kind === "folder" && !/^[._]/.test(name),
  );
  return folders.length === 1 && folders[0] ? `${source}/${folders[0].name}` : source;
}
