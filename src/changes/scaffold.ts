import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { shownId } from "../specs/ids.ts";
import type { Layout } from "../specs/layouts.ts";
import { joinPath, literalPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { WritePlan } from "../workspace/write/plan.ts";
import { below } from "./library.ts";

export interface Scaffold {
  readonly plan: WritePlan;
  readonly path: WorkspacePath;
  readonly files: readonly WorkspacePath[];
}

/** Where a change goes in a workspace that has no specs yet: Spec Oxide's default. */
const firstLayout: Pick<Layout, "changes"> = { changes: literalPath("specs/_changes") };

export interface ChangeDraft {
  readonly name: string;
  readonly capabilities: readonly string[];
  /** Whether a spec does not exist yet. */
  readonly isNew: (capability: string) => boolean;
  /** Documents of a schema of the project, by name; undefined for ours. */
  readonly templates?: SchemaTemplates | undefined;
  /** The text of `.openspec.yaml`. */
  readonly metadata?: string | undefined;
  /** Only the metadata: the documents are written one by one, as their instructions say. */
  readonly isEmpty?: boolean;
}

export interface SchemaTemplates {
  readonly documents: readonly { readonly name: string; readonly text: string }[];
  /** For the delta of each capability. */
  readonly delta: string | undefined;
}

/** The documents of a new change, for a person or an agent to fill in. */
export function planChange(layout: Layout | undefined, draft: ChangeDraft): Result<Scaffold> {
  const { name, capabilities, isNew, templates, metadata } = draft;
  if (!isChangeName(name)) return badName(name);
  const path = below((layout ?? firstLayout).changes, name);
  const texts: [path: WorkspacePath, text: string][] = [];
  if (metadata !== undefined) texts.push([below(path, ".openspec.yaml"), metadata]);
  const documents = templates?.documents ?? [
    { name: "proposal.md", text: proposal(name, capabilities) },
    { name: "tasks.md", text: tasks() },
  ];
  for (const document of draft.isEmpty ? [] : documents) {
    const file = joinPath(path, ...document.name.split("/"));
    if (!file.ok) return file;
    texts.push([file.value, document.text]);
  }
  for (const capability of capabilities) {
    const file = joinPath(below(path, "specs"), capability, "spec.md");
    if (!file.ok) return file;
    texts.push([file.value, templates?.delta ?? delta(isNew(capability))]);
  }
  const edits = texts.map(
    ([file, content]) => ({ kind: "write", path: file, content, expect: "absent" }) as const,
  );
  return ok({ plan: { label: `new change ${name}`, edits }, path, files: texts.map(([file]) => file) });
}

/** What OpenSpec accepts as the id of a change. */
export function isChangeName(name: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 200;
}

function badName(name: string): Result<never> {
  const message = `\`${shownId(name)}\` cannot be the id of a change.`;
  const remedy = "Use lowercase letters, digits and single hyphens, verb first: `add-login`.";
  return fail(fault("invalid_argument", message, remedy, { subject: { argument: "name" } }));
}

function proposal(name: string, capabilities: readonly string[]): string {
  const words = name.replaceAll("-", " ");
  const affected =
    capabilities.length === 0 ? "- Affected specs:" : `- Affected specs: ${capabilities.join(", ")}`;
  return [
    `# Change: ${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    "## Why\n\n<!-- The problem or the opportunity, in a sentence or two. -->",
    "## What Changes\n\n- ",
    `## Impact\n\n${affected}\n- Affected code:`,
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function tasks(): string {
  return "# Tasks\n\n## 1. Implementation\n\n- [ ] 1.1 \n";
}

/** A new spec gets its purpose from the change that creates it. */
function delta(isNew: boolean): string {
  const purpose = isNew
    ? "## Purpose\n\n<!-- What this capability is for, in a sentence or two. -->\n\n"
    : "";
  return `${purpose}## ADDED Requirements

### Requirement: <name>

The system SHALL …

#### Scenario: <name>

- **WHEN** …
- **THEN** …
`;
}
