import { readText } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { DiscoveredTest } from "../tests/model.ts";

/** More test files than this are compared by their titles alone. */
const maxFiles = 5_000;
const maxFileBytes = 1_048_576;

/** What tests call and say, without comments, for proposals. Each file is read once. */
export async function readBodies(
  workspace: Workspace,
  tests: readonly DiscoveredTest[],
): Promise<(test: DiscoveredTest) => string | undefined> {
  const files = new Set<WorkspacePath>(tests.map(({ file }) => file));
  const texts = new Map<string, string>();
  for (const path of files.size > maxFiles ? [] : files) {
    const file = await readText(workspace, path, { maxBytes: maxFileBytes });
    if (file.ok) texts.set(path, file.value.text);
  }
  return ({ file, range }) => {
    const text = texts.get(file)?.slice(range.from, range.to);
    return text === undefined ? undefined : withoutComments(text);
  };
}

/** Roughly: a `//` in a string is taken for a comment, which costs a few words of a body. */
export function withoutComments(text: string): string {
  return text.replace(/\/\/.*|\/\*[\s\S]*?\*\/|^[ \t]*#.*$/gm, "");
}
