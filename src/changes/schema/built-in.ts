import type { WorkflowSchema } from "./schema.ts";

const proposal = `Say why the change is needed, before anyone says how.

- **Why**: the problem or the opportunity, in one or two sentences (at least 50 characters).
- **What Changes**: a list; mark what breaks callers with **BREAKING**.
- **Capabilities**: the specs that the change touches. Read the existing specs first and reuse their names.
  - **New Capabilities**: each gets \`specs/<name>/spec.md\` in the change; names in kebab-case.
  - **Modified Capabilities**: existing specs whose requirements change. Leave it empty if none does.
- **Impact**: affected code, interfaces and dependencies.

A change that alters no behavior (a refactoring, tooling, documentation) has no deltas: set \`skip_specs: true\` in its \`.openspec.yaml\` instead of inventing a requirement.`;

const specs = `Write one delta per capability of the proposal: \`specs/<capability>/spec.md\`. A spec says what can be observed from outside; names of classes and steps of the implementation belong in the design.

Sections: \`## ADDED Requirements\`, \`## MODIFIED Requirements\`, \`## REMOVED Requirements\`, \`## RENAMED Requirements\`.

- \`### Requirement: <name>\`, then what SHALL or MUST hold, then at least one \`#### Scenario: <name>\` (four hashes) with **WHEN** and **THEN**.
- MODIFIED replaces the whole requirement: copy it from the current spec with all its scenarios, then edit. The name must be the same.
- REMOVED gives \`**Reason**:\` and \`**Migration**:\`. RENAMED has a pair of lines \`- FROM: \\\`### Requirement: Old\\\`\` and \`- TO: \\\`### Requirement: New\\\`\`.
- A delta for a new capability begins with \`## Purpose\`: what the capability is for, in at least 50 characters. A delta for an existing one has none.`;

const design = `Say how the change is built, where that is not obvious: it crosses several modules, adds a dependency, changes stored data, or has risks. Otherwise keep it to a few lines.

- **Context**: what of the current state matters here. Refer to the proposal instead of repeating it.
- **Goals / Non-Goals**
- **Decisions**: each with its reason and the alternatives.
- **Risks / Trade-offs**: each with what is done about it.
- **Open Questions**: only those whose answer changes neither the specs nor the tasks. Ask about the others now.`;

const tasks = `Break the work into tasks that can be checked off.

- Group them under numbered headings (\`## 1. Setup\`); each task is \`- [ ] 1.1 What to do\`.
- Order them by dependency; each fits in one session.
- Each says how to see that it is done: a test, a command, something that can be observed.
- Tests and documentation belong to the group whose work they cover, not at the end.`;

const apply = `Read the context files, then do the open tasks in their order. Check each box as soon as its task is done and verified.
Stop and ask when a task is unclear or something blocks it.`;

/** OpenSpec's default workflow, with guidance of our own. */
export const builtInSchema: WorkflowSchema = {
  name: "spec-driven",
  version: 1,
  description: "Proposal, then specs and design, then tasks",
  artifacts: [
    {
      id: "proposal",
      generates: "proposal.md",
      description: "Why the change is needed and what it changes",
      template: "proposal.md",
      instruction: proposal,
      requires: [],
    },
    {
      id: "specs",
      generates: "specs/**/*.md",
      description: "The requirements that the change adds, modifies, removes or renames",
      template: "spec.md",
      instruction: specs,
      requires: ["proposal"],
    },
    {
      id: "design",
      generates: "design.md",
      description: "How the change is built",
      template: "design.md",
      instruction: design,
      requires: ["proposal"],
    },
    {
      id: "tasks",
      generates: "tasks.md",
      description: "The work as a list of tasks",
      template: "tasks.md",
      instruction: tasks,
      requires: ["specs", "design"],
    },
  ],
  apply: { requires: ["tasks"], tracks: "tasks.md", instruction: apply },
};

/** By artifact. */
export const builtInTemplates: Readonly<Record<string, string>> = {
  proposal: `# Change: <!-- title -->

## Why

<!-- The problem or the opportunity, in a sentence or two. -->

## What Changes

- <!-- what changes -->

## Capabilities

### New Capabilities

- \`<name>\`: <!-- what it covers -->

### Modified Capabilities

- \`<name>\`: <!-- which requirement changes -->

## Impact

- Affected code: <!-- files, interfaces, dependencies -->
`,
  specs: `## Purpose

<!-- Only for a new capability: what it is for, in a sentence or two. -->

## ADDED Requirements

### Requirement: <name>

The system SHALL …

#### Scenario: <name>

- **WHEN** …
- **THEN** …
`,
  design: `# Design

## Context

## Goals / Non-Goals

## Decisions

## Risks / Trade-offs

## Open Questions
`,
  tasks: `# Tasks

## 1. <!-- group -->

- [ ] 1.1 <!-- what to do, and how to see that it is done -->
`,
};
