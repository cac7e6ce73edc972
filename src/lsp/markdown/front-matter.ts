import { posix } from "node:path";
import type { LineEdit } from "../../changes/fix/line-edits.ts";
import type { Repair } from "../../changes/fix/scenario-repairs.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import { quoteLooseValues } from "../../markdown/yaml/yaml-lenient.ts";
import { yamlBreaks } from "../../markdown/yaml/yaml-read.ts";
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
    const block = `---\nname: ${folder}\n${describe}\n---\n`;
    if (frontMatter.present) return [...skillFields(text, folder, frontMatter), ...looseValues(text)];
    return isUnclosed(text) ? [closing(text)] : [atTop("missing-front-matter", "Adds front matter.", block)];
  }
  if (!kinds.some(({ kind }) => kind === "artifact") || frontMatter.present) return [];
  const [rule, more] = path.startsWith("impl/")
    ? ["impl_metadata", "spec: ../../spec/<name>/spec.md\n"]
    : path.startsWith("spec/")
      ? ["spec_metadata", ""]
      : ["scratch_metadata", "target: impl/<name>/impl.md\n"];
  return [atTop(rule ?? "", "Adds front matter.", `---\nname: ${folder}\nversion: "1.0.0"\n${more}---\n`)];
}

const describe = "description: <What it does and when to use it.>";

function skillFields(
  text: string,
  folder: string,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): Repair[] {
  const fields = linesOf(text).slice(startLine, endLine - 1);
  const lineOf = (key: RegExp) => {
    const at = fields.findIndex((line) => key.test(line));
    return at < 0 ? undefined : startLine + at + 1;
  };
  const write = (field: RegExp, line: string, otherwise: number): LineEdit => {
    const at = lineOf(field);
    return at === undefined
      ? { kind: "insert", after: otherwise, text: line }
      : { kind: "replace", line: at, text: line };
  };
  const nameLine = lineOf(/^name\s*:/) ?? 1;
  const name = write(/^name\s*:/, `name: ${folder}`, startLine);
  const named = ["missing-name", "name-folder", "name-characters", "name-hyphens"].map(
    (rule): Repair => ({
      rule,
      line: nameLine,
      message: `Writes \`name: ${folder}\`.`,
      edits: [name],
    }),
  );
  const repairs = [...named, ...markup(fields, startLine)];
  // An empty one, or none.
  if (fields.some((each) => /^description\s*:\s*[^\s#]/.test(each))) return repairs;
  const edits = [write(/^description\s*:\s*$/, describe, endLine - 1)];
  const line = lineOf(/^description\s*:/) ?? 1;
  return [...repairs, { rule: "missing-description", line, message: "Adds a description.", edits }];
}

/** A description of one line without angle brackets. */
function markup(fields: readonly string[], startLine: number): Repair[] {
  const at = fields.findIndex((line) => /^description\s*:\s*[^\s>|].*[<>]/.test(line));
  const line = startLine + at + 1;
  const edits: LineEdit[] = [{ kind: "replace", line, text: (fields[at] ?? "").replace(/[<>]/g, "") }];
  return at < 0 ? [] : [{ rule: "description-markup", line, message: "Removes the angle brackets.", edits }];
}

/** Values that are read as text although they are not YAML, in quotes; one action for each. */
function looseValues(text: string): Repair[] {
  const { raw, startLine } = splitFrontMatter(text);
  const source = yamlBreaks(raw);
  const recovered = quoteLooseValues(source, startLine + 1);
  const [before, after] = [linesOf(source), linesOf(recovered?.source ?? "")];
  const starts = (recovered?.problems ?? []).map(({ line }) => line);
  return starts.map((line, nth): Repair => {
    const end = starts[nth + 1] ?? startLine + 1 + before.length;
    const edits = before.flatMap((old, at): LineEdit[] => {
      const number = startLine + 1 + at;
      const fresh = after[at] ?? old;
      return number >= line && number < end && fresh !== old
        ? [{ kind: "replace", line: number, text: fresh }]
        : [];
    });
    return { rule: "yaml-unquoted-value", line, message: "Puts the value in quotes.", edits };
  });
}

function isUnclosed(text: string): boolean {
  return splitFrontMatter(text).problems.some(({ rule }) => rule === "front-matter-unclosed");
}

/** The end of front matter that nothing closes: behind the last line that can be part of it. */
function closing(text: string): Repair {
  const lines = linesOf(text);
  let last = 1;
  while (/^(?:[\w-]+\s*:|\s+\S|-\s)/.test(lines[last] ?? "")) last++;
  const edits: LineEdit[] = [{ kind: "insert", after: last, text: "---" }];
  return { rule: "front-matter-unclosed", line: 1, message: "Closes the front matter.", edits };
}

function atTop(rule: string, message: string, text: string): Repair {
  return { rule, line: 1, message, edits: [{ kind: "insert", after: 0, text }] };
}
