import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyDelta } from "../../src/changes/delta/apply.ts";
import { blockOf, blockText, sliceLines } from "../../src/changes/delta/blocks.ts";
import { readDelta } from "../../src/changes/delta/delta.ts";
import { renderMarkdown } from "../../src/markdown/document.ts";
import { Findings } from "../../src/specs/findings.ts";
import { readHead } from "../../src/specs/head.ts";
import { readSpec } from "../../src/specs/read.ts";
import { checkSpec } from "../../src/specs/rules.ts";
import { defaultVocabulary } from "../../src/specs/vocabulary.ts";

const numRuns = Number(process.env.HEWTO_FUZZ ?? 500);

/** Pieces of which specs are made, and pieces that are meant to break readers of specs. */
const fragment = fc.oneof(
  fc.constantFrom(
    "# Title",
    "## Purpose",
    "## Requirements",
    "## Requirements ##",
    "## ADDED Requirements",
    "## RENAMED Requirements",
    "### Requirement: A",
    "###  requirement: a ###",
    "### Requirement:",
    "### Plain",
    "#### Scenario: S",
    "#### Works",
    "#### REMOVED Scenario: S",
    "#### RENAMED Scenario: S → T",
    "- **WHEN** x",
    "  * *THEN* y",
    "1. AND z",
    "  - nested",
    "wrapped WHEN text",
    "- FROM: `### Requirement: A`",
    "```md",
    "~~~~",
    "````",
    "<!--",
    "--> tail",
    "> ### Requirement: quoted",
    "    #### Scenario: indented",
    "\tWHEN tab",
    "---",
    "===",
    "",
    "",
    "当用户 👩‍👩‍👧 é",
    "| a | b |",
    "|---|---|",
    "<pre>",
    "</pre>",
    "**Scenario: bold**",
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);
const ending = fc.constantFrom("\n", "\n", "\r\n", "\r");
const text = fc
  .tuple(fc.constantFrom("", "", "\uFEFF"), fc.array(fc.tuple(fragment, ending), { maxLength: 40 }), fragment)
  .map(([mark, lines, last]) => mark + lines.map(([line, end]) => line + end).join("") + last);

test("any text is read, gives its own bytes back, and its blocks are pieces of it", () => {
  fc.assert(
    fc.property(text, (source) => {
      const spec = readSpec(source);
      expect(renderMarkdown(spec.document)).toBe(source);
      let lastLine = 0;
      for (const requirement of spec.requirements) {
        expect(requirement.line).toBeGreaterThan(lastLine);
        lastLine = requirement.endLine;
        const block = blockText(blockOf(spec.document, requirement));
        expect(block).toBe(sliceLines(spec.document, requirement.line, requirement.endLine));
        const texts = requirement.scenarios.flatMap(({ name, notes, steps }) => [
          name,
          notes,
          ...steps.map((step) => step.text),
        ]);
        expect([requirement.name, requirement.description, ...texts].join("")).not.toContain("\r");
      }
      checkSpec(spec, defaultVocabulary, new Findings("x", "spox"));
    }),
    { numRuns },
  );
}, 3_600_000);

test("a delta that does nothing changes no byte", () => {
  const nothing = readDelta("");
  fc.assert(
    fc.property(text, (source) => {
      const { text: after, misfits } = applyDelta({
        capability: "c",
        changeId: "x",
        spec: source,
        delta: nothing,
        baseOf: () => undefined,
        mayRetire: false,
        vocabulary: defaultVocabulary,
      });
      expect({ after, misfits }).toEqual({ after: source, misfits: [] });
    }),
    { numRuns },
  );
}, 3_600_000);

const usualLine = fc.constantFrom(
  ...["# Title", "## Purpose", "## Requirements", "### Requirement: A", "### Requirement: B", "### Plain"],
  ...[
    "#### Scenario: S",
    "#### Scenario: T",
    "#### Works",
    "- **WHEN** x",
    "- **THEN** y",
    "- **AND** z",
    "WHEN x",
  ],
  ...[
    "The system SHALL do it.",
    "second line",
    "",
    "",
    "  wrapped",
    "> quote",
    "1. x",
    "    code",
    "===",
    "---",
  ],
  ...["**Scenario: bold**", "* **WHEN** x", "  - **THEN** nested", "| a | b |", "- **WHEN** `<id>` x", "```"],
);
const usual = fc.tuple(fc.array(usualLine, { maxLength: 40 }), ending).map(([lines, end]) => lines.join(end));

test("a comment below a spec changes nothing that is read of it, though then every line has to be read", () => {
  const reading = (source: string) => {
    const spec = readSpec(source);
    const findings = new Findings("spec.md", "openspec");
    checkSpec(spec, defaultVocabulary, findings);
    const requirements = spec.requirements.map(({ name, line, description, scenarios }) => ({
      ...{ name, line, description },
      scenarios: scenarios.map(({ name, steps, notes, isComplete }) => ({ name, steps, notes, isComplete })),
    }));
    return { title: spec.title, purpose: spec.purpose, requirements, findings: findings.list };
  };
  fc.assert(
    fc.property(usual, (source) => {
      const ended = `${source}\n\n## End\n`;
      expect(reading(ended)).toEqual(reading(`${ended}\n<!-- end -->\n`));
    }),
    { numRuns },
  );
}, 3_600_000);

test("a scenario is complete exactly when its steps have a WHEN and a THEN", () => {
  fc.assert(
    fc.property(fc.oneof(usual, text), (source) => {
      for (const { isComplete, steps } of readSpec(source).requirements.flatMap((each) => each.scenarios)) {
        const roles = steps.map(({ role }) => role);
        expect(isComplete).toBe(roles.includes("when") && roles.includes("then"));
      }
    }),
    { numRuns },
  );
}, 3_600_000);

test("the head of a spec read alone is the head of the whole", () => {
  const long = fc
    .tuple(text, fc.integer({ min: 0, max: 400 }), text)
    .map(([a, n, b]) => `${a}\n${"word ".repeat(n)}\n${b}`);
  fc.assert(
    fc.property(long, (source) => {
      const { title, purpose } = readSpec(source);
      expect(readHead(source, defaultVocabulary)).toEqual({ title, purpose });
    }),
    { numRuns },
  );
}, 3_600_000);
