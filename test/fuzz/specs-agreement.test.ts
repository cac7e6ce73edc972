import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { archiveChange } from "../../src/changes/operations/archive.ts";
import { validateChange, validateSpec } from "../../src/changes/operations/validate.ts";
import { doneTasks, openPlace, proposal, requirement, scenario, spec } from "../support/specs.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";

const numRuns = Number(process.env.HEWTO_FUZZ ? 10_000 : 30);

const name = fc.constantFrom("A", "B", "C", "a", "New", "A → B");
const someScenario = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("s1", "s2", "s3").map((each) => scenario(each)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "#### Scenario: no steps\n",
      "#### REMOVED Scenario: s1\n",
      "#### RENAMED Scenario: s1 → s9\n",
    ),
  },
);
const someRequirement = fc
  .tuple(name, fc.array(someScenario, { minLength: 1, maxLength: 3 }))
  .map(([title, scenarios]) => requirement(title, ...scenarios));
const main = fc
  .uniqueArray(fc.constantFrom("A", "B", "C"), { minLength: 1 })
  .map((titles) => spec("s", ...titles.map((title) => requirement(title, scenario("s1"), scenario("s2")))));
/** Sections that mostly fit the spec above, and sections that mostly do not. */
const both = [scenario("s1"), scenario("s2")];
const fitting = fc.oneof(
  fc.constantFrom("New", "Newer").map((title) => `## ADDED Requirements\n\n${requirement(title, ...both)}`),
  fc
    .tuple(fc.constantFrom("A", "B", "C"), fc.constantFrom("s3", "s4"))
    .map(([title, more]) => `## MODIFIED Requirements\n\n${requirement(title, ...both, scenario(more))}`),
  fc.constantFrom("A", "B").map((title) => `## REMOVED Requirements\n\n### Requirement: ${title}\n`),
  fc.constant("## RENAMED Requirements\n\n### Requirement: C → Renamed\n"),
);
const odd = fc.oneof(
  fc
    .tuple(fc.constantFrom("ADDED", "MODIFIED"), fc.array(someRequirement, { maxLength: 2 }))
    .map(([word, list]) => `## ${word} Requirements\n\n${list.join("\n")}`),
  fc
    .array(name, { maxLength: 2 })
    .map(
      (list) => `## REMOVED Requirements\n\n${list.map((each) => `### Requirement: ${each}\n`).join("\n")}`,
    ),
  fc
    .tuple(name, name)
    .map(
      ([from, to]) =>
        `## RENAMED Requirements\n\n- FROM: \`### Requirement: ${from}\`\n- TO: \`### Requirement: ${to}\`\n`,
    ),
  fc.constantFrom("## Added things\n", "### Requirement: Loose\n\nSHALL\n", ""),
);
const section = fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: odd });
const usually = <T>(value: T, ...others: (T | undefined)[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const change = fc.record({
  proposal: usually(proposal, "# Only a title\n", undefined),
  tasks: usually(doneTasks, "- [ ] 1.1 open\n", "no boxes", undefined),
  delta: fc.array(section, { minLength: 1, maxLength: 2 }).map((sections) => sections.join("\n")),
  isNew: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

test("validate says valid exactly when archive --dry-run succeeds, and what it accepts can be written", async () => {
  const root = await temporaryFolder();
  const place = await openPlace(root);
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(main, change, async (text, { proposal, tasks, delta, isNew }) => {
      await rm(root, { recursive: true });
      const files = {
        "specs/s/spec.md": text,
        ...(proposal === undefined ? {} : { "specs/_changes/c/proposal.md": proposal }),
        ...(tasks === undefined ? {} : { "specs/_changes/c/tasks.md": tasks }),
        [`specs/_changes/c/specs/${isNew ? "fresh" : "s"}/spec.md`]: delta,
      };
      await writeTree(root, files);
      const verdict = await place.call(validateChange, { change_id: "c" });
      const dry = await place.type(archiveChange, { change_id: "c", dry_run: true });
      const isAccepted = dry.ok && dry.value.refused === undefined;
      expect(isAccepted).toBe(verdict.value.valid);
      expect(await readFile(join(root, "specs/s/spec.md"), "utf8")).toBe(text);
      if (!isAccepted) return;
      valid++;
      const done = await place.type(archiveChange, { change_id: "c", allow_open_tasks: true });
      expect(done.ok).toBe(true);
      expect((await place.call(validateSpec)).value.errors).toEqual([]);
    }),
    { numRuns },
  );
  // A generator that only makes refusals, or only successes, would prove nothing.
  expect(valid).toBeGreaterThan(numRuns / 20);
  expect(valid).toBeLessThan(numRuns * 0.9);
}, 3_600_000);
