import { type MarkdownDocument, readMarkdown } from "../markdown/document.ts";
import type { PositionedProblem } from "../markdown/problem.ts";
import { parseFrontMatter } from "../markdown/yaml/front-matter-data.ts";
import { fieldPosition, type YamlMapping } from "../markdown/yaml/yaml-read.ts";
import type { TextFile } from "../workspace/files/files.ts";
import type { WorkspacePath } from "../workspace/paths/paths.ts";

/** A Markdown file with its front matter parsed. */
export interface SourceDocument {
  readonly path: WorkspacePath;
  readonly text: string;
  readonly sha256: string;
  readonly markdown: MarkdownDocument;
  /** `broken` if the front matter cannot be parsed. */
  readonly frontMatter: "read" | "absent" | "broken";
  readonly data: Readonly<Record<string, unknown>>;
  readonly problems: readonly PositionedProblem[];
  /** The line of a front matter field; 1 if it is missing. */
  readonly lineOf: (key: string) => number;
}

export function readSource(file: Pick<TextFile, "path" | "text" | "sha256">): SourceDocument {
  const { path, text, sha256 } = file;
  const markdown = readMarkdown(text);
  const parsed = parseFrontMatter(markdown.frontMatter);
  const common = { path, text, sha256, markdown };
  if (!parsed.ok) {
    const problems = problemsIn(parsed.fault.details);
    return { ...common, frontMatter: "broken", data: {}, problems, lineOf: () => 1 };
  }
  const mapping = parsed.value;
  return {
    ...common,
    frontMatter: markdown.frontMatter.present ? "read" : "absent",
    data: mapping.data,
    problems: [],
    lineOf: (key) => lineOf(mapping, key),
  };
}

function lineOf(mapping: YamlMapping, key: string): number {
  return fieldPosition(mapping, key.split("."))?.line ?? 1;
}

function problemsIn(details: Readonly<Record<string, unknown>> | undefined): PositionedProblem[] {
  const problems = details?.["problems"];
  return Array.isArray(problems) ? problems.filter(isProblem) : [];
}

function isProblem(value: unknown): value is PositionedProblem {
  return typeof value === "object" && value !== null && "rule" in value && "line" in value && "fix" in value;
}
