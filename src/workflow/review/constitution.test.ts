import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { OWN_TEMPLATE, resolveTemplate } from "../templates/resolve.ts";
import { newConstitution, parsePrinciple } from "./constitution.ts";

const principles = ["Test first: tests come before code", "Small steps: one change at a time"].flatMap(
  (each) => parsePrinciple(each) ?? [],
);

const stock = `# [PROJECT_NAME] Constitution
<!-- Example: a name -->

## Core Principles

### [PRINCIPLE_1_NAME]
<!-- Example: I. Something first -->
[PRINCIPLE_1_DESCRIPTION]
<!-- Example: what it asks -->

### [PRINCIPLE_2_NAME]

[PRINCIPLE_2_DESCRIPTION]

## [SECTION_2_NAME]
<!-- Example: Security -->

[SECTION_2_CONTENT]

## Releases

Every release has the approval of [RELEASE_OWNER]. See [the guide](docs/guide.md) and [RFC2119][1].

## Governance

[GOVERNANCE_RULES]

**Version**: [CONSTITUTION_VERSION] | **Ratified**: [RATIFICATION_DATE] | **Last Amended**: [LAST_AMENDED_DATE]
<!-- Example: Version: 2.1.1 -->
`;

test("a constitution follows the project's template: samples are replaced, its own sections stay", () => {
  const text = newConstitution(stock, "Ferry", principles, "2026-01-02");
  expect(text).toContain(
    "# Ferry Constitution\n\n## Core Principles\n\n### I. Test first\n\nTests come before code.\n\n### II. Small steps\n\nOne change at a time.\n\n## Releases\n",
  );
  expect(text).toContain("the approval of TODO(RELEASE_OWNER): fill in.");
  expect(text).toContain("[the guide](docs/guide.md) and [RFC2119][1]");
  expect(text).toContain("**Version**: 1.0.0 | **Ratified**: 2026-01-02 | **Last Amended**: 2026-01-02\n");
  expect(text).not.toMatch(/Example|SECTION_2|PRINCIPLE_/);
});

test("principles follow those that the template itself has, and the version line is added if it lacks one", () => {
  const template =
    "# [PROJECT_NAME] Constitution\r\n\r\n## Core Principles\r\n\r\n### I. Audited\r\n\r\nYes.\r\n\r\n## Governance\r\n\r\nOurs.\r\n";
  expect(newConstitution(template, "Ferry", principles.slice(0, 1), "2026-01-02")).toContain(
    "### I. Audited\n\nYes.\n\n### II. Test first\n\nTests come before code.\n\n## Governance\n\nOurs.\n\n**Version**: 1.0.0",
  );
});

test("brackets in a principle are not taken for placeholders", () => {
  const [principle] = [parsePrinciple("Tags: every log line has [LEVEL] first")].flatMap(
    (each) => each ?? [],
  );
  expect(newConstitution(stock, "Ferry", principle ? [principle] : [], "2026-01-02")).toContain(
    "Every log line has [LEVEL] first.",
  );
});

test("a template without the section gets it", () => {
  expect(newConstitution("# [PROJECT_NAME]\n\nText.", "Ferry", principles, "2026-01-02")).toContain(
    "# Ferry\n\nText.\n\n## Core Principles\n\n### I. Test first\n",
  );
});

test("the constitution template of the project comes before ours", async () => {
  const name = "constitution-template";
  const root = await temporaryTree({ [`.specify/templates/${name}.md`]: stock });
  expect(await resolveTemplate({ root }, name)).toMatchObject({ text: stock });
  expect((await resolveTemplate({ root: await temporaryTree({}) }, name)).source).toBe(OWN_TEMPLATE);
});
