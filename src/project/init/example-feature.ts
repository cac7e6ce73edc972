import type { NewFile } from "./layout-choice.ts";

const spec = `# Feature Specification: Second steep

**Feature Branch**: \`001-second-steep\`
**Status**: Draft

## User Scenarios & Testing

### User Story 1 - A second cup (Priority: P1)

Someone steeps the same green tea again and wants it as good as the first time.

**Acceptance Scenarios**:

1. **Given** green tea that was steeped once, **When** it is chosen again, **Then** it steeps 180 seconds.

## Requirements

### Functional Requirements

- **FR-001**: The timer MUST steep green tea 120 seconds the first time.
- **FR-002**: The timer MUST steep the same green tea 180 seconds the second time.
- **FR-003**: The timer MUST refuse an unknown tea with an error that names it.

## Success Criteria

- **SC-001**: People steep the second cup without another clock.
`;

const plan = `# Implementation Plan: Second steep

**Branch**: \`001-second-steep\` | **Spec**: [spec.md](spec.md)

## Summary

\`steepingPlan\` takes the number of the steep in addition to the name of the tea.

## Technical Context

**Language/Version**: JavaScript on Node 20 or newer
**Testing**: node --test
`;

const tasks = `# Tasks: Second steep

## Phase 1: Tests first

- [x] T001 Test the first steep in test/steeping.test.js
- [ ] T002 Test the second steep in test/steeping.test.js

## Phase 2: Implementation

- [ ] T003 Let \`steepingPlan\` take the number of the steep in src/steeping.js
`;

/** A feature that is planned and started. */
export function featureFiles(folder: string): readonly NewFile[] {
  return [
    [`${folder}/spec.md`, spec],
    [`${folder}/plan.md`, plan],
    [`${folder}/tasks.md`, tasks],
  ];
}
