import { specsToolset } from "../../src/changes/operations/toolset.ts";
import { parseArguments } from "../../src/operation/arguments.ts";
import type { Context } from "../../src/operation/context.ts";
import { type AnyOperation, commandOf } from "../../src/operation/operation.ts";
import { contextFor, createRuntime, perform } from "../../src/operation/runtime.ts";
import { worded } from "../../src/operation/surface.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { agentWith } from "./operations.ts";
import { temporaryTree } from "./temporary.ts";

export const someWhy = "## Why\n\nPeople cannot come back once they have left, which makes them sad.\n";
export const proposal = `# Change: A title\n\n${someWhy}\n## What Changes\n\n- Something\n`;
export const doneTasks = "## 1. Work\n\n- [x] 1.1 Do it\n";

/** A scenario that every rule accepts. */
export function scenario(name: string, then = "it works"): string {
  return `#### Scenario: ${name}\n\n- **WHEN** ${name} happens\n- **THEN** ${then}\n`;
}

export function requirement(name: string, ...scenarios: string[]): string {
  const parts = scenarios.length === 0 ? [scenario(`${name} works`)] : scenarios;
  return [`### Requirement: ${name}\n\nThe system SHALL do ${name}.\n`, ...parts].join("\n");
}

/** A spec that every rule accepts. */
export function spec(title: string, ...requirements: string[]): string {
  const purpose = `What ${title} is for, in a sentence that is long enough for the rules.`;
  return [`# ${title} Specification\n\n## Purpose\n\n${purpose}\n\n## Requirements\n`, ...requirements].join(
    "\n",
  );
}

/** The files of a change below a folder, ready to be archived. */
export function change(folder: string, deltas: Record<string, string>): Record<string, string> {
  const files = Object.entries(deltas).map(([name, text]) => [`${folder}/specs/${name}/spec.md`, text]);
  return {
    [`${folder}/proposal.md`]: proposal,
    [`${folder}/tasks.md`]: doneTasks,
    ...Object.fromEntries(files),
  };
}

export interface Place {
  readonly root: string;
  readonly context: Context;
  /** Calls an operation as a host would; a fault is given as it is. */
  readonly call: (operation: AnyOperation, args?: Record<string, unknown>) => Promise<Called>;
  /** Calls it with the arguments of its command, as a person would type them. */
  readonly type: (operation: AnyOperation, args?: Record<string, unknown>) => Promise<Called>;
}

/** What came over the wire: tests look into it freely, its shape having been checked by the output schema. */
type Answer = ReturnType<typeof JSON.parse>;
export interface Called {
  readonly ok: boolean;
  readonly value: Answer;
  readonly code: string | undefined;
  readonly message: string;
}

const surface = agentWith(specsToolset.operations);

/** A workspace that holds these files. */
export async function specPlace(files: Record<string, string | Uint8Array>): Promise<Place> {
  return openPlace(await temporaryTree(files));
}

export async function openPlace(root: string): Promise<Place> {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const clock = () => new Date("2026-11-15T12:00:00Z");
  const runtime = createRuntime({ workspace: workspace.value, log: () => {}, clock });
  const context = contextFor(runtime, { signal: new AbortController().signal, surface });
  return {
    root,
    context,
    call: (operation, args = {}) => call(operation, context, args),
    type: (operation, args = {}) => call(operation, context, typedInput(operation, args)),
  };
}

function typedInput(operation: AnyOperation, args: Record<string, unknown>): Record<string, unknown> {
  const view = commandOf(operation);
  const given = view?.input?.parse(args) ?? args;
  return view?.toInput?.(given) ?? given;
}

async function call(
  operation: AnyOperation,
  context: Context,
  args: Record<string, unknown>,
): Promise<Called> {
  const input = parseArguments(operation, args);
  const result = input.ok ? await perform(operation, context, input.value) : input;
  if (!result.ok) {
    const { code, message, remedy } = worded(result.fault, surface);
    return { ok: false, value: undefined, code, message: `${message} ${remedy}` };
  }
  const { output } = result.value;
  const checked = operation.output.parse(output);
  const value: Answer = JSON.parse(JSON.stringify(checked));
  return { ok: true, value, code: undefined, message: operation.text(checked, result.value.input, surface) };
}

export const bigDelta = `## ADDED Requirements

${requirement("Reset")}
## RENAMED Requirements

- FROM: \`### Requirement: Login\`
- TO: \`### Requirement: Sign in\`

## REMOVED Requirements

### Requirement: Logout

**Reason**: Nobody uses it
today.
**Migration:** Close the window.

## ADDED Requirements

${requirement("Second section")}`;

/** A spec, and a change that does everything that a delta can say. */
export const bigChange = {
  "openspec/specs/auth/spec.md": spec(
    "auth",
    requirement("Login"),
    requirement("Logout"),
    requirement("Other"),
  ),
  ...change("openspec/changes/big", { auth: bigDelta }),
  "openspec/changes/big/design.md": "# Design\n",
};
