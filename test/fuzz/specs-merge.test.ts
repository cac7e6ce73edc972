import * as fc from "fast-check";
import { expect, test } from "vitest";
import { applyDelta } from "../../src/changes/delta/apply.ts";
import { blockOf, blockText, normalForm } from "../../src/changes/delta/blocks.ts";
import { readDelta } from "../../src/changes/delta/delta.ts";
import { readSpec } from "../../src/specs/read.ts";
import { defaultVocabulary } from "../../src/specs/vocabulary.ts";
import { requirement, scenario, spec } from "../support/specs.ts";

const numRuns = Number(process.env.HEWTO_FUZZ ?? 40);
const names = ["a", "b", "c", "d"] as const;

/** What one change does to the requirement: texts by scenario name, and what it takes away by name. */
interface Edit {
  readonly texts: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

const edit = fc
  .record({
    changed: fc.subarray([...names], { maxLength: 2 }),
    added: fc.subarray(["n1", "n2", "n3"], { maxLength: 2 }),
    removed: fc.subarray([...names], { maxLength: 1 }),
    word: fc.constantFrom("one way", "another way", "a third way"),
  })
  .map(({ changed, added, removed, word }): Edit => {
    const kept = names.filter((name) => !removed.includes(name));
    const texts = new Map<string, string>(
      kept.map((name) => [name, changed.includes(name) ? word : "it works"]),
    );
    for (const name of added) texts.set(name, word);
    return { texts, removed };
  });

const base = spec(
  "s",
  requirement("Before"),
  requirement("R", ...names.map((name) => scenario(name))),
  requirement("After"),
);
const baseBlock = blockIn(base);

function blockIn(text: string): string {
  const read = readSpec(text);
  const found = read.requirements.find((each) => each.name === "R");
  return found === undefined ? "" : blockText(blockOf(read.document, found));
}

/** The spec after the change; undefined when the change is refused. */
function apply(text: string, { texts, removed }: Edit): string | undefined {
  const scenarios = [...texts].map(([name, then]) => scenario(name, then));
  const gone = removed.map((name) => `#### REMOVED Scenario: ${name}\n`);
  const delta = readDelta(`## MODIFIED Requirements\n\n${requirement("R", ...scenarios, ...gone)}`);
  const applied = applyDelta({
    capability: "s",
    changeId: "x",
    spec: text,
    delta,
    baseOf: () => baseBlock,
    mayRetire: false,
    vocabulary: defaultVocabulary,
  });
  return applied.misfits.length === 0 ? applied.text : undefined;
}

function scenariosOf(text: string): Map<string, string> {
  const read = readSpec(text);
  const found = read.requirements.find((each) => each.name === "R");
  return new Map(found?.scenarios.map((each) => [each.name, each.steps.map((step) => step.text).join("|")]));
}

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

test("in every order of two to four overlapping changes no approved scenario is lost, and clean merges commute", () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 2, maxLength: 4 }), (edits) => {
      const ends: Map<string, string>[] = [];
      for (const order of orders(edits)) {
        let text = base;
        const accepted: Edit[] = [];
        for (const each of order) {
          const after = apply(text, each);
          if (after === undefined) continue;
          text = after;
          accepted.push(each);
        }
        const end = scenariosOf(text);
        for (const { texts } of accepted) {
          for (const [name, then] of texts) {
            if (names.some((known) => known === name) && then === "it works") continue;
            expect(end.get(name)).toContain(then);
          }
        }
        const untouched = text.replace(blockIn(text), "");
        expect(normalForm(untouched)).toBe(normalForm(base.replace(baseBlock, "")));
        if (accepted.length === edits.length)
          ends.push(new Map([...end].sort(([a], [b]) => (a < b ? -1 : 1))));
      }
      for (const end of ends) expect([...end]).toEqual([...(ends[0] ?? [])]);
    }),
    { numRuns },
  );
}, 3_600_000);
