import type { NewFile } from "./layout-choice.ts";

/** One capability with two requirements. */
export const specText = `# Steeping

## Purpose

How long each tea steeps, and how much time is left, so that no cup turns bitter.

## Requirements

### Requirement: A plan for every tea

The timer SHALL know the steeping time and the temperature of green, black and herbal tea.

#### Scenario: Green tea

- **WHEN** green tea is chosen
- **THEN** it steeps 120 seconds at 75 degrees

#### Scenario: An unknown tea

- **WHEN** a tea is chosen that the timer does not know
- **THEN** the timer refuses it with an error that names it

### Requirement: Countdown

The timer SHALL show the whole seconds that are left, and SHALL stop at zero.

#### Scenario: While the cup steeps

- **GIVEN** green tea that was started 30 seconds ago
- **WHEN** the display is read
- **THEN** it shows 90

#### Scenario: A forgotten cup

- **GIVEN** green tea that was started ten minutes ago
- **WHEN** the display is read
- **THEN** it shows 0
`;

const proposal = `# Change: Second steep

## Why

Good green tea is steeped twice, and the second time needs longer. Today people guess.

## What Changes

- The plan for green tea has a second steep of 180 seconds.

## Impact

- Affected specs: steeping
- Affected code: src/steeping.js
`;

const tasks = `# Tasks

## 1. Implementation

- [x] 1.1 Agree on 180 seconds
- [ ] 1.2 Let \`steepingPlan\` take the number of the steep
- [ ] 1.3 Test the first and the second steep
`;

const delta = `## ADDED Requirements

### Requirement: Second steep

The timer SHALL steep the same green tea a second time for 180 seconds.

#### Scenario: The second cup

- **GIVEN** green tea that was steeped once
- **WHEN** it is chosen again
- **THEN** it steeps 180 seconds at 75 degrees
`;

/** A change that is under way: one task of three is done. */
export function changeFiles(folder: string): readonly NewFile[] {
  return [
    [`${folder}/proposal.md`, proposal],
    [`${folder}/tasks.md`, tasks],
    [`${folder}/specs/steeping/spec.md`, delta],
  ];
}
