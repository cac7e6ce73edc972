const opening = `# {{title}}

Work on [{{target_name}}]({{target_link}}).

<!-- Read the target and all of its dependencies before you write anything else here. -->
`;

const closing = `
## Notes

<!-- Keep here whatever someone would need to go on from this point without any other memory: findings, dead ends, where you stopped. -->

## Decisions

<!-- Write down each decision with its reason when it is made. -->

## Next Steps

<!-- List what remains, the next thing first. Move longer lists to tasks.md in this folder. -->
`;

export const draftTemplate = `${opening}
## Intent

<!-- Say in a few sentences what the specification shall make possible, and for whom. -->

## Candidate Concepts

<!-- List the ideas that the specification will have to define, each with one sentence. -->

## Candidate Entities

<!-- List the data that these concepts speak about. -->

## Open Questions

<!-- List what must be answered by a person before the draft can be written. Stop and ask when an answer would change the concepts. -->
${closing}`;

export const revisionTemplate = `${opening}
## Reason for the Change

<!-- Say what is wrong or missing in the specification now, and how it showed. -->

## Conflicts

<!-- List every statement of the specification and of its dependencies that the change touches or contradicts. -->

## Adversarial Review

<!-- Argue against the change: which readers, implementations and dependents does it hurt, and how? -->

## Questions

<!-- Ask whatever only a person can decide. Do not edit the specification before each question has an answer. -->
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

<!-- Describe the parts that are new or changed, and how they fit what is there. -->

## Implementation Record

<!-- Note what was built, file by file, while it is built. -->

## Tests

<!-- For each constraint group name the test that ensures it, and put the validation tag at that test. -->

## Documentation

<!-- Note what changed in the implementation document. -->

## Verification

<!-- Read the compliance report of the implementation and note what it says. -->
${closing}`;

export const refTemplate = `${opening}
## Motivation

<!-- Say what is hard today because of how the code is shaped, with an example. -->

## Inventory and Risk

<!-- List the code that will move, who depends on it, and what could break unnoticed. -->

## Plan

<!-- List the steps, each leaving the tests green. Show the plan to a person and wait for agreement before the first step. -->

## Execution Record

<!-- Note each step when it is done, with its commit. -->

## Validation

<!-- Show that behaviour is unchanged: tests before and after, and the compliance report. -->
${closing}`;

export const fixTemplate = `${opening}
## Diagnosis

<!-- Describe the defect: what happens, what should happen by which statement of the specification, and where the cause is. -->

## Existing Coverage

<!-- Name the tests that should have caught it, and why they did not. -->

## Failing Test

<!-- Add a test that fails because of the defect before you change anything, and name it here. -->

## Correction

<!-- Describe the smallest change that makes the test pass. -->

## Validation

<!-- Show that the new test and all others pass, and that nothing else changed. -->
${closing}`;
