/** Our own templates, used where a project brings none. Sections that a step fills are replaced whole. */
export const ownTemplates = {
  "spec-template": `# Feature Specification: [FEATURE NAME]

**Feature Branch**: \`[###-feature-name]\`
**Created**: [DATE]
**Status**: Draft
**Input**: $ARGUMENTS

## User Scenarios & Testing *(mandatory)*

<!-- One heading for each story, the most valuable first; each can be built, tested and shown alone. -->

## Requirements *(mandatory)*

### Functional Requirements

### Key Entities

## Success Criteria *(mandatory)*

### Measurable Outcomes

## Assumptions
`,
  "plan-template": `# Implementation Plan: [FEATURE]

**Branch**: \`[###-feature-name]\` | **Date**: [DATE] | **Spec**: [spec.md](spec.md)

## Summary

## Technical Context

## Constitution Check

## Project Structure

## Complexity Tracking
`,
  "tasks-template": `# Tasks: [FEATURE NAME]

**Input**: the documents of \`[###-feature-name]\`
**Prerequisites**: plan.md and spec.md; research.md, data-model.md and contracts/ where they exist
**Format**: \`- [ ] ID [P] [Story] Description with path\`; [P] may run beside its neighbours
`,
  "checklist-template": `# Specification Quality Checklist: [FEATURE NAME]

**Purpose**: Is the specification complete enough to plan from?
**Created**: [DATE]
**Feature**: [spec.md](../spec.md)
`,
} as const;

export type TemplateName = keyof typeof ownTemplates;
