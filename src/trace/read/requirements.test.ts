import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { readRequirements } from "./requirements.ts";

async function read(files: Record<string, string | Buffer>) {
  const workspace = await openWorkspace(await temporaryTree(files));
  if (!workspace.ok) throw new Error(workspace.fault.message);
  return readRequirements(workspace.value);
}

async function nodesOf(files: Record<string, string | Buffer>) {
  const { graph } = await read(files);
  return graph.nodes.map(({ address, kind, level, phase, needs }) => {
    return [address, kind, level ?? "-", phase, needs.join()].join(" ");
  });
}

const spec = (body: string) => `# A\n\n## Purpose\n\nAll of it.\n\n## Requirements\n\n${body}`;
const scenario = (name: string, then = "it is done") =>
  `#### Scenario: ${name}\n\n- **WHEN** asked\n- **THEN** ${then}\n\n`;
const requirement = (name: string, scenarios = "", text = "It SHALL work.") =>
  `### Requirement: ${name}\n\n${text}\n\n${scenarios}`;

test("scenarios are the leaves of a requirement that has them, and it is one itself where it has none", async () => {
  const text = spec(
    requirement("Log in", scenario("First time")) + requirement("Log out", "", "It SHOULD end."),
  );
  expect(await nodesOf({ "openspec/specs/auth/spec.md": text })).toEqual([
    "openspec:auth/log-in requirement MUST live ",
    "openspec:auth/log-in#first-time scenario MUST live test",
    "openspec:auth/log-out requirement SHOULD live test",
  ]);
});

// covers trace: modified-while-live
test("what an active change adds or modifies is planned, and the live text stays as it is", async () => {
  const { graph, changes } = await read({
    "openspec/specs/auth/spec.md": spec(requirement("Log in", scenario("First time"))),
    "openspec/changes/tweak/specs/auth/spec.md": `## ADDED Requirements\n\n${requirement("Stay", scenario("Days"))}\n## MODIFIED Requirements\n\n${requirement("Log in", scenario("First time", "it is noted"))}`,
  });
  expect(graph.nodes.filter(({ phase }) => phase === "planned").map(({ address }) => address)).toEqual([
    "openspec:auth/stay?change=tweak",
    "openspec:auth/stay#days?change=tweak",
    "openspec:auth/log-in?change=tweak",
    "openspec:auth/log-in#first-time?change=tweak",
  ]);
  expect(changes).toEqual([{ format: "openspec", name: "tweak", added: 1, modified: 1 }]);
  expect(graph.resolve("auth/log-in#first-time")).toMatchObject({ kind: "one", node: { phase: "live" } });
  expect(graph.resolve("auth/stay#days")).toMatchObject({ kind: "one", node: { phase: "planned" } });
});

// covers trace: statements-of-a-group
test("a group has a statement for each bullet with MUST, SHOULD or MAY, nested ones too, and none for prose", async () => {
  const text =
    "# S\n\n### Concept: A\n\n!concept-a.rules:\n\n- It MUST count.\n  - It SHOULD be quick.\n\nIt MUST be prose.\n\n!concept-a.words:\n\n- Only words.\n";
  expect(await nodesOf({ ".specman/.gitkeep": "", "spec/a/spec.md": text })).toEqual([
    "specman:a/concept-a.rules group MUST live ",
    "specman:a/concept-a.rules#1 statement MUST live test",
    "specman:a/concept-a.rules#2 statement SHOULD live test",
    "specman:a/concept-a.words group - live test",
  ]);
});

const feature = `# Feature Specification: Passes

### User Story 1 - Cross (Priority: P1)

1. **Given** a pass, **When** it is scanned,
   **Then** a place is reserved
2. **Given** none, **When** it is scanned, **Then** the gate stays closed

## Requirements

- **FR-001**: The system MUST sell passes
  for a month
- **FR-002**: Passes MUST end [NEEDS CLARIFICATION: when?]
- **SC-001**: A holder boards in two seconds
`;

test("a feature gives stories, requirements and outcomes, and is planned without tasks", async () => {
  expect(await nodesOf({ "specs/001-passes/spec.md": feature })).toEqual([
    "speckit:001/US1 story - planned ",
    "speckit:001/US1.1 scenario - planned test",
    "speckit:001/US1.2 scenario - planned test",
    "speckit:001/FR-001 fr MUST planned test",
    "speckit:001/FR-002 fr MUST planned test",
    "speckit:001/SC-001 outcome - planned manual",
  ]);
  const { graph } = await read({ "specs/001-passes/spec.md": feature });
  expect(graph.get("speckit:001/FR-001")?.text).toBe("The system MUST sell passes for a month");
  expect(graph.get("speckit:001/FR-002")?.questions).toEqual(["when?"]);
  expect(graph.get("speckit:001/US1.1")?.text).toBe(
    "GIVEN a pass\nWHEN it is scanned\nTHEN a place is reserved",
  );
  expect(graph.resolve("001-passes/FR-002")).toMatchObject({ kind: "one" });
});

test("a story is live when its own tasks are done, a requirement when all are", async () => {
  const tasks = "- [x] T001 [US1] Gate\n- [ ] T002 Polish\n";
  const nodes = await nodesOf({ "specs/001-passes/spec.md": feature, "specs/001-passes/tasks.md": tasks });
  expect(nodes).toContain("speckit:001/US1.1 scenario - live test");
  expect(nodes).toContain("speckit:001/FR-001 fr MUST planned test");
});

// covers trace: number-taken-twice
test("two features with one number are addressed by their folders, and the number lists both", async () => {
  const { graph } = await read({ "specs/004-a/spec.md": feature, "specs/004-b/spec.md": feature });
  const candidates = ["speckit:004-a/FR-001", "speckit:004-b/FR-001"];
  const fault = { code: "ambiguous_id", details: { candidates } };
  expect(graph.find("004/FR-001")).toMatchObject({ ok: false, fault });
  expect(graph.find("004-a/FR-001")).toMatchObject({ ok: true });
});

test("Kiro's numbered criteria are leaves, live when the tasks that name them are done", async () => {
  const text =
    "# Requirements\n\n### Requirement 1: Log in\n\n**User Story:** As a user I want in.\n\n#### Acceptance Criteria\n\n1. WHEN asked THEN the system SHALL answer\n2. IF wrong THEN the system SHALL refuse\n";
  const tasks = "- [x] 1. Answer\n  - _Requirements: 1.1_\n- [ ] 2. Refuse\n  - _Requirements: 1.2_\n";
  expect(
    await nodesOf({ ".kiro/specs/auth/requirements.md": text, ".kiro/specs/auth/tasks.md": tasks }),
  ).toEqual([
    "kiro:auth/1 requirement - planned ",
    "kiro:auth/1.1 scenario MUST live test",
    "kiro:auth/1.2 scenario MUST planned test",
  ]);
});

// covers trace: same-name-in-two-layouts
test("the same name in two layouts is ambiguous without the layout, and both are listed", async () => {
  const { graph } = await read({
    "openspec/specs/auth/spec.md": spec(requirement("Log in")),
    "specs/auth/spec.md": spec(requirement("Log in")),
  });
  expect(graph.find("auth/log-in")).toMatchObject({
    ok: false,
    fault: { code: "ambiguous_id", details: { candidates: ["openspec:auth/log-in", "spox:auth/log-in"] } },
  });
  expect(graph.find("spox:auth/log-in")).toMatchObject({ ok: true, value: { format: "spox" } });
});

// covers trace: two-scenarios-of-one-name
test("a second scenario of one name gets a number and is reported", async () => {
  const { graph, problems } = await read({
    "openspec/specs/a/spec.md": spec(requirement("R", scenario("Same") + scenario("Same", "else"))),
  });
  expect(graph.nodes.map(({ address }) => address).slice(1)).toEqual([
    "openspec:a/r#same",
    "openspec:a/r#same-2",
  ]);
  expect(problems).toMatchObject([{ rule: "scenario-duplicate", file: "openspec/specs/a/spec.md" }]);
});

// covers trace: names-in-any-script
test("names in any script have addresses, and those without letters get digits", async () => {
  const { graph } = await read({
    "openspec/specs/a/spec.md": spec(requirement("予約する") + requirement("🚢") + requirement("Größe")),
  });
  const items = graph.nodes.map(({ item }) => item);
  expect(items[0]).toBe("予約する");
  expect(items[1]).toMatch(/^x-[0-9a-f]{8}$/);
  expect(graph.resolve("a/Gr\u00f6\u00dfe".normalize("NFD")).kind).toBe(
    graph.resolve("a/Gr\u00f6\u00dfe").kind,
  );
});

test("a comment names a requirement for good", async () => {
  const text = spec(requirement("Any name", "", "It SHALL work.\n\n<!-- trace: reserve -->"));
  expect(await nodesOf({ "openspec/specs/a/spec.md": text })).toEqual([
    "openspec:a/reserve requirement MUST live test",
  ]);
});

// covers trace: unreadable-spec
test("an address in a file that is not UTF-8 is unknown, not wrong", async () => {
  const { graph } = await read({ "openspec/specs/a/spec.md": Buffer.from("# \xe9", "latin1") });
  expect(graph.resolve("a/log-in")).toMatchObject({
    kind: "unknown",
    document: { file: "openspec/specs/a/spec.md" },
  });
});

test("an address that is nearly right is answered with the right one", async () => {
  const { graph } = await read({ "openspec/specs/auth/spec.md": spec(requirement("Log in")) });
  expect(graph.find("auth/log-im")).toMatchObject({
    ok: false,
    fault: { remedy: "Did you mean `auth/log-in`?" },
  });
});

// covers trace: open-question
test("a question in a requirement is part of its text: it is shown, and its answer is another revision", async () => {
  const text = "# X\n\n- **FR-001**: It MUST count [NEEDS CLARIFICATION: passengers or places?]\n";
  const node = async (own: string) =>
    (await read({ "specs/001-x/spec.md": own })).graph.get("speckit:001/FR-001");
  const open = await node(text);
  expect(open?.questions?.join()).toContain("passengers or places?");
  expect(open?.needs).toEqual(["test"]);
  const answered = await node(text.replace(/\[NEEDS.*\]/, "passengers"));
  expect(answered?.questions ?? []).toEqual([]);
  expect(answered?.revision).not.toBe(open?.revision);
});
