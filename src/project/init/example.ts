import { featureFiles } from "./example-feature.ts";
import { changeFiles, specText } from "./example-specs.ts";
import type { LayoutChoice, NewFile } from "./layout-choice.ts";
import { constitution, spoxConfig } from "./starter.ts";

/** A small working example for an empty folder: a tea timer with its specification, a change to it, and a test. */
export function exampleFiles(layout: LayoutChoice): readonly NewFile[] {
  switch (layout) {
    case "openspec":
      return [...program("openspec/specs"), ...specified("openspec/specs", "openspec/changes")];
    case "spox":
      return [
        [".spox/config.toml", spoxConfig],
        ...program("specs"),
        ...specified("specs", "specs/_changes"),
      ];
    case "spec-kit":
      return [
        [".specify/memory/constitution.md", constitution],
        ...program("specs/001-second-steep"),
        ...featureFiles("specs/001-second-steep"),
      ];
    case "specman":
      // SpecMan defines exactly what a new workspace contains: see `initSpecmanWorkspace`.
      return [];
  }
}

function specified(specs: string, changes: string): readonly NewFile[] {
  return [[`${specs}/steeping/spec.md`, specText], ...changeFiles(`${changes}/add-second-steep`)];
}

function program(specs: string): readonly NewFile[] {
  return [
    ["README.md", readme(specs)],
    ["package.json", manifest],
    ["src/steeping.js", source],
    ["test/steeping.test.js", test],
  ];
}

const manifest = `{
  "name": "tea-timer",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`;

const source = `/** How long each tea steeps, in seconds, and at which temperature. */
const teas = {
  green: { seconds: 120, celsius: 75 },
  black: { seconds: 240, celsius: 95 },
  herbal: { seconds: 480, celsius: 100 },
};

/** The plan for a cup. An unknown tea is refused, because a guess would make it bitter. */
export function steepingPlan(tea) {
  const plan = Object.hasOwn(teas, tea) ? teas[tea] : undefined;
  if (plan === undefined) throw new RangeError(\`No tea is called \${tea}.\`);
  return plan;
}

/** What the display shows while a cup steeps: whole seconds, never below zero. */
export function secondsLeft(tea, startedAt, now) {
  const { seconds } = steepingPlan(tea);
  return Math.max(0, Math.ceil(seconds - (now - startedAt) / 1000));
}
`;

const test = `import assert from "node:assert/strict";
import { test } from "node:test";
import { secondsLeft, steepingPlan } from "../src/steeping.js";

test("green tea steeps two minutes at 75 degrees", () => {
  assert.deepEqual(steepingPlan("green"), { seconds: 120, celsius: 75 });
});

test("an unknown tea is refused by its name", () => {
  assert.throws(() => steepingPlan("gravel"), /No tea is called gravel/);
});

test("the display counts down and stops at zero", () => {
  assert.equal(secondsLeft("green", 0, 30_000), 90);
  assert.equal(secondsLeft("green", 0, 500_000), 0);
});
`;

function readme(specs: string): string {
  return `# Tea timer

A small program with its specification in \`${specs}/\`, created by \`hewto init\`. Things to try:

    hewto check                             # is the specification valid?
    hewto search "how long does green tea steep"
    hewto research "steepingPlan"           # who calls it?
    node --test                             # does the program match the specification?

\`hewto install\` connects your agent, which can then do all of this itself.
`;
}
