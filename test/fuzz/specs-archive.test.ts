import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lostHeadings } from "../../src/changes/archive/lost-headings.ts";
import { applyDelta } from "../../src/changes/delta/apply.ts";
import { readDelta } from "../../src/changes/delta/delta.ts";
import { archiveChange } from "../../src/changes/operations/archive.ts";
import { readSpec } from "../../src/specs/read.ts";
import { defaultVocabulary } from "../../src/specs/vocabulary.ts";
import { doneTasks, openPlace, proposal } from "../support/specs.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";

const numRuns = Number(process.env.HEWTO_FUZZ ?? 200);
const timeout = 3_600_000;

/** Pieces of Markdown that are complete in themselves, whatever is above and below them. */
const whole = [
  ["A paragraph of", "two lines."],
  ["It runs `node --test", "<script>.test.mjs` and goes on."],
  ["Text that wraps before", "<pre> as a word."],
  ["Text that wraps before", "<!-- which is never closed."],
  ["- an item that wraps before", "<textarea> without indentation"],
  ["<!-- a comment -->"],
  ["<!--", "### Requirement: Commented", "-->"],
  ["<pre>", "## not a heading", "</pre>"],
  ["<?php echo 1; ?>"],
  ["```sh", "# a comment", "ls", "```"],
  ["~~~~md", "### Requirement: Example", "", "#### Scenario: Shown", "~~~", "~~~~"],
  ["- item", "  - nested", "", "    more of it", "\t- with a tab"],
  ["1. one", "   ```", "   ## code", "   ```", "2. two"],
  ["| a | b |", "|---|---|", "| 1 | 2 |"],
  ["[link]: https://example.org 'title'"],
  ["> ### Requirement: quoted", "> text"],
  ["***"],
  ["    indented code"],
  ["text with a hard break  ", "and a \\", "second"],
  ["当用户 👩‍👩‍👧 é"],
];
/** Pieces that depend on what follows. */
const broken = [
  ["```"],
  ["```js"],
  ["~~~"],
  ["<!--"],
  ["-->"],
  ["<script>"],
  ["</script>"],
  ["<![CDATA["],
  ["<style>", "</pre>"],
];

type Lines = readonly string[];
const piecesOf = (pieces: readonly Lines[]) =>
  fc
    .array(fc.constantFrom(...pieces), { maxLength: 3 })
    .map((some) => some.flatMap((lines) => ["", ...lines]));
const blanks = fc.constantFrom<Lines>([""], ["", ""], ["", "  ", ""]);

const scenarioOf = (name: string, body: Lines): Lines => [
  `#### Scenario: ${name}`,
  "",
  "- **WHEN** it happens",
  "- **THEN** it holds",
  ...body,
];

interface Segment {
  /** The requirement that it is; undefined for text between requirements. */
  readonly name: string | undefined;
  readonly lines: Lines;
}

const segments = (pieces: readonly Lines[]) =>
  fc
    .array(
      fc.record({
        lead: piecesOf(pieces),
        inner: piecesOf(pieces),
        last: piecesOf(pieces),
        part: fc.constantFrom<Lines>([], [], ["#### Rationale", "", "Because."]),
        aside: fc.constantFrom<Lines>(
          ...[[], [], ["### Notes", "", "Of all."], ["## Appendix", "", "Text.", "", "## Requirements"]],
          ["Underlined", "----------", "", "Text.", "", "Requirements", "---"],
        ),
        gap: blanks,
      }),
      { minLength: 2, maxLength: 5 },
    )
    .map((all) =>
      all.flatMap(({ lead, inner, last, part, aside, gap }, index): Segment[] => {
        const name = `R${index}`;
        const lines = [
          ...[`### Requirement: ${name}`, "", "The system SHALL hold.", ...lead, ""],
          ...[...scenarioOf("One", inner), "", ...part, ...(part.length > 0 ? [""] : [])],
          ...[...scenarioOf("Two", last), ...gap],
        ];
        const between = aside.length > 0 ? [{ name: undefined, lines: [...aside, ""] }] : [];
        return [{ name, lines }, ...between];
      }),
    );

const head: Lines = ["# s Specification", "", "## Purpose", "", "What it is for.", "", "## Requirements", ""];

type Verb = "keep" | "modify" | "remove" | "rename" | "replace";
const verbs = fc.array(fc.constantFrom<Verb>("keep", "keep", "modify", "remove", "rename", "replace"), {
  minLength: 5,
  maxLength: 5,
});

/** What a person would write to do this to the requirements: a copy with an edit, or only the headings. */
function deltaFor(all: readonly Segment[], plan: readonly Verb[], adds: boolean): string {
  const named = all.filter(({ name }) => name !== undefined);
  const chosen = (verb: Verb) => named.filter((_, index) => plan[index] === verb);
  const short = (name = "") => [
    `### Requirement: ${name}`,
    "",
    "It SHALL hold again.",
    "",
    ...scenarioOf("One", []),
    "",
  ];
  const edited = ({ lines }: Segment) => [...lines, "", ...scenarioOf("Three", []), ""];
  const parts = [
    ["## MODIFIED Requirements", "", ...chosen("modify").flatMap(edited)],
    [
      "## MODIFIED Requirements",
      "",
      ...chosen("replace").flatMap(({ name }) => [...short(name), "#### REMOVED Scenario: Two", ""]),
    ],
    [
      "## REMOVED Requirements",
      "",
      ...chosen("remove").flatMap(({ name }) => [`### Requirement: ${name}`, ""]),
    ],
    [
      "## RENAMED Requirements",
      "",
      ...chosen("rename").flatMap(({ name }) => [`### Requirement: ${name} → ${name} again`, ""]),
    ],
    ["## ADDED Requirements", "", ...(adds ? short("Added") : [])],
  ];
  return parts.map((lines) => lines.join("\n")).join("\n");
}

const input = (pieces: readonly Lines[]) =>
  fc.record({
    segments: segments(pieces),
    plan: verbs,
    adds: fc.boolean(),
    bom: fc.constantFrom("", "", "\uFEFF"),
    ending: fc.constantFrom("\n", "\n", "\r\n", "\r"),
    isOpen: fc.boolean(),
  });

function textOf(all: readonly Segment[], bom: string, ending: string, isOpen: boolean): string {
  const text = [...head, ...all.flatMap(({ lines }) => lines)].map((line) => line + ending).join("");
  return bom + (isOpen ? text.slice(0, -ending.length) : text);
}

/** The spec after the change; undefined where it would be refused. */
function archived(text: string, delta: string): string | undefined {
  const read = readDelta(delta);
  const applied = applyDelta({
    capability: "s",
    changeId: "c",
    spec: text,
    delta: read,
    baseOf: () => undefined,
    mayRetire: false,
    vocabulary: defaultVocabulary,
  });
  if (applied.misfits.length > 0 || applied.text === undefined) return undefined;
  if (readSpec(text).document.unclosed.some(({ headingLine }) => headingLine !== undefined)) return undefined;
  return lostHeadings(text, applied.text, read, defaultVocabulary).length > 0 ? undefined : applied.text;
}

/** Whether the lines are all in the text, byte for byte and in order. */
function missingLine(lines: Lines, text: string): string | undefined {
  const all = text.split(/(?<=\n)|(?<=\r)(?!\n)/);
  let at = 0;
  for (const line of lines) {
    while (at < all.length && all[at] !== line) at++;
    if (at === all.length) return line;
    at++;
  }
  return undefined;
}

test(
  "after any archive every line that the change does not name is there, byte for byte and in order",
  () => {
    let accepted = 0;
    fc.assert(
      fc.property(input(whole), ({ segments: all, plan, adds, bom, ending, isOpen }) => {
        const text = textOf(all, bom, ending, isOpen);
        const after = archived(text, deltaFor(all, plan, adds));
        if (after === undefined) return;
        accepted++;
        let requirement = -1;
        const kept = all.filter(({ name }) => {
          if (name === undefined) return true;
          requirement++;
          return plan[requirement] === "keep";
        });
        const lines = [...head, ...kept.flatMap((segment) => segment.lines)].map((line) => line + ending);
        // What is blank at the end of the file is not text, and its last line may get an ending.
        while (lines.at(-1)?.trim() === "") lines.pop();
        expect(after.startsWith(bom)).toBe(true);
        expect(missingLine(lines, `${after.slice(bom.length)}${ending}`)).toBeUndefined();
      }),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 10);
  },
  timeout,
);

test(
  "with unclosed blocks either nothing is written or every requirement is kept",
  () => {
    let accepted = 0;
    fc.assert(
      fc.property(input([...whole, ...broken]), ({ segments: all, plan, adds, bom, ending, isOpen }) => {
        const text = textOf(all, bom, ending, isOpen);
        const after = archived(text, deltaFor(all, plan, adds));
        if (after === undefined) return;
        accepted++;
        const named = all.flatMap(({ name }) => name ?? []);
        const headings = named.flatMap((name, index) => {
          if (plan[index] === "remove") return [];
          return [`### Requirement: ${name}${plan[index] === "rename" ? " again" : ""}`];
        });
        const lines = after.split(/\r\n?|\n/);
        for (const heading of headings) expect(lines).toContain(heading);
        const scenarios = lines.filter((line) => line === "#### Scenario: One").length;
        expect(scenarios).toBeGreaterThanOrEqual(headings.length);
      }),
      { numRuns },
    );
    expect(accepted).toBeGreaterThan(numRuns / 50);
  },
  timeout,
);

test(
  "the command agrees: what it writes has every line that the change does not name",
  async () => {
    const root = await temporaryFolder();
    const place = await openPlace(root);
    await fc.assert(
      fc.asyncProperty(input(whole), async ({ segments: all, plan, adds, bom, ending, isOpen }) => {
        await rm(root, { recursive: true });
        const text = textOf(all, bom, ending, isOpen);
        const delta = deltaFor(all, plan, adds);
        const files = { "proposal.md": proposal, "tasks.md": doneTasks, "specs/s/spec.md": delta };
        const change = Object.entries(files).map(([name, content]) => [
          `openspec/changes/c/${name}`,
          content,
        ]);
        await writeTree(root, { "openspec/specs/s/spec.md": text, ...Object.fromEntries(change) });
        const done = await place.type(archiveChange, { change_id: "c" });
        const after = await readFile(join(root, "openspec/specs/s/spec.md"), "utf8");
        expect(after).toBe(done.ok ? (archived(text, delta) ?? text) : text);
      }),
      { numRuns: Math.min(numRuns, 20) },
    );
  },
  timeout,
);
