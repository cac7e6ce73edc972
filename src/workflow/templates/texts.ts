/** Our own templates, for projects that have none. A step replaces each section that it fills. */
export const ownTemplates = {
  "spec-template": `# Feature Specification: [FEATURE NAME]

**Feature Branch**: \`[###-feature-name]\`
**Created**: [DATE]
**Status**: Draft
**Input**: $ARGUMENTS

## User Scenarios & Testing *(mandatory)*

<!-- One heading per story, the most valuable first. Each story can be built, tested and demoed on its own. -->

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

**Input**: Documents in \`[###-feature-name]\`
**Prerequisites**: plan.md and spec.md; research.md, data-model.md and contracts/ if present
**Format**: \`- [ ] ID [P] [Story] Description with path\`; [P] marks tasks that can run in parallel
`,
  "checklist-template": `# Specification Quality Checklist: [FEATURE NAME]

**Purpose**: Check that the specification is complete enough to plan from
**Created**: [DATE]
**Feature**: [spec.md](../spec.md)
`,
  "constitution-template": `# [PROJECT_NAME] Constitution

## Core Principles

### [PRINCIPLE_1_NAME]

[PRINCIPLE_1_DESCRIPTION]

## Governance

[GOVERNANCE_RULES]

**Version**: [CONSTITUTION_VERSION] | **Ratified**: [RATIFICATION_DATE] | **Last Amended**: [LAST_AMENDED_DATE]
`,
} as const;

export type TemplateName = keyof typeof ownTemplates;
