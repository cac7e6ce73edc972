import type { Problem } from "../../kernel/finding.ts";
import { withoutTrailing } from "../../kernel/text.ts";
import { type Line, visibleText } from "../../markdown/blocks/line.ts";
import { labeled, type Vocabulary } from "../../specs/vocabulary.ts";

export interface RenamePair {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** `FROM:` and `TO:` lines, with any bullet, emphasis and backticks. They come in pairs or not at all. */
export function readRenames(
  lines: readonly Line[],
  vocabulary: Vocabulary,
): { renamed: RenamePair[]; problems: Problem[] } {
  const renamed: RenamePair[] = [];
  const problems: Problem[] = [];
  let from: { name: string; line: number } | undefined;
  const orphan = (what: string, name: string, line: number) => {
    const other = what === "FROM" ? "TO" : "FROM";
    problems.push({
      rule: "rename-incomplete",
      line,
      message: `${what} "${name}" has no ${other} of its own.`,
    });
  };
  for (const line of lines) {
    const end = line.kind === "prose" ? readEnd(visibleText(line, line.content), vocabulary) : undefined;
    if (end === undefined) continue;
    if (end.word === "FROM") {
      if (from !== undefined) orphan("FROM", from.name, from.line);
      from = { name: end.name, line: line.number };
    } else if (from === undefined) orphan("TO", end.name, line.number);
    else {
      renamed.push({ from: from.name, to: end.name, line: from.line });
      from = undefined;
    }
  }
  if (from !== undefined) orphan("FROM", from.name, from.line);
  return { renamed, problems };
}

function readEnd(text: string, vocabulary: Vocabulary): { word: "FROM" | "TO"; name: string } | undefined {
  const match = /^[*_]{0,3}(FROM|TO)[*_]{0,3}\s*:\s*[*_]{0,3}\s*/i.exec(text.trim());
  if (match === null) return undefined;
  const { name } = quotedHeading(text.trim().slice(match[0].length), vocabulary);
  return { word: match[1]?.toUpperCase() === "FROM" ? "FROM" : "TO", name };
}

/** A heading's text without the hashes that may close it. */
function withoutClosing(text: string): string {
  const open = withoutTrailing(text, "#");
  return /\s$/.test(open) ? open : text;
}

/** A heading in running text, such as "`### Requirement: x`": the name, and whether it was one at all. */
export function quotedHeading(text: string, vocabulary: Vocabulary): { name: string; isHeading: boolean } {
  const bare = withoutTrailing(text.trim().replace(/^`+/, ""), "`").trim();
  const hashes = /^#{2,6}\s*/.exec(bare)?.[0] ?? "";
  const title = withoutClosing(bare.slice(hashes.length)).trim();
  const name = labeled(title, vocabulary.requirement);
  return { name: name ?? title, isHeading: hashes !== "" && name !== undefined };
}
