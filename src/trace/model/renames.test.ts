import { expect, test } from "vitest";
import { readSpec } from "../../specs/read.ts";
import { defaultVocabulary } from "../../specs/vocabulary.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { openspecNodes } from "../formats/openspec.ts";
import { compareNodes } from "./renames.ts";

function nodes(spec: string, requirements: string) {
  const text = `# A\n\n## Requirements\n\n${requirements}`;
  const file = literalPath(`openspec/specs/${spec}/spec.md`);
  const place = { format: "openspec", spec, specAddress: spec, file } as const;
  return openspecNodes(place, readSpec(text), defaultVocabulary).nodes;
}
const requirement = (name: string, scenarios = "", text = "It SHALL work.") =>
  `### Requirement: ${name}\n\n${text}\n\n${scenarios}`;
const scenario = (name: string, then = "it is done") =>
  `#### Scenario: ${name}\n\n- **WHEN** asked\n- **THEN** ${then}\n\n`;
const pairs = (renames: readonly { from: { address: string }; to: { address: string } }[]) =>
  renames.map(({ from, to }) => `${from.address} → ${to.address}`);

// covers trace: renamed-heading
test("another heading over the same text is a rename, with all scenarios under it", () => {
  const changes = compareNodes(
    nodes("a", requirement("Old", scenario("One"))),
    nodes("a", requirement("New", scenario("One"))),
  );
  expect(pairs(changes.renamed)).toEqual([
    "openspec:a/old → openspec:a/new",
    "openspec:a/old#one → openspec:a/new#one",
  ]);
  expect(changes).toMatchObject({ removed: [], added: [], moved: [] });
});

// covers trace: renamed-and-changed
test("another heading over another text is removed and added, with the nearest name proposed", () => {
  const changes = compareNodes(
    nodes("a", requirement("Old name", "", "The gate SHALL close at night for all who have no pass.")),
    nodes("a", requirement("New name", "", "The gate SHALL close at noon for all who have no pass.")),
  );
  expect(changes.renamed).toEqual([]);
  expect(pairs(changes.proposed)).toEqual(["openspec:a/old-name → openspec:a/new-name"]);
});

// covers trace: moved-spec
test("a spec that moves to another folder is one move, not one for each requirement", () => {
  const text = requirement("One", scenario("S")) + requirement("Two", "", "It SHALL too.");
  const changes = compareNodes(nodes("auth", text), nodes("platform/auth", text));
  expect(changes.movedSpecs).toEqual([{ from: "openspec:auth", to: "openspec:platform/auth", count: 3 }]);
  expect(changes).toMatchObject({ removed: [], added: [] });
});

// covers trace: moved-scenario
test("a scenario that moves to another requirement keeps its identity only with its name and text", () => {
  const before =
    requirement("One", scenario("S", "one") + scenario("T", "two")) +
    requirement("Two", scenario("U", "three"), "It SHALL too.");
  const same =
    requirement("One", scenario("T", "two")) +
    requirement("Two", scenario("U", "three") + scenario("S", "one"), "It SHALL too.");
  expect(pairs(compareNodes(nodes("a", before), nodes("a", same)).renamed)).toEqual([
    "openspec:a/one#s → openspec:a/two#s",
  ]);
  const renamed = same.replace("Scenario: S", "Scenario: V");
  expect(compareNodes(nodes("a", before), nodes("a", renamed)).renamed).toEqual([]);
});

// covers trace: two-scenarios-of-one-name
test("two scenarios of one name that change places are both moved", () => {
  const before = requirement("R", scenario("Same", "one") + scenario("Same", "two"));
  const after = requirement("R", scenario("Same", "two") + scenario("Same", "one"));
  expect(pairs(compareNodes(nodes("a", before), nodes("a", after)).moved)).toEqual([
    "openspec:a/r#same → openspec:a/r#same",
    "openspec:a/r#same-2 → openspec:a/r#same-2",
  ]);
});

// covers trace: renumbered
test("an id that takes the text of another is reported as renumbered", () => {
  const before = requirement("R", scenario("Two", "two") + scenario("Three", "three"));
  const after = requirement("R", scenario("Two", "three"));
  const changes = compareNodes(nodes("a", before), nodes("a", after));
  expect(pairs(changes.renumbered)).toEqual(["openspec:a/r#three → openspec:a/r#two"]);
  expect(changes.removed.map(({ address }) => address)).toEqual(["openspec:a/r#three"]);
});
