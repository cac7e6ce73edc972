import type { LayoutChoice, NewFile } from "./layout-choice.ts";

/** The files of a layout for a repository with code of its own: folders, and a page that explains them. */
export function starterFiles(layout: LayoutChoice): readonly NewFile[] {
  switch (layout) {
    case "openspec":
      return [
        ["openspec/README.md", howTo("openspec/specs", "openspec/changes")],
        ["openspec/specs/.gitkeep", ""],
        ["openspec/changes/.gitkeep", ""],
      ];
    case "spox":
      return [
        [".spox/config.toml", spoxConfig],
        ["specs/README.md", howTo("specs", "specs/_changes")],
        ["specs/_changes/.gitkeep", ""],
      ];
    case "spec-kit":
      return [
        [".specify/memory/constitution.md", constitution],
        ["specs/.gitkeep", ""],
      ];
    case "specman":
      return [];
  }
}

export const spoxConfig = `[paths]
spec_folder = "specs"
changes_folder = "specs/_changes"
archive_folder = "specs/_archive"
`;

export const constitution = `# Principles

## I. Specification first

Write down behavior that a user can notice before you build it.

## II. Small steps

A task fits in a commit, and every commit passes the tests.

## III. Tests prove it

A requirement without a test is not done.
`;

function howTo(specs: string, changes: string): string {
  return `# Specifications

Each folder in \`${specs}/\` is one capability, described by its \`spec.md\`:

    # Sign-in

    ## Purpose

    Who can sign in, and how. One or two sentences that a newcomer understands.

    ## Requirements

    ### Requirement: Locked accounts

    The system SHALL lock an account after five wrong passwords.

    #### Scenario: The fifth wrong password

    - **WHEN** a fifth wrong password is entered
    - **THEN** the account is locked for an hour

Propose a change in \`${changes}/\`, review it, build it, then archive it, which merges it into the specs:

    hewto changes new add-locked-accounts --spec sign-in
    hewto changes validate add-locked-accounts
    hewto changes archive add-locked-accounts

\`hewto check\` validates all of it; \`hewto search\` finds it together with the code.
`;
}
