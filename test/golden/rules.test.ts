import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

const movedSpec = `# twice Specification

## Purpose
A spec whose requirements are in two sections, as some tools leave it behind.

## Requirements

### Requirement: One
The system SHALL do one.

#### Scenario: A
- **WHEN** a
- **THEN** b

#### Scenario: B
- **WHEN** b
- **THEN** quite another thing

#### Scenario: C
- **WHEN** c
- **THEN** d

### Requirement: Two
The system SHALL do two, and more.

#### Scenario: A
- **WHEN** a
- **THEN** b
`;

/** What a person sees, read once by a person. */
const sessions = {
  "rules-of-specs": [
    of("hewto specs validate"),
    of("hewto specs validate places --json"),
    of("hewto specs validate --strict --profile spox"),
    of("hewto specs show places"),
  ],
  "rules-of-changes": [
    of("hewto changes validate"),
    of("hewto changes validate --profile spox"),
    of("hewto changes validate rename-scenario --json"),
    of("hewto changes show rename-scenario --diff"),
    of("hewto changes archive rename-scenario"),
    of("cat openspec/specs/twice/spec.md"),
    of("hewto changes validate edit-one"),
    of("hewto changes archive skip-and-delta"),
    of("hewto changes fix odd-entries"),
  ],
  "rules-of-moved-specs": [
    ["write", "openspec/specs/twice/spec.md", movedSpec],
    of("git commit -qam Moved"),
    of("hewto changes validate edit-one"),
    of("hewto changes validate remove-two"),
    of("hewto changes validate rename-scenario"),
    of("hewto changes archive edit-one"),
    of("cat openspec/specs/twice/spec.md"),
    of("hewto changes archive remove-two"),
    of("hewto changes rebase remove-two"),
    of("hewto changes archive remove-two"),
    of("cat openspec/specs/twice/spec.md"),
    of("hewto changes undo edit-one"),
    of("hewto changes undo remove-two"),
    of("git status --short"),
  ],
};

describe("rules that real projects seldom break", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("rules", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});
