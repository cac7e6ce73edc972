import { count } from "../../kernel/text.ts";
import { type Line, visibleText } from "../../markdown/blocks/line.ts";
import type { Heading } from "../../markdown/headings.ts";
import { CodeSpans } from "../../markdown/inline/code-spans.ts";
import { constraintsOf, openDirectives } from "../graph/document-parts.ts";
import type { Artifact } from "../model/artifact.ts";
import type { ArtifactFinding } from "../model/finding.ts";

/** How a workspace marks the headings of concepts and entities. */
export interface Prefixes {
  readonly concept: string;
  readonly entity: string;
}

/** Rules of the data model that the text of an artifact breaks: headings, constraint lines, handles, sections. */
export function contentFindings(artifact: Artifact, prefixes: Prefixes): ArtifactFinding[] {
  const { kind } = artifact.ref;
  const { markdown } = artifact.source;
  return [
    ...headingFindings(artifact),
    ...constraintsOf(artifact.source).problems,
    ...handleFindings(markdown.lines),
    ...(kind === "specification" ? specificationFindings(artifact, prefixes) : []),
    ...(kind === "specification" ? templateFindings(artifact) : []),
    ...(kind === "scratch_pad" ? notesFindings(markdown.headings) : []),
  ];
}

/** The rule of a specification that is not filled in. */
export const templateRule = "unfilled_template";

/** The template's directives are open and it states nothing yet. */
function templateFindings({ source }: Artifact): ArtifactFinding[] {
  const directives = openDirectives(source.markdown).length;
  if (directives === 0 || constraintsOf(source).groups.length > 0) return [];
  const message = `The specification is still the template: ${count(directives, "open directive")} and no constraint group.`;
  const fix = "Follow the directives (HTML comments), and delete each when it is done.";
  return [{ severity: "warning", rule: templateRule, message, fix, line: 1 }];
}

function headingFindings(artifact: Artifact): ArtifactFinding[] {
  const findings: ArtifactFinding[] = [];
  const first = new Map<string, Heading>();
  for (const heading of artifact.source.markdown.headings) {
    const { text, slug, line } = heading;
    if (slug === "") {
      const message = `The heading \`${heading.title}\` has no letter or digit, so it has no slug.`;
      findings.push({ severity: "error", rule: "slugs", message, fix: "Add a word to it.", line });
      continue;
    }
    const earlier = first.get(text);
    if (earlier === undefined) first.set(text, heading);
    else {
      // The data model requires it of specifications; elsewhere a repeated heading only makes links harder to read.
      const severity = artifact.ref.kind === "specification" ? "error" : "warning";
      const message = `The heading \`${text}\` is on line ${earlier.line} and again on line ${line}.`;
      findings.push({
        severity,
        rule: "unique_headings",
        message,
        fix: "Give each heading its own text.",
        line,
      });
    }
  }
  return findings;
}

const handlePattern = /\b(?:spec|impl|scratch):\/\/[a-z0-9][a-z0-9_-]*/gi;

/** Handles in running text. In code they are examples, and `spec://{artifact}` is a pattern, not a handle. */
function handleFindings(lines: readonly Line[]): ArtifactFinding[] {
  return lines.flatMap((line) => {
    if (line.kind !== "prose" || !line.text.includes("://")) return [];
    const text = withoutCode(visibleText(line));
    return (text.match(handlePattern) ?? []).map((handle): ArtifactFinding => {
      const message = `The text contains the handle \`${handle}\`; handles are for clients and must not be stored in files.`;
      return {
        severity: "error",
        rule: "no_handles",
        message,
        fix: "Link to the artifact's path instead.",
        line: line.number,
      };
    });
  });
}

function specificationFindings(artifact: Artifact, prefixes: Prefixes): ArtifactFinding[] {
  const { headings } = artifact.source.markdown;
  const findings = headings.flatMap((heading) => prefixFindings(heading, prefixes));
  if (!headings.some((heading) => heading.text.startsWith(`${prefixes.concept} `))) {
    const message = `No heading starts with \`${prefixes.concept} \`; a specification defines at least one concept.`;
    findings.push({
      severity: "warning",
      rule: "heading_prefixes",
      message,
      fix: `Write \`### ${prefixes.concept} Name\` for each concept.`,
      line: 1,
    });
  }
  if (!headings.some((heading) => heading.slug === "terminology-references")) {
    const message = "There is no heading `Terminology & References` that defines MUST, SHOULD and MAY.";
    findings.push({
      severity: "warning",
      rule: "unique_headings",
      message,
      fix: "Add it near the top, with a reference to RFC 2119.",
      line: 1,
    });
  }
  return findings;
}

function withoutCode(text: string): string {
  const spans = new CodeSpans(text);
  let result = "";
  let from = 0;
  for (let tick = text.indexOf("`"); tick >= 0; tick = text.indexOf("`", tick)) {
    const { runEnd, spanEnd } = spans.at(tick);
    result += text.slice(from, spanEnd === undefined ? runEnd : tick);
    tick = from = spanEnd ?? runEnd;
  }
  return result + text.slice(from);
}

/** `concept: X`, `Concept:X` and the like: near misses that tools would not recognize. */
function prefixFindings({ text, line }: Heading, prefixes: Prefixes): ArtifactFinding[] {
  for (const prefix of [prefixes.concept, prefixes.entity]) {
    const isNear = text
      .toLowerCase()
      .replace(/\s{1,20}:/, ":")
      .startsWith(prefix.toLowerCase());
    if (!isNear || text.startsWith(`${prefix} `)) continue;
    const message = `The heading \`${text}\` does not start with exactly \`${prefix} \`.`;
    return [
      {
        severity: "warning",
        rule: "heading_prefixes",
        message,
        fix: `Write \`${prefix} \` and then the name.`,
        line,
      },
    ];
  }
  return [];
}

function notesFindings(headings: readonly Heading[]): ArtifactFinding[] {
  if (headings.some((heading) => /(^|-)notes?(-|$)/.test(heading.slug))) return [];
  const message = "The scratch pad has no notes section.";
  const fix = "Add a heading `## Notes`, so that someone else can continue the work.";
  return [{ severity: "error", rule: "notes", message, fix, line: 1 }];
}
