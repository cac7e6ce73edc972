import { expect, test } from "vitest";
import { CodeActionRequest } from "vscode-languageserver-protocol/node";
import { sharedByFile } from "../support/cleanup.ts";
import { type Editor, EditorServer } from "../support/editor.ts";
import { temporaryTree } from "../support/temporary.ts";

const spec = "openspec/specs/booking/spec.md";
const change = "openspec/changes/later";
const delta = `${change}/specs/booking/spec.md`;
/** Spec Oxide checks more. */
const strictSpec = ".spox/specs/booking/spec.md";
const strictDelta = ".spox/changes/later/specs/booking/spec.md";
const strictProposal = ".spox/changes/later/proposal.md";
const strictTasks = ".spox/changes/later/tasks.md";
const skill = ".claude/skills/cancel/SKILL.md";
const product = "src/book.ts";

const steps = "- **WHEN** a passenger books it\n- **THEN** the booking is refused\n";
const purpose = "## Purpose\n\nLets people book a place on the ferry, and never more than there are.\n";
const requirement = `### Requirement: Reserve\n\nThe system SHALL reserve a place.\n\n#### Scenario: Full\n\n${steps}`;
const specText = `# Booking\n\n${purpose}\n## Requirements\n\n${requirement}`;
const modified = `## MODIFIED Requirements\n\n${requirement.replace("a place", "a seat")}`;
const proposal =
  "## Why\n\nPeople come for nothing when a crossing is full, and go away angry.\n\n## What Changes\n\n- A list.\n";
const described = "description: Cancels a crossing when the wind is strong.";

const files: Readonly<Record<string, string>> = {
  [spec]: specText,
  [delta]: modified,
  [skill]: `---\nname: cancel\n${described}\n---\n\n# Cancel\n\nAsk the harbor first.\n`,
  [product]: "// [IMPLEMENTS: booking/reserve]\nexport function book() {}\n",
  "spec/ferry/spec.md": '---\nname: ferry\nversion: "1.0.0"\n---\n\n# Ferry\n',
  "impl/ferry/impl.md":
    '---\nname: ferry\nversion: "1.0.0"\nspec: ../../spec/ferry/spec.md\n---\n\n# Ferry\n',
};

const strictFiles: Readonly<Record<string, string>> = {
  ".spox/config.toml":
    '[paths]\nspec_folder = ".spox/specs"\nchanges_folder = ".spox/changes"\narchive_folder = ".spox/archive"\n',
  [strictSpec]: specText,
  [strictDelta]: modified,
  [strictProposal]: proposal,
  [strictTasks]: "## 1. All\n\n- [ ] 1.1 Do it\n",
  [`${change}/proposal.md`]: proposal,
  [`${change}/tasks.md`]: "## 1. All\n\n- [ ] 1.1 Do it\n",
};

/** A rule, the file, the text that breaks it, and the titles of its actions; each action removes the finding. */
type Case = readonly [rule: string, path: string, text: string, titles: readonly string[]];
const repaired: readonly Case[] = [
  ["title-missing", strictSpec, specText.replace("# Booking\n\n", ""), ["Add `# Booking Specification`"]],
  ["purpose-missing", spec, specText.replace(purpose, ""), ["Add `## Purpose`"]],
  [
    "purpose-missing",
    spec,
    specText.replace("Purpose", "Overview"),
    ["Rename `## Overview` to `## Purpose`"],
  ],
  ["requirements-missing", spec, specText.replace("## Requirements\n\n", ""), ["Add `## Requirements`"]],
  [
    "delta-in-spec",
    spec,
    specText.replace("## Requirements", "## ADDED Requirements"),
    ["Rename it to `## Requirements`"],
  ],
  [
    "scenario-not-heading",
    spec,
    specText.replace("#### Scenario: Full", "**Scenario: Full**"),
    ["Write `#### Scenario: Full`"],
  ],
  ["scenario-missing", spec, specText.slice(0, specText.indexOf("\n#### ")), ["Add a scenario"]],
  [
    "scenario-unlabeled",
    strictSpec,
    specText.replace("Scenario: Full", "Full").replace(steps, "It is full.\n"),
    ["Write `Scenario: Full`"],
  ],
  ["scenario-when-missing", strictSpec, specText.replace(/- \*\*WHEN.*\n/, ""), ["Add a WHEN step"]],
  ["scenario-then-missing", strictSpec, specText.replace(/- \*\*THEN.*\n/, ""), ["Add a THEN step"]],
  [
    "requirement-heading",
    spec,
    specText.replace("Requirement: Reserve", "Reserve"),
    ["Write `Requirement: Reserve`"],
  ],
  ["scenario-heading", spec, specText.replace("Scenario: Full", "Full"), ["Write `Scenario: Full`"]],
  ["requirement-not-normative", spec, specText.replace("SHALL", "shall"), ['Write SHALL in "Reserve"']],
  [
    "requirement-text-missing",
    spec,
    specText.replace("The system SHALL reserve a place.\n\n", ""),
    ["Add a sentence with SHALL"],
  ],
  [
    "block-unclosed",
    spec,
    specText.replace("The system", "```text\nplaces\n\nThe system"),
    ["Close the block"],
  ],
  [
    "block-unclosed",
    spec,
    specText.replace("The system", "<!-- places\n\nThe system"),
    ["Close the comment"],
  ],
  [
    "requirements-repeated",
    spec,
    `${specText}\n## Requirements\n\n${requirement.replace("Reserve", "Cancel")}`,
    ["Join it with `## Requirements` on line 7"],
  ],
  [
    "requirement-misplaced",
    spec,
    `${specText}\n## Notes\n\n${requirement.replace("Reserve", "Cancel")}`,
    ['Move "Cancel" below `## Requirements`'],
  ],
  [
    "scenario-orphaned",
    spec,
    specText.replace("### Requirement: Reserve\n\n", ""),
    ["Add a requirement above"],
  ],
  ["purpose-empty", spec, specText.replace(/Lets.*\n/, ""), ["Add a sentence"]],
  ["requirements-empty", spec, specText.slice(0, specText.indexOf("### ")), ["Add a requirement"]],
  [
    "delta-heading-missing",
    delta,
    modified.replace("## MODIFIED Requirements\n\n", ""),
    ["Add `## ADDED Requirements`"],
  ],
  [
    "delta-heading-missing",
    delta,
    modified.replace("MODIFIED Requirements", "Modified"),
    ["Write `## MODIFIED Requirements`"],
  ],
  [
    "delta-heading",
    delta,
    `${modified}\n## Removed:\n\n### Requirement: Cancel\n`,
    ["Write `## REMOVED Requirements`"],
  ],
  ["delta-empty", delta, "## ADDED Requirements\n", ["Add a requirement"]],
  [
    "target-missing",
    delta,
    modified.replace("Requirement: Reserve", "Requirement: reserve"),
    ['Write the name "Reserve"'],
  ],
  [
    "target-missing",
    delta,
    modified.replace("Requirement: Reserve", "Requirement: Reserves"),
    ['Write the name "Reserve"'],
  ],
  [
    "entry-misplaced",
    delta,
    `${modified}\n## Notes\n\n### Requirement: Sell\n\nIt SHALL sell.\n\n#### Scenario: Cheap\n\n${steps}`,
    ['Move "Sell" below `## ADDED Requirements`'],
  ],
  [
    "target-exists",
    delta,
    `## ADDED Requirements\n\n${requirement.replace("a place", "a seat")}\n### Requirement: Sell\n\nIt SHALL sell.\n\n#### Scenario: Cheap\n\n${steps}`,
    ['Move "Reserve" below `## MODIFIED Requirements`'],
  ],
  [
    "entry-old-name",
    delta,
    `## RENAMED Requirements\n\n- FROM: \`### Requirement: Reserve\`\n- TO: \`### Requirement: Book\`\n\n${modified}`,
    ['Write the name "Book"'],
  ],
  [
    "scenario-dropped",
    delta,
    modified.slice(0, modified.indexOf("#### ")),
    ['Remove the scenario "Full" by name (OpenSpec does not know this heading)', 'Repeat "Full" of the spec'],
  ],
  [
    "scenario-dropped",
    delta,
    modified.replace("Full", "None is left"),
    [
      'Rename the scenario "Full" to "None is left" (OpenSpec does not know this heading)',
      'Repeat "Full" of the spec',
    ],
  ],
  [
    "scenario-target-missing",
    delta,
    modified.replace("Scenario: Full", "REMOVED Scenario: Ful"),
    ['Write the name "Full"'],
  ],
  [
    "target-exists",
    delta,
    modified.replace("MODIFIED", "ADDED"),
    ['Write `## MODIFIED Requirements` above "Reserve"'],
  ],
  ["requirement-not-normative", delta, modified.replace("SHALL", "shall"), ['Write SHALL in "Reserve"']],
  ["scenario-when-missing", strictDelta, modified.replace(/- \*\*WHEN.*\n/, ""), ["Add a WHEN step"]],
  ["scenario-then-missing", strictDelta, modified.replace(/- \*\*THEN.*\n/, ""), ["Add a THEN step"]],
  [
    "scenario-missing",
    delta,
    `## ADDED Requirements\n\n### Requirement: Sell\n\nIt SHALL sell.\n`,
    ["Add a scenario"],
  ],
  [
    "requirement-heading",
    delta,
    modified.replace("Requirement: Reserve", "Reserve"),
    ["Write `Requirement: Reserve`"],
  ],
  [
    "block-unclosed",
    delta,
    modified.replace("The system", "```text\nplaces\n\nThe system"),
    ["Close the block"],
  ],
  ["proposal-why-missing", strictProposal, proposal.slice(proposal.indexOf("## What")), ["Add `## Why`"]],
  [
    "proposal-what-missing",
    strictProposal,
    proposal.slice(0, proposal.indexOf("## What")),
    ["Add `## What Changes`"],
  ],
  ["tasks-empty", `${change}/tasks.md`, "## 1. All\n", ["Add a task"]],
  ["task-unnumbered", strictTasks, "## 1. All\n\n- [ ] Do it\n", ["Write the number 1.1"]],
  [
    "task-duplicate",
    `${change}/tasks.md`,
    "## 1. All\n\n- [ ] 1.1 Do it\n- [ ] 1.1 Test it\n",
    ["Write the number 1.2"],
  ],
  ["task-misnumbered", `${change}/tasks.md`, "## 1. All\n\n- [ ] 2.1 Do it\n", ["Write the number 1.1"]],
  ["missing-front-matter", skill, "# Cancel\n", ["Add front matter"]],
  ["missing-name", skill, `---\n${described}\n---\n\n# Cancel\n\nDo.\n`, ["Write `name: cancel`"]],
  ["missing-name", skill, `---\nname:\n${described}\n---\n\n# Cancel\n\nDo.\n`, ["Write `name: cancel`"]],
  ["name-folder", skill, `---\nname: stop\n${described}\n---\n\n# Cancel\n\nDo.\n`, ["Write `name: cancel`"]],
  [
    "name-characters",
    skill,
    `---\nname: Cancel It\n${described}\n---\n\n# Cancel\n\nDo.\n`,
    ["Write `name: cancel`"],
  ],
  [
    "name-hyphens",
    skill,
    `---\nname: cancel--it\n${described}\n---\n\n# Cancel\n\nDo.\n`,
    ["Write `name: cancel`"],
  ],
  ["missing-description", skill, "---\nname: cancel\n---\n\n# Cancel\n\nDo.\n", ["Add a description"]],
  [
    "missing-description",
    skill,
    "---\nname: cancel\ndescription:\n---\n\n# Cancel\n\nDo.\n",
    ["Add a description"],
  ],
  [
    "description-markup",
    skill,
    "---\nname: cancel\ndescription: Cancels <one> crossing.\n---\n\n# Cancel\n\nDo.\n",
    ["Remove the angle brackets"],
  ],
  [
    "front-matter-unclosed",
    skill,
    `---\nname: cancel\n${described}\n\n# Cancel\n\nDo.\n`,
    ["Close the front matter"],
  ],
  [
    "yaml-unquoted-value",
    skill,
    "---\nname: cancel\ndescription: Cancels: a crossing.\n---\n\n# Cancel\n\nDo.\n",
    ["Put the value in quotes"],
  ],
  ["spec_metadata", "spec/ferry/spec.md", "# Ferry\n", ["Add front matter"]],
  ["impl_metadata", "impl/ferry/impl.md", "# Ferry\n", ["Add front matter"]],
  ["scratch_metadata", ".specman/scratchpad/ferry/scratch.md", "# Ferry\n", ["Add front matter"]],
  [
    "link-dangling",
    product,
    "// [IMPLEMENTS: booking/reserv]\nexport function book() {}\n",
    ["Change to `booking/reserve`", "Change to `booking/reserve#full`"],
  ],
  [
    "tag-malformed",
    product,
    "// [ENSURES: concept-a.limit:CHEK]\nexport function book() {}\n",
    ["Change to `[ENSURES: concept-a.limit:CHECK]`"],
  ],
  [
    "tag-malformed",
    product,
    "// [IMPLEMENTS: booking/reserve:TEST]\nexport function book() {}\n",
    ["Change to `[IMPLEMENTS: booking/reserve]`"],
  ],
];

const server = sharedByFile(() => EditorServer.start());

async function project(tree: Readonly<Record<string, string>>): Promise<Editor> {
  return (await server()).add(await temporaryTree(tree));
}

async function quickFixes(editor: Editor, path: string, rule: string) {
  const diagnostics = (await editor.diagnostics(path)).filter(({ code }) => code === rule);
  const params = {
    textDocument: { uri: editor.uri(path) },
    range: diagnostics[0]?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    context: { diagnostics },
  };
  const found = (await editor.connection.sendRequest(CodeActionRequest.type, params)) ?? [];
  return found.flatMap((action) =>
    "edit" in action && action.edit && action.kind === "quickfix" ? [{ ...action, edit: action.edit }] : [],
  );
}

/** What is wrong with the actions of one case, in words. */
async function problemsOf(editor: Editor, [rule, path, text, titles]: Case): Promise<string[]> {
  const problems: string[] = [];
  await editor.open(path, text);
  const rules = await editor.rules(path);
  if (!rules.includes(rule))
    problems.push(
      `${rule} is not shown, but ${JSON.stringify((await editor.diagnostics(path)).map(({ code, message }) => `${code}: ${message}`))}`,
    );
  const actions = await quickFixes(editor, path, rule);
  const found = actions.map(({ title }) => title);
  if (found.join("\n") !== titles.join("\n")) problems.push(`${rule} has ${JSON.stringify(found)}`);
  const repairs = actions.map(({ edit, title }) => ({ title, after: editor.after(edit).get(path) ?? "" }));
  for (const { title, after } of repairs) {
    await editor.retype(path, after);
    if ((await editor.rules(path)).includes(rule)) problems.push(`${rule} stays after "${title}":\n${after}`);
  }
  await editor.shut(path);
  return problems;
}

test("each finding with a mechanical fix has an action whose edit removes it", async () => {
  const problems: string[] = [];
  const strict = repaired.filter(([, path]) => path in strictFiles).values();
  const usual = repaired.filter(([, path]) => !(path in strictFiles)).values();
  // Side by side in folders of their own, because a finding comes only after a pause.
  const lane = async (tree: Readonly<Record<string, string>>, cases: Iterable<Case>) => {
    const editor = await project(tree);
    for (const each of cases) problems.push(...(await problemsOf(editor, each)));
  };
  const lanes = [files, files, files, files, files].map((tree) => lane(tree, usual));
  lanes.push(...[strictFiles, strictFiles, strictFiles].map((tree) => lane(tree, strict)));
  await Promise.all(lanes);
  expect(problems).toEqual([]);
});
