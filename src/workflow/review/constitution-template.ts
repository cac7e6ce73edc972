import { readMarkdown } from "../../markdown/document.ts";

export interface ConstitutionFilling {
  readonly project: string;
  readonly date: string;
  /** The principles as Markdown, each with its heading; `first` is the number of the first one. */
  readonly principles: (first: number) => string;
}

const version = "1.0.0";
const governance =
  "This constitution takes precedence over other practices. An amendment states what changes and why, and raises the version: major if a principle is removed or redefined, minor if one is added, patch for wording. Every plan checks each principle.";

/**
 * A constitution from the project's template. The principles take the place of the template's samples, or follow those
 * that the template itself has. Sections with a placeholder as their heading are left out; a placeholder that nothing
 * fills becomes a TODO, as in spec-kit.
 */
export function fillConstitution(template: string, filling: ConstitutionFilling): string {
  const text = withPrinciples(withoutExamples(template), filling);
  const versioned = /\*\*Version\*\*:/.test(text)
    ? text
    : `${text.trimEnd()}\n\n${versionLine(filling.date)}`;
  return `${versioned.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** Comments that show the author what to write. */
function withoutExamples(template: string): string {
  return template
    .replaceAll("\r\n", "\n")
    .replace(/<!--(?:[\s\S]*?-->|[\s\S]*)\n?/g, (note) => (/^<!--\s*Example/i.test(note) ? "" : note));
}

function withPrinciples(template: string, filling: ConstitutionFilling): string {
  const { headings, lines } = readMarkdown(template);
  const raw = lines.map(({ text }) => text);
  const isSample = ({ line }: { line: number }) => /^#+ \[PRINCIPLE_\w{1,40}\]/.test(raw[line - 1] ?? "");
  const isUnnamed = ({ line }: { line: number }) =>
    /^#+ \[[A-Z][A-Z0-9_]{2,60}\]\s*$/.test(raw[line - 1] ?? "");
  const samples = headings.filter(isSample);
  const core = headings.find(({ text }) => /^core principles$/i.test(text));
  const own = headings.filter(
    (each) => core && each.level === core.level + 1 && each.line > core.line && each.line <= core.endLine,
  );
  const kept = own.filter((each) => !isSample(each) && !isUnnamed(each)).length;
  const dropped = new Set<number>();
  for (const { line, endLine } of [
    ...samples,
    ...headings.filter(({ level }) => level > 1).filter(isUnnamed),
  ])
    for (let each = line; each <= endLine; each++) dropped.add(each);
  const body = `\n${filling.principles(kept)}\n`;
  const place = samples[0]?.line ?? (core ? core.endLine + 1 : undefined);
  const out = raw.flatMap((text, index) => [
    ...(index + 1 === place ? [body] : []),
    ...(dropped.has(index + 1) ? [] : [fillTokens(text, filling)]),
  ]);
  if (place === undefined) out.push("", "## Core Principles", body);
  else if (place > raw.length) out.push(body);
  return out.join("\n");
}

function fillTokens(text: string, { project, date }: ConstitutionFilling): string {
  const values: Readonly<Record<string, string>> = {
    PROJECT_NAME: project,
    CONSTITUTION_VERSION: version,
    RATIFICATION_DATE: date,
    LAST_AMENDED_DATE: date,
    GOVERNANCE_RULES: governance,
  };
  return text.replace(/\[([A-Z][A-Z0-9_]{2,60})\](?![(:[])/g, (_token, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : `TODO(${name}): fill in`,
  );
}

function versionLine(date: string): string {
  return `**Version**: ${version} | **Ratified**: ${date} | **Last Amended**: ${date}`;
}
