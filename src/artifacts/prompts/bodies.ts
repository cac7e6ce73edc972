import { type WorkTypeName, workTypeFacts } from "../model/work-types.ts";
import type { PromptSpec } from "./catalog.ts";

/** The data that a prompt is generated from. */
export interface PromptFacts {
  /** The handle of the target; empty if there is none. */
  readonly handle: string;
  /** The target's name. */
  readonly name: string;
  readonly path: string;
  readonly exists: boolean;
}

/** The instructions of a prompt, without the common closing block. */
export function promptBody(spec: PromptSpec, target: PromptFacts): string[] {
  switch (spec.name) {
    case "spec":
      return newSpecification;
    case "impl":
      return newImplementation(target);
    case "spec-update":
    case "impl-update":
      return changeDocument(spec, target);
    case "scratch-update":
      return continuePad(target);
    case "migration":
      return migration(target);
    case "compliance":
      return compliance(target);
    default:
      return newPad(spec.workType ?? "draft", target);
  }
}

const itsDependencies = "all of its dependencies, direct and transitive";
const theirDependencies = "all of their dependencies, direct and transitive";

const newSpecification = [
  "Write a new specification.",
  "",
  "1. If you do not know, ask what the specification should make possible, for whom, and what is out of scope.",
  `2. Call list_specifications. Read every specification that the new one builds on, and ${theirDependencies}, before you write anything.`,
  "3. Call create_artifact with kind `specification`, a name of at most four lowercase words without verbs, a title, and the dependencies.",
  "4. Fill in the document from top to bottom. State requirements in constraint groups under each concept and entity. Do not describe the implementation.",
  "5. Call workspace_status and fix what it finds.",
];

function newImplementation({ handle }: PromptFacts): string[] {
  return [
    `Write the implementation document for ${handle}.`,
    "",
    `1. Read ${handle} and ${itsDependencies} before you write anything.`,
    "2. Find the code: its root folder, language and libraries.",
    `3. Call create_artifact with kind \`implementation\`, target ${handle}, a name that includes the technology, and the location of the code.`,
    "4. Describe each concept and entity under a heading that links to it, with its signatures in a fenced code block.",
    "5. Put a validation tag such as `[ENSURES: concept-x.rules:TEST]` next to the test or check that ensures each constraint group.",
    "6. Call compliance_report and workspace_status and fix what they find.",
  ];
}

function changeDocument(spec: PromptSpec, { handle }: PromptFacts): string[] {
  const isSpec = spec.artifactClass === "specification";
  return [
    `Change ${handle}.`,
    "",
    `1. Read ${handle} and ${itsDependencies} before you change anything; call dependency_tree to see what depends on it.`,
    isSpec
      ? "2. Say which headings and constraint groups change, and which implementations that affects. For more than a correction, open a revision scratch pad first."
      : "2. Read its governing specification. Say which headings change, and open a feat, ref or fix scratch pad for anything beyond the text.",
    "3. Edit the Markdown body in place. Change the front matter only with update_artifact.",
    "4. Increase the version with the op set_version, following semantic versioning.",
    "5. Call workspace_status and fix what it finds.",
  ];
}

function newPad(workType: WorkTypeName, { handle, exists }: PromptFacts): string[] {
  const { headingsKey, purpose } = workTypeFacts[workType];
  const headings =
    headingsKey === undefined ? "" : `, with ${headingsKey} naming the headings that the work covers`;
  return [
    `Open a scratch pad of work type ${workType} for ${handle}: ${purpose}.`,
    "",
    exists
      ? `1. Read ${handle}, its governing specification if it has one, and ${theirDependencies}, before you write anything.`
      : `1. ${handle} does not exist yet. Read the specifications that it will depend on, and ${theirDependencies}, before you write anything.`,
    `2. Call create_artifact with kind \`scratch_pad\`, target ${handle} and work_type ${workType}${headings}.`,
    "3. Do the work in the order of the scratch pad's sections. Keep its Notes up to date, so that someone else can continue the work.",
    "4. If a section says to ask a person, ask and wait for the answer.",
    "5. Call workspace_status when you are done.",
  ];
}

function continuePad({ handle }: PromptFacts): string[] {
  return [
    `Continue the work in ${handle}.`,
    "",
    `1. Read ${handle} and its notes, then its target, the target's specification and ${theirDependencies}, before you change anything.`,
    "2. Do the next step. Record findings in Notes, and decisions with their reasons in Decisions.",
    "3. Change the front matter only with update_artifact. The target cannot be changed.",
    "4. When nothing is left to do, say so and propose deleting the scratch pad with delete_artifact.",
  ];
}

function migration({ handle, name, path, exists }: PromptFacts): string[] {
  return [
    `Migrate existing code, which has no SpecMan artifacts, into ${handle} (${path}) and an implementation document.`,
    "",
    `Before any analysis, open a new scratch pad for ${handle}: call create_artifact with kind \`scratch_pad\`, target ${handle} and work_type {"draft": {}}. It is stored at .specman/scratchpad/{name}/scratch.md. Keep all findings there.`,
    exists
      ? `${handle} exists: read it and ${itsDependencies} before you change it.`
      : `${handle} does not exist yet: read the specifications that it will depend on, and ${theirDependencies}.`,
    "",
    "Then work through these phases in this order, and check off each one in the scratch pad when it is done:",
    "",
    "- [ ] Phase 1: enumerate the source files to be scanned, and list them in the scratch pad.",
    "- [ ] Phase 2: read the code base and extract candidate concepts, entities and constraints, each with its file and line.",
    `- [ ] Phase 3: draft or update the specification ${handle} from those findings${exists ? "" : ` (create_artifact with kind \`specification\` and name \`${name}\`)`}.`,
    "- [ ] Phase 4: only after the specification draft exists, generate the implementation documentation (create_artifact with kind `implementation`).",
  ];
}

function compliance({ handle, name }: PromptFacts): string[] {
  return [
    `Find out which constraints ${handle} does not ensure, and plan how to ensure them.`,
    "",
    `1. Read ${handle}, its governing specification and ${theirDependencies} first.`,
    `2. Retrieve the compliance report from ${handle}/compliance.`,
    "3. If every constraint group is ensured (covered), say so and stop.",
    "4. If any constraints are not ensured:",
    `   1. Create a \`ref\` (refactor) scratch pad for the implementation: create_artifact with kind \`scratch_pad\`, target ${handle} and work_type {"ref": {"refactored_headings": []}}.`,
    "   2. Detail in the scratch pad all constraint groups that are not assured, each with its specification and its statements.",
    "   3. Give instructions in the scratch pad on how to create the necessary tests or checks for each of them.",
    `   4. Give instructions in the scratch pad on how to add the required validation tags, such as \`[ENSURES: concept-x.rules:TEST]\`, below the location of ${name}, to confirm compliance in the next iteration.`,
  ];
}
