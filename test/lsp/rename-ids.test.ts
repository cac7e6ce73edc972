import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  DefinitionRequest,
  HoverRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
} from "vscode-languageserver-protocol/node";
import { sharedByFile } from "../support/cleanup.ts";
import { EditorServer, ferryCopy } from "../support/editor.ts";

const server = sharedByFile(() => EditorServer.start());
const feature = "specs/001-season-passes/spec.md";
const source = "Tests/FerryTests/BookingServiceTests.swift";

async function ferry(files: Readonly<Record<string, string>>) {
  const root = await ferryCopy();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return (await server()).add(root);
}

test("an FR id is renamed in its feature, in tags of every form and in its record", async () => {
  const plan = "specs/001-season-passes/notes.md";
  const record = ".trace/speckit/001/FR-002.toml";
  const editor = await ferry({
    [plan]: "# Notes\n\nFR-002 follows FR-001, not FR-0021 and not XFR-002.\n",
    "specs/002-other/spec.md": "# Other\n\n- **FR-002**: It MUST count\n",
    [record]: 'address = "speckit:001/FR-002"\naccepted = "r1:1"\n',
    [source]:
      "// [VERIFIES: 001/FR-002]\n@Test func a() {}\n// [VERIFIES: speckit:001/FR-002, 002/FR-002]\n@Test func b() {}\n",
  });
  await editor.open(feature);
  const at = editor.at(feature, editor.find(feature, "FR-002"));
  const range = await editor.connection.sendRequest(PrepareRenameRequest.type, at);
  expect(range).toMatchObject({ start: { character: "- **".length } });
  const edit = await editor.connection.sendRequest(RenameRequest.type, { ...at, newName: "FR-012" });
  const texts = editor.after(edit ?? {});
  expect([...texts.keys()].sort()).toEqual(
    [".trace/speckit/001/FR-012.toml", record, plan, feature, source].sort(),
  );
  expect(texts.get(feature)).toContain("- **FR-012**: The system MUST count");
  expect(texts.get(plan)).toContain("FR-012 follows FR-001, not FR-0021 and not XFR-002.");
  expect(texts.get(source)).toContain("[VERIFIES: 001/FR-012]");
  expect(texts.get(source)).toContain("[VERIFIES: speckit:001/FR-012, 002/FR-002]");
  expect(texts.get(".trace/speckit/001/FR-012.toml")).toContain('"speckit:001/FR-002"');
  const rename = (newName: string) => editor.connection.sendRequest(RenameRequest.type, { ...at, newName });
  await expect(rename("FR-001")).rejects.toThrow("exists already");
  await expect(rename("count passengers")).rejects.toThrow("An id of a requirement is like `FR-012`.");
});

test("an FR id in the tasks of a feature shows its text, leads to it, and its mentions and tags are listed", async () => {
  const tasks = "specs/001-season-passes/notes.md";
  const editor = await ferry({
    [tasks]: "# Notes\n\n- [ ] T001 Count passengers (FR-002)\n",
    [source]: "// [VERIFIES: 001/FR-002]\n@Test func a() {}\n",
  });
  await editor.open(tasks);
  const at = editor.at(tasks, editor.find(tasks, "FR-002"));
  const hover = await editor.connection.sendRequest(HoverRequest.type, at);
  expect(JSON.stringify(hover)).toContain("MUST count a pass holder on board");
  const [definition] = [await editor.connection.sendRequest(DefinitionRequest.type, at)].flat();
  expect(definition).toMatchObject({
    uri: editor.uri(feature),
    range: { start: { line: editor.find(feature, "FR-002").line } },
  });
  const references = await editor.connection.sendRequest(ReferencesRequest.type, {
    ...at,
    context: { includeDeclaration: true },
  });
  expect(new Set(references?.map(({ uri }) => uri))).toEqual(
    new Set([tasks, feature, source].map((path) => editor.uri(path))),
  );
});

test("a constraint group is renamed in artifacts and in the tags that ensure it", async () => {
  const artifact = "spec/ferry-booking/spec.md";
  const service = "Sources/Ferry/BookingService.swift";
  const editor = await ferry({});
  await editor.open(artifact);
  const at = editor.at(artifact, editor.find(artifact, "concept-capacity.limit"));
  const edit = await editor.connection.sendRequest(RenameRequest.type, {
    ...at,
    newName: "concept-capacity.places",
  });
  const texts = editor.after(edit ?? {});
  expect([...texts.keys()].sort()).toEqual([artifact, service].sort());
  expect(texts.get(artifact)).toContain("\n!concept-capacity.places:\n");
  expect(texts.get(service)).toContain("[ENSURES: concept-capacity.places:CHECK]");
  await expect(
    editor.connection.sendRequest(RenameRequest.type, { ...at, newName: "concept-identity.number" }),
  ).rejects.toThrow("exists already");
  expect(readFileSync(join(editor.root, artifact), "utf8")).toContain("!concept-capacity.limit:");
});
