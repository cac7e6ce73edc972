import { exists, listFolder, readText } from "../../workspace/files.ts";
import { literalPath, rootPath } from "../../workspace/paths.ts";
import type { Workspace } from "../../workspace/root.ts";
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

const nothing: Stack = {
  language: `not decided: none of ${manifestNames} was found`,
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

/** The stack from the project's manifests; the first that is there speaks for the project. */
export async function detectStack(workspace: Workspace): Promise<Stack> {
  const read = async (file: string) => {
    const found = await readText(workspace, literalPath(file), { lossy: true });
    return found.ok ? found.value.text : undefined;
  };
  const entries = await listFolder(workspace, rootPath);
  const names = entries.ok ? entries.value.map(({ name }) => name) : [];
  for (const probe of probes) {
    const found = await probe({ read, names });
    if (found === undefined) continue;
    const stack = { ...nothing, ...found };
    const isFlat = stack.extension === ".go" && names.some((name) => name.endsWith(".go"));
    // A Go module whose package is the top folder keeps its code and its tests there.
    if (isFlat && !names.includes(stack.source)) return { ...stack, source: ".", tests: "." };
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
