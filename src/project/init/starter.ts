import type { LayoutChoice, NewFile } from "./layout-choice.ts";

/** The files that make a layout be there, in a repository that has its own code: folders, and a page that says how. */
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

Behaviour that a user can notice is written down before it is built.

## II. Small steps

A task fits a commit, and every commit passes the tests.

## III. Tests prove it

A requirement without a test counts as not built.
`;

function howTo(specs: string, changes: string): string {
  return `# Specifications

One folder below \`${specs}/\` is one capability, described by its \`spec.md\`:

    # Sign-in

    ## Purpose

    Who may enter, and how. A sentence or two that a newcomer understands.

    ## Requirements

    ### Requirement: Locked accounts

    The system SHALL refuse an account after five wrong passwords.

    #### Scenario: The fifth wrong password

    - **WHEN** a fifth wrong password is given
    - **THEN** the account is locked for an hour

A change is proposed below \`${changes}/\`, reviewed, built, and then archived, which merges it into the specs:

    hewto changes new add-locked-accounts --spec sign-in
    hewto changes validate add-locked-accounts
    hewto changes archive add-locked-accounts

\`hewto check\` validates all of it; \`hewto search\` finds it beside the code.
`;
}
