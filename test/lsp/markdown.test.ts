import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
} from "vscode-languageserver-protocol/node";
import { sharedByFile } from "../support/cleanup.ts";
import { type Editor, EditorServer, ferryCopy } from "../support/editor.ts";

const spec = "openspec/specs/booking/spec.md";
const delta = "openspec/changes/add-waiting-list/specs/booking/spec.md";
const tasks = "openspec/changes/add-waiting-list/tasks.md";
const skill = ".claude/skills/cancel-crossing/SKILL.md";

const server = sharedByFile(() => EditorServer.start());

async function ferry() {
  return (await server()).add(await ferryCopy());
}

async function labels(editor: Editor, path: string, needle: string): Promise<string[]> {
  const params = editor.at(path, editor.find(path, needle, true));
  const found = await editor.connection.sendRequest(CompletionRequest.type, params);
  const items = Array.isArray(found) ? found : (found?.items ?? []);
  return items.map(({ label }) => label);
}

/** The titles of the actions for the findings of a file. */
async function actions(editor: Editor, path: string) {
  const diagnostics = await editor.diagnostics(path);
  const range = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };
  const params = {
    textDocument: { uri: editor.uri(path) },
    range,
    context: { diagnostics: [...diagnostics] },
  };
  const found = (await editor.connection.sendRequest(CodeActionRequest.type, params)) ?? [];
  return found.flatMap((action) =>
    "edit" in action && action.edit ? [{ ...action, edit: action.edit }] : [],
  );
}

test("a mistake in a spec is shown while it is typed, and gone when it is corrected, before anything is saved", async () => {
  const editor = await ferry();
  await editor.open(spec);
  expect(await editor.rules(spec)).toEqual([]);
  await editor.type(spec, "## Purpose", "## Porpoise");
  const [finding] = await editor.diagnostics(spec);
  expect(finding).toMatchObject({ code: "purpose-missing", severity: 1, source: "hewto" });
  await editor.type(spec, "## Porpoise", "## Purpose");
  expect(await editor.rules(spec)).toEqual([]);
});

test("a scenario renamed in a spec breaks the delta of an open change, which is shown at once", async () => {
  const editor = await ferry();
  await editor.open(spec);
  await editor.open(delta);
  expect(await editor.rules(delta)).toEqual([]);
  await editor.type(spec, "### Requirement: Reserve a place", "### Requirement: Reserve a seat");
  const broken = await editor.diagnosticsWhen(delta, (rules) => rules.includes("target-missing"));
  expect(broken.map(({ message }) => message).join("\n")).toContain("Reserve a place");
  await editor.type(spec, "### Requirement: Reserve a seat", "### Requirement: Reserve a place");
  await editor.diagnosticsWhen(delta, (rules) => rules.length === 0);
});

test("a delta that was checked while its requirement had another name is right again when the name is", async () => {
  const editor = await ferry();
  await editor.open(
    spec,
    editor.text(spec).replace("Requirement: Reserve a place", "Requirement: Reserve a seat"),
  );
  await editor.open(delta);
  expect(await editor.rules(delta)).toEqual(["target-missing"]);
  await editor.type(spec, "### Requirement: Reserve a seat", "### Requirement: Reserve a place");
  await editor.diagnosticsWhen(delta, (rules) => rules.length === 0);
  await editor.shut(spec);
  await editor.type(delta, "### Requirement: Reserve a place", "### Requirement: Reserve a bed");
  await editor.diagnosticsWhen(delta, (rules) => rules.includes("target-missing"));
});

test("findings of a closed document are taken away", async () => {
  const editor = await ferry();
  await editor.open(spec, editor.text(spec).replace("## Purpose", "## Porpoise"));
  expect(await editor.rules(spec)).toEqual(["purpose-missing"]);
  await editor.shut(spec);
  await editor.diagnosticsWhen(spec, (rules) => rules.length === 0);
});

test("the outline names requirements and scenarios, and sections fold", async () => {
  const editor = await ferry();
  await editor.open(spec);
  const textDocument = { uri: editor.uri(spec) };
  const symbols = await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
  const names = (list: typeof symbols): unknown[] =>
    (list ?? []).map((each) => ("children" in each ? [each.name, names(each.children ?? [])] : each.name));
  expect(names(symbols)).toMatchObject([
    [
      "Booking Specification",
      [
        ["Purpose", []],
        [
          "Requirements",
          [
            [
              "Reserve a place",
              [
                ["Places are left", []],
                ["The crossing is full", []],
              ],
            ],
            ["Cancel a booking", expect.anything()],
          ],
        ],
      ],
    ],
  ]);
  const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument });
  const purpose = editor.find(spec, "## Purpose").line;
  expect(folds).toContainEqual(expect.objectContaining({ startLine: purpose, endLine: purpose + 2 }));
});

test("hover on a delta shows the current text of the requirement, saved or not, as data", async () => {
  const editor = await ferry();
  await editor.open(spec);
  await editor.type(
    spec,
    "for each booking it accepts.",
    "for each ![x](https://evil.example/a.png) booking.",
  );
  await editor.open(delta);
  const at = editor.at(delta, editor.find(delta, "### Requirement: Reserve a place"));
  const hover = await editor.connection.sendRequest(HoverRequest.type, at);
  expect(hover?.contents).toMatchObject({ kind: "markdown" });
  const text = JSON.stringify(hover?.contents);
  expect(text).toContain("Now in `openspec/specs/booking/spec.md`");
  // Inside a fence nothing is rendered, and nothing is fetched.
  expect(text).toContain("```markdown\\n### Requirement: Reserve a place");
  expect(text).toContain("![x](https://evil.example/a.png)");
});

test("a delta and its requirement, a spec and its changes, a link and its heading lead to each other", async () => {
  const editor = await ferry();
  const { connection } = editor;
  await editor.open(delta);
  await editor.open(spec);
  const toSpec = await connection.sendRequest(
    DefinitionRequest.type,
    editor.at(delta, editor.find(delta, "#### Scenario: The crossing is full")),
  );
  const line = editor.find(spec, "#### Scenario: The crossing is full").line;
  expect(toSpec).toMatchObject([{ uri: editor.uri(spec), range: { start: { line } } }]);
  const toDelta = await connection.sendRequest(
    DefinitionRequest.type,
    editor.at(spec, editor.find(spec, "### Requirement: Reserve a place")),
  );
  expect(toDelta).toMatchObject([{ uri: editor.uri(delta) }]);
  const context = { includeDeclaration: false };
  const changes = await connection.sendRequest(ReferencesRequest.type, {
    ...editor.at(spec, { line: 0, character: 3 }),
    context,
  });
  expect(changes).toMatchObject([{ uri: editor.uri(delta) }]);
  const notes = "docs/operations.md";
  await editor.open(
    notes,
    "# Notes\n\nSee [full](../openspec/specs/booking/spec.md#requirement-reserve-a-place).\n",
  );
  const links = await connection.sendRequest(DocumentLinkRequest.type, {
    textDocument: { uri: editor.uri(notes) },
  });
  expect(links).toMatchObject([{ target: `${editor.uri(spec)}#requirement-reserve-a-place` }]);
  const heading = await connection.sendRequest(
    DefinitionRequest.type,
    editor.at(notes, editor.find(notes, "[full]")),
  );
  expect(heading).toMatchObject([
    { uri: editor.uri(spec), range: { start: { line: editor.find(spec, "### Requirement: Reserve").line } } },
  ]);
  const back = await connection.sendRequest(ReferencesRequest.type, {
    ...editor.at(spec, editor.find(spec, "### Requirement: Reserve a place")),
    context,
  });
  expect(back?.map(({ uri }) => uri)).toEqual(expect.arrayContaining([editor.uri(delta), editor.uri(notes)]));
});

test("names are completed: requirements in deltas, scenarios, steps, links, tasks, skills, dependencies", async () => {
  const editor = await ferry();
  await editor.open(delta);
  await editor.type(delta, "### Requirement: Reserve a place", "### Requirement: ");
  expect(await labels(editor, delta, "## MODIFIED Requirements\n\n### Requirement: ")).toEqual([
    "Reserve a place",
    "Reserve a place (with its text)",
    "Cancel a booking",
    "Cancel a booking (with its text)",
  ]);
  await editor.type(
    delta,
    "### Requirement: \n\nThe system SHALL reserve",
    "### Requirement: Reserve a place\n\nThe system SHALL reserve",
  );
  await editor.type(delta, "#### Scenario: The crossing is full", "#### REMOVED Scenario: ");
  expect(await labels(editor, delta, "#### REMOVED Scenario: ")).toEqual([
    "Places are left",
    "The crossing is full",
  ]);
  await editor.type(delta, "## MODIFIED Requirements", "## ");
  expect(await labels(editor, delta, "second passenger becomes the first\n\n## ")).toContain(
    "MODIFIED Requirements",
  );
  await editor.open(tasks);
  await editor.type(tasks, "1.3 Hand a returned place", "1.3 After 1. hand a returned place");
  expect(await labels(editor, tasks, "1.3 After 1.")).toEqual(["1.1", "1.2", "1.3"]);
  const proposal = "openspec/changes/add-waiting-list/proposal.md";
  await editor.open(
    proposal,
    "## Why\n\nThe skill `can` and [x](../../specs/booking/spec.md#req) and [y](ta)\n",
  );
  expect(await labels(editor, proposal, "skill `can")).toContain("cancel-crossing");
  expect(await labels(editor, proposal, "spec.md#req")).toContain("requirement-reserve-a-place");
  expect(await labels(editor, proposal, "[y](ta")).toContain("tasks.md");
  const impl = "impl/ferry-swift/impl.md";
  await editor.open(impl);
  expect(await labels(editor, impl, "spec: ../../spec/ferry-booking/spec.md")).toEqual([
    "../../spec/ferry-booking/spec.md",
  ]);
  await editor.open(spec);
  await editor.type(spec, "- **GIVEN** a crossing without", "- **\n- **GIVEN** a crossing without");
  expect(await labels(editor, spec, "full\n\n- **")).toEqual(["GIVEN", "WHEN", "THEN", "AND"]);
});

test("every mechanical fix is an action, and its edit removes the finding", async () => {
  const editor = await ferry();
  await editor.open(spec);
  await editor.type(spec, "The system SHALL give", `The system ${"SHALL".toLowerCase()} give`);
  await editor.type(spec, "## Purpose", "## Overview");
  const rules = await editor.rules(spec);
  expect(rules).toEqual(expect.arrayContaining(["purpose-missing", "requirement-not-normative"]));
  const found = await actions(editor, spec);
  expect(found.map(({ title }) => title)).toEqual([
    "Rename `## Overview` to `## Purpose`",
    'Write SHALL in "Cancel a booking"',
  ]);
  const [purpose] = found;
  const edited = purpose && editor.after(purpose.edit).get(spec);
  expect(edited).toContain("## Purpose\n\nLet passengers");
});

test("a scenario that a MODIFIED requirement leaves out can be removed by name, or repeated", async () => {
  const editor = await ferry();
  await editor.open(delta);
  const text = editor.text(delta);
  const left = text.slice(
    text.indexOf("#### Scenario: Places are left"),
    text.indexOf("#### Scenario: The crossing is full"),
  );
  await editor.type(delta, left, "");
  expect(await editor.rules(delta)).toEqual(["scenario-dropped"]);
  const found = await actions(editor, delta);
  expect(found.map(({ title }) => title)).toEqual([
    'Remove the scenario "Places are left" by name (OpenSpec does not know this heading)',
    'Repeat "Places are left" of the spec',
    "Fix everything mechanical in add-waiting-list",
  ]);
  expect(found[0] && editor.after(found[0].edit).get(delta)).toContain(
    "#### REMOVED Scenario: Places are left",
  );
  expect(found[1] && editor.after(found[1].edit).get(delta)).toContain("#### Scenario: Places are left");
});

test("a skill without front matter gets it by an action", async () => {
  const editor = await ferry();
  await editor.open(skill, "# Cancel\n\nDo it.\n");
  expect(await editor.rules(skill)).toEqual(["missing-front-matter"]);
  const [action] = await actions(editor, skill);
  expect(action && editor.after(action.edit).get(skill)).toMatch(
    /^---\nname: cancel-crossing\ndescription: </,
  );
});

test("renaming a requirement changes its spec, the open deltas, tags and records in one edit", async () => {
  const root = await ferryCopy();
  mkdirSync(join(root, ".trace/openspec/booking"), { recursive: true });
  writeFileSync(
    join(root, ".trace/openspec/booking/reserve-a-place.toml"),
    'address = "openspec:booking/reserve-a-place"\n\n[scenario.the-crossing-is-full]\naccepted = "r1:1"\n',
  );
  const source = "Tests/FerryTests/BookingServiceTests.swift";
  const editor = await (await server()).add(root);
  await editor.open(spec);
  const tag = "// [VERIFIES: booking/reserve-a-place#the-crossing-is-full]\n    @Test func aFull";
  await editor.open(source, editor.text(source).replace("@Test func aFull", tag));
  const at = editor.at(spec, editor.find(spec, "Reserve a place"));
  const range = await editor.connection.sendRequest(PrepareRenameRequest.type, at);
  expect(range).toMatchObject({ start: { character: "### Requirement: ".length } });
  const edit = await editor.connection.sendRequest(RenameRequest.type, { ...at, newName: "Book a seat" });
  const texts = editor.after(edit ?? {});
  expect([...texts.keys()].sort()).toEqual(
    [
      ".trace/openspec/booking/book-a-seat.toml",
      ".trace/openspec/booking/reserve-a-place.toml",
      source,
      delta,
      spec,
    ].sort(),
  );
  expect(texts.get(spec)).toContain("### Requirement: Book a seat\n");
  expect(texts.get(delta)).toContain("### Requirement: Book a seat\n");
  expect(texts.get(source)).toContain("[VERIFIES: booking/book-a-seat#the-crossing-is-full]");
  expect(texts.get(".trace/openspec/booking/book-a-seat.toml")).toContain(
    'aliases = [\n  "openspec:booking/reserve-a-place",',
  );
  expect(texts.get(".trace/openspec/booking/reserve-a-place.toml")).toBeUndefined();
});

test("renaming a scenario in a delta changes the spec too, and a name that is taken is refused", async () => {
  const editor = await ferry();
  await editor.open(delta);
  const at = editor.at(delta, editor.find(delta, "Scenario: The crossing is full"));
  const edit = await editor.connection.sendRequest(RenameRequest.type, {
    ...at,
    newName: "No place is left",
  });
  const texts = editor.after(edit ?? {});
  expect([...texts.keys()].sort()).toEqual([delta, spec].sort());
  for (const text of texts.values()) expect(text).toContain("#### Scenario: No place is left\n");
  await expect(
    editor.connection.sendRequest(RenameRequest.type, { ...at, newName: "Places are left" }),
  ).rejects.toThrow("exists already");
});
