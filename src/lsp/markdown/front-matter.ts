import { posix } from "node:path";
import type { LineEdit } from "../../changes/fix/line-edits.ts";
import type { Repair } from "../../changes/fix/scenario-repairs.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { parentPath } from "../../workspace/paths/paths.ts";
import { linesOf } from "../session/positions.ts";
import type { OpenFile } from "../session/session.ts";

/** Front matter that a SKILL.md or an artifact lacks, with the name of its folder. */
export function repairFrontMatter(file: OpenFile): Repair[] {
  const { text, kinds, path } = file;
  const folder = posix.basename(parentPath(path));
  if (folder === "") return [];
  const { frontMatter } = readMarkdown(text);
  if (kinds.some(({ kind }) => kind === "skill")) {
    const block = `---\nname: ${folder}\ndescription: <What it does and when to use it.>\n---\n`;
    return frontMatter.present
      ? skillFields(text, folder, frontMatter)
      : [atTop("missing-front-matter", "Adds front matter.", block)];
  }
  if (!kinds.some(({ kind }) => kind === "artifact") || frontMatter.present) return [];
  const [rule, more] = path.startsWith("impl/")
    ? ["impl_metadata", "spec: ../../spec/<name>/spec.md\n"]
    : path.startsWith("spec/")
      ? ["spec_metadata", ""]
      : ["scratch_metadata", "target: impl/<name>/impl.md\n"];
  return [atTop(rule ?? "", "Adds front matter.", `---\nname: ${folder}\nversion: "1.0.0"\n${more}---\n`)];
}

function skillFields(
  text: string,
  folder: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): Repair[] {
  const fields = linesOf(text).slice(startLine, endLine - 1);
  const nameAt = fields.findIndex((line) => /^name\s*:/.test(line));
  const name: LineEdit =
    nameAt < 0
      ? { kind: "insert", after: startLine, text: `name: ${folder}` }
      : { kind: "replace", line: startLine + nameAt + 1, text: `name: ${folder}` };
  const line = nameAt < 0 ? 1 : startLine + nameAt + 1;
  const named = ["missing-name", "empty-name", "name-folder", "name-characters", "name-hyphens"].map(
    (rule): Repair => ({ rule, line, message: `Writes \`name: ${folder}\`.`, edits: [name] }),
  );
  const described: Repair = {
    rule: "missing-description",
    line: 1,
    message: "Adds a description.",
    edits: [{ kind: "insert", after: endLine - 1, text: "description: <What it does and when to use it.>" }],
  };
  return fields.some((each) => /^description\s*:/.test(each)) ? named : [...named, described];
}

function atTop(rule: string, message: string, text: string): Repair {
  return { rule, line: 1, message, edits: [{ kind: "insert", after: 0, text }] };
}
