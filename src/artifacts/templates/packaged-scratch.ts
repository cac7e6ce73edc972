const opening = `# {{title}}

Work on [{{target_name}}]({{target_link}}).

<!-- Read the target and all of its dependencies before you write anything else here. -->
`;

const closing = `
## Notes

<!-- Keep everything here that someone else needs to continue the work: findings, dead ends, where you stopped. -->

## Decisions

<!-- Record each decision and its reason when it is made. -->

## Next Steps

<!-- List what remains to be done, the next step first. Move longer lists to tasks.md in this folder. -->
`;

export const draftTemplate = `${opening}
## Intent

<!-- Say in a few sentences what the specification should make possible, and for whom. -->

## Candidate Concepts

<!-- List the ideas that the specification has to define, each with one sentence. -->

## Candidate Entities

<!-- List the data that these concepts use. -->

## Open Questions

<!-- List the questions that a person must answer before the draft can be written. Stop and ask if an answer would change the concepts. -->
${closing}`;

export const revisionTemplate = `${opening}
## Reason for the Change

<!-- Say what is wrong or missing in the specification, and how it was noticed. -->

## Conflicts

<!-- List every statement in the specification and its dependencies that the change affects or contradicts. -->

## Adversarial Review

<!-- Argue against the change: which readers, implementations and dependents does it hurt, and how? -->

## Questions

<!-- List the questions that only a person can decide. Do not edit the specification before each one is answered. -->
${closing}`;

export const featTemplate = `${opening}
## Flow

- [ ] Phase 0: scope
- [ ] Phase 1: design
- [ ] Phase 2: implementation
- [ ] Phase 3: tests
- [ ] Phase 4: documentation
- [ ] Phase 5: verification

## Scope

<!-- Name the concepts and constraint groups that the feature delivers, and what it leaves out. -->

## Design

<!-- Describe the new and changed parts, and how they fit the existing code. -->

## Implementation Record

<!-- Record what you build, file by file, as you go. -->

## Tests

<!-- For each constraint group, name the test that ensures it and add the validation tag to that test. -->

## Documentation

<!-- Record what changed in the implementation document. -->

## Verification

<!-- Read the compliance report of the implementation and record the result. -->
${closing}`;

export const refTemplate = `${opening}
## Motivation

<!-- Say what the current structure of the code makes hard, with an example. -->

## Inventory and Risk

<!-- List the code that will change, what depends on it, and what could break unnoticed. -->

## Plan

<!-- List the steps; the tests must pass after each one. Show the plan to a person and wait for approval before the first step. -->

## Execution Record

<!-- Record each step when it is done, with its commit. -->

## Validation

<!-- Show that behavior is unchanged: tests before and after, and the compliance report. -->
${closing}`;

export const fixTemplate = `${opening}
## Diagnosis

<!-- Describe the defect: what happens, what should happen according to which statement of the specification, and what causes it. -->

## Existing Coverage

<!-- Name the tests that should have caught it, and why they did not. -->

## Failing Test

<!-- Add a test that fails because of the defect before you change anything, and name it here. -->

## Correction

<!-- Describe the smallest change that makes the test pass. -->

## Validation

<!-- Show that the new test and all others pass, and that nothing else changed. -->
${closing}`;
