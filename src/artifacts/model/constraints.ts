import { clipLine } from "../../kernel/clip.ts";
import type { Line } from "../../markdown/blocks/line.ts";
import type { MarkdownDocument } from "../../markdown/document.ts";
import { headingAt } from "../../markdown/heading-places.ts";
import type { Heading } from "../../markdown/headings.ts";
import type { ArtifactFinding } from "./finding.ts";
import type { RuleName } from "./rules.ts";

/** A constraint group: an identifier line and all lines up to the next one or the next ATX heading. */
export interface ConstraintGroup {
  /** The text between `!` and `:`, case kept. */
  readonly id: string;
  readonly identifierLine: string;
  readonly line: number;
  /** The last line of the group, without trailing blank lines. */
  readonly endLine: number;
  readonly markdown: string;
  /** The heading whose slug is the first part of the id, otherwise the nearest one above. */
  readonly owner: Heading | undefined;
}

export type ConstraintProblem = ArtifactFinding & { readonly line: number };

export interface Constraints {
  readonly groups: readonly ConstraintGroup[];
  readonly problems: readonly ConstraintProblem[];
}

const identifier = /^!([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+):$/u;

/**
 * The constraint groups of a document, in its order. Identifier lines in code, comments and quotes do not
 * count. Near misses are reported, so that a typo does not silently drop a requirement.
 */
export function readConstraints(document: MarkdownDocument): Constraints {
  const groups: ConstraintGroup[] = [];
  const problems: ConstraintProblem[] = [];
  const seen = new Map<string, number>();
  const starts = document.lines.filter((line) => isCandidate(line));
  const identified = starts.filter((line) => identifier.test(line.text.trim()));
  const boundaries = sectionBoundaries(document, identified);
  const named = new Map(document.headings.map((heading) => [heading.slug, heading]));
  let next = 0;
  for (const line of starts) {
    const id = identifier.exec(line.text.trim())?.[1];
    if (id === undefined) {
      const near = nearMiss(line);
      if (near !== undefined) problems.push(near);
      continue;
    }
    const first = seen.get(id);
    if (first === undefined) seen.set(id, line.number);
    else problems.push(duplicate(id, first, line.number));
    while ((boundaries[next] ?? Number.POSITIVE_INFINITY) <= line.number) next++;
    const owner = named.get(id.split(".")[0] ?? "") ?? headingAt(document.headings, line.number);
    groups.push(groupAt(document, line, id, boundaries[next] ?? document.lines.length + 1, owner));
  }
  return { groups, problems };
}

/** A line that could be an identifier: prose, not quoted, not a list item, not indented as code. */
function isCandidate(line: Line): boolean {
  if (line.kind !== "prose" || line.quoted || line.items.length > 0) return false;
  if (line.role !== "text" && line.role !== "continuation") return false;
  return /^ {0,3}!/.test(line.text);
}

/** The group that starts on a line; `next` is the line that ends it. */
function groupAt(
  document: MarkdownDocument,
  line: Line,
  id: string,
  next: number,
  owner: Heading | undefined,
): ConstraintGroup {
  let endLine = next - 1;
  while (endLine > line.number && document.lines[endLine - 1]?.role === "blank") endLine--;
  const markdown = document.lines
    .slice(line.number - 1, endLine)
    .map((each) => each.text)
    .join("\n");
  const identifierLine = line.text.trim();
  return { id, identifierLine, line: line.number, endLine, markdown, owner };
}

/** Lines that end a group: ATX headings and identifier lines. A setext heading does not end one. */
function sectionBoundaries(document: MarkdownDocument, identified: readonly Line[]): number[] {
  const headings = document.headings.filter((heading) => heading.style === "atx");
  const numbers = [...headings.map((heading) => heading.line), ...identified.map((line) => line.number)];
  return numbers.sort((a, b) => a - b);
}

function nearMiss(line: Line): ConstraintProblem | undefined {
  const text = line.text.trim();
  // Images, `!important` and sentences are not near misses; groups joined by dots are.
  const match = /^!+\s*([\p{L}\p{N}_.-]+)\s*(:*)(.*)$/su.exec(text);
  if (match === null) return undefined;
  const [, body = "", colons = "", rest = ""] = match;
  const one = !body.includes(".");
  if (one && colons === "") return undefined;
  const fix = `Write \`!${one ? `${body}.category` : body.replaceAll("_", "-")}:\` alone on its line.`;
  const report = (rule: RuleName, message: string): ConstraintProblem => {
    return { severity: "warning", rule, message, fix, line: line.number };
  };
  const excerpt = clipLine(text, 80);
  if (one && rest.trim() === "") {
    return report(
      "constraint_groups",
      `\`${excerpt}\` has one group; a constraint group needs at least two.`,
    );
  }
  if (one) return undefined;
  if (/^\.|\.$|\.\./.test(body)) return report("constraint_groups", `\`${excerpt}\` has an empty group.`);
  if (rest.trim() !== "" && (colons !== "" || rest.startsWith(" "))) {
    return colons === "" ? undefined : report("constraint_lines", `\`${excerpt}\` has text after its colon.`);
  }
  if (colons === "") return report("constraint_lines", `\`${excerpt}\` does not end with a colon.`);
  return report("constraint_lines", `\`${excerpt}\` is not a well-formed identifier line.`);
}

function duplicate(id: string, first: number, line: number): ConstraintProblem {
  return {
    severity: "error",
    rule: "constraint_lines",
    message: `The constraint group \`${id}\` is defined on line ${first} and again on line ${line}.`,
    fix: "Give each group in the document its own identifier.",
    line,
  };
}
