import { readConstraints } from "../../src/artifacts/model/constraints.ts";
import { declaredTokens, templateBody } from "../../src/artifacts/templates/tokens.ts";
import { readDelta } from "../../src/changes/delta/delta.ts";
import { pathFilter } from "../../src/code/path-filter.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { printable } from "../../src/kernel/text.ts";
import { readMarkdown } from "../../src/markdown/document.ts";
import { readLinks } from "../../src/markdown/inline/links.ts";
import { plainText } from "../../src/markdown/inline/plain-text.ts";
import { readTasks } from "../../src/markdown/tasks.ts";
import { splitFrontMatter } from "../../src/markdown/yaml/front-matter.ts";
import { parseFrontMatter } from "../../src/markdown/yaml/front-matter-data.ts";
import { scanText } from "../../src/skills/check/scan-text.ts";
import { readDocument } from "../../src/skills/discover/document.ts";
import { readPluginManifest } from "../../src/skills/discover/plugin-manifest.ts";
import { readSpec } from "../../src/specs/read.ts";
import { readStatement } from "../../src/workflow/draft/readings.ts";
import { statementsOf } from "../../src/workflow/draft/sentences.ts";
import { checkSpec } from "../../src/workflow/read/check-spec.ts";
import { checkTasks } from "../../src/workflow/read/check-tasks.ts";
import { probes } from "../../src/workflow/read/manifests.ts";
import { readSpec as readFeature } from "../../src/workflow/read/spec-document.ts";
import { parseToml } from "../../src/workspace/config/toml.ts";
import { parseIgnoreFile, ruleMatches } from "../../src/workspace/walk/ignore-rule.ts";

/** Every parser of a text format, for any text. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "Markdown links": (text) => readLinks(readMarkdown(text)),
  "Markdown as plain text": (text) => plainText(text),
  tasks: (text) => readTasks(readMarkdown(text)),
  spec: (text) => readSpec(`# A\n\n## Requirements\n\n### Requirement: A\n\n${text}`),
  delta: (text) => readDelta(`## ADDED Requirements\n\n### Requirement: A\n\n${text}`),
  feature: (text) => readFeature(`# Feature Specification: A\n\n${text}`),
  "feature, checked": (text) => [checkSpec(text), checkTasks(text, [])],
  artifact: (text) => readConstraints(readMarkdown(text)),
  template: (text) => declaredTokens(templateBody(text)),
  "SKILL.md": (text) => readDocument(`---\nname: a\ndescription: b\n---\n${text}`),
  "front matter": (text) => parseFrontMatter(splitFrontMatter(`---\n${text}\n---\n`)),
  "front matter, lenient": (text) => readDocument(`---\n${text}\n---\n`),
  scanner: (text) => scanText(text, "a.sh"),
  description: (text) => statementsOf(text).map((statement) => readStatement(statement.text)),
  TOML: (text) => parseToml(text, "hewto.toml"),
  "project manifests": (text) =>
    Promise.all(probes.map((probe) => probe({ read: async () => text, folders: async () => [], names: [] }))),
  "plugin manifest": (text) =>
    readPluginManifest({ version: 2, plugins: { [text]: [{ installPath: text }] } }),
  "ignore file": (text) => {
    const rules = parseIgnoreFile(text, false);
    return Array.from({ length: 10 }, (_, n) =>
      rules.filter((rule) => ruleMatches(rule, `a${n}.ts`, `src/a${n}.ts`, false)),
    );
  },
  query: (text) => readQuery(text),
  pattern: (text) => pathFilter(text, "/")("src/a.ts"),
  terminal: (text) => printable(text),
};

const line = (text: string) => `${text}\n`;

/** What is repeated to build expensive texts; each has a name for its trick. */
export const shapes: Readonly<Record<string, (size: number) => string>> = Object.fromEntries(
  [
    ...[
      "<!--",
      "-->",
      "<!-- -->",
      "[",
      "]",
      "(",
      ")",
      "[a](",
      "[a][",
      "![",
      "`",
      "``a",
      "*",
      "**a",
      "_",
      "__a",
      "~",
      "~~",
    ],
    ...[
      ">",
      "> ",
      "<",
      "<a ",
      "<a>",
      "</a",
      "&",
      "&amp;",
      "&#",
      "\\",
      "|",
      "-",
      "=",
      "#",
      "!",
      ":",
      '"',
      "'",
      "{",
      "}",
      "{a,",
    ],
    ...[
      "[NEEDS CLARIFICATION",
      "$(",
      "curl ",
      "npx ",
      "base64 ",
      "\t",
      " ",
      "\u00a0",
      "a",
      "aB",
      "A",
      "1",
      "1.",
      ".",
      "/",
      "\u001b",
      "\u009d",
    ],
    ...[
      "http://",
      "a@b",
      "é",
      "👩‍👩‍👧",
      "\u202e",
      "_a_",
      "*a*",
      "**a*",
      "[[",
      "]]",
      "](",
      "](<",
      '[a]: b "',
      "\r",
    ],
    ...[
      "> ",
      "- ",
      "  - ",
      "1. ",
      "- [ ] a",
      "- [x] ",
      "# a",
      "#### Scenario: a",
      "### Requirement: a",
      "a\n=",
      "a\n-",
      "```",
    ],
    ...[
      "~~~",
      "<div>",
      "<!--",
      "| a | b |",
      "|-|-|",
      "[a]: b",
      "[a]",
      "[a](b)",
      "***",
      "    a",
      "\\",
      "- **WHEN** a",
      "a: b",
      "a: [",
      "- a: &a *a",
    ],
    ...[
      "a = 1",
      "[a]",
      "[[a]]",
      'a = """',
      "!a",
      "*a*b*c*",
      "**/a/**",
      "!a.b:",
      "{{a}}",
      "1. Given a When b Then ",
      "- **FR-001**: ",
      "User Story 1 - ",
    ],
    ...["When a, ", "if a, then b, ", "curl a | ", "bash -c `", "a |", "a \\"].map((each) => each),
  ].flatMap((unit) => [
    [JSON.stringify(unit), (size: number) => unit.repeat(Math.ceil(size / unit.length))] as const,
    [
      `${JSON.stringify(unit)} in lines`,
      (size: number) => line(unit).repeat(Math.ceil(size / (unit.length + 1))),
    ] as const,
  ]),
);

/** CPU time in milliseconds, the best of a few runs, since other programs only add to it. */
export async function bestMs(read: (text: string) => unknown, text: string, runs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const started = process.cpuUsage();
    await read(text);
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
