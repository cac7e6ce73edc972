import { join } from "node:path";
import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import { withLock } from "../../workspace/write/locks/lock.ts";
import { fileLocks } from "../locate/specman-workspace.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import { type ArtifactKind, artifactKinds, kindFacts } from "../model/kinds.ts";
import { purgeCache } from "./remote.ts";
import { followPointer, Provenance, readPointer, resolveTemplate, type TemplateSources } from "./resolve.ts";
import {
  overridesFor,
  type Pointer,
  packagedKey,
  pointerOf,
  scenariosOf,
  templateFolder,
} from "./scenario.ts";

/** The result of a change to a pointer file, and the template that is in effect now. */
export const PointerReport = z.object({
  kind: z.enum(artifactKinds),
  pointer: z.string(),
  locator: z.string(),
  action: z.enum(["set", "unchanged", "removed"]),
  effective: Provenance,
  search_order: z.array(z.string()).readonly(),
  purged: z.array(z.string()).readonly().describe("Cached copies that were removed."),
});
export type PointerReport = z.infer<typeof PointerReport>;

/** Points the templates of a kind at a file or URL, after checking that it can be used. */
export async function setPointer(
  sources: TemplateSources,
  kind: ArtifactKind,
  locator: string,
): Promise<Result<PointerReport>> {
  const pointer = pointerOf(kind);
  const text = locator.trim();
  if (text === "") return emptyLocator(pointer);
  return withPointerLock(sources, pointer, async () => {
    const before = await readPointer(sources.workspace, pointer);
    const [scenario] = scenariosOf(kind);
    if (scenario === undefined) throw new Error(`No scenario for ${kind}.`);
    const usable = await followPointer(sources, scenario, pointer, text);
    if (!usable.ok) return usable;
    // An existing pointer survives an outage of its server, but a new pointer must work.
    if (usable.value.provenance.degraded === true)
      return unreachable(text, usable.value.provenance.reason ?? "");
    const old = before.ok ? before.value : undefined;
    if (old === text) return report(sources, kind, text, "unchanged", []);
    const path = literalPath(`${templateFolder}/${pointer}`);
    const edits = [{ kind: "write" as const, path, content: `${text}\n`, expect: "any" as const }];
    const written = await commit(
      sources.workspace,
      { label: `set ${pointer}`, edits },
      { lockDirectory: fileLocks },
    );
    if (!written.ok) return inConcept("template_orchestration", written);
    const purged = await purgeUnused(sources.workspace, old);
    return purged.ok ? report(sources, kind, text, "set", purged.value) : purged;
  });
}

/** Removes a pointer and the cached copy of its target. */
export async function removePointer(
  sources: TemplateSources,
  kind: ArtifactKind,
): Promise<Result<PointerReport>> {
  const pointer = pointerOf(kind);
  return withPointerLock(sources, pointer, async () => {
    const path = literalPath(`${templateFolder}/${pointer}`);
    const before = await readPointer(sources.workspace, pointer);
    if (before.ok && before.value === undefined) return noPointer(pointer, kind);
    const edits = [{ kind: "delete" as const, path, expect: "any" as const }];
    const removed = await commit(
      sources.workspace,
      { label: `remove ${pointer}`, edits },
      { lockDirectory: fileLocks },
    );
    if (!removed.ok) return inConcept("template_orchestration", removed);
    const old = before.ok ? before.value : undefined;
    const purged = await purgeUnused(sources.workspace, old);
    return purged.ok ? report(sources, kind, old ?? "", "removed", purged.value) : purged;
  });
}

export function searchOrder(kind: ArtifactKind): string[] {
  const overrides = [...new Set(scenariosOf(kind).flatMap(overridesFor))];
  const embedded = scenariosOf(kind).map((scenario) => `embedded://${packagedKey(scenario)}`);
  return [...overrides, `${templateFolder}/${pointerOf(kind)}`, ...embedded];
}

async function report(
  sources: TemplateSources,
  kind: ArtifactKind,
  locator: string,
  action: PointerReport["action"],
  purged: readonly string[],
): Promise<Result<PointerReport>> {
  const [scenario] = scenariosOf(kind);
  if (scenario === undefined) throw new Error(`No scenario for ${kind}.`);
  const effective = await resolveTemplate(sources, scenario);
  if (!effective.ok) return effective;
  const pointer = `${templateFolder}/${pointerOf(kind)}`;
  return ok({
    kind,
    pointer,
    locator,
    action,
    effective: effective.value.provenance,
    search_order: searchOrder(kind),
    purged,
  });
}

/** Removes the cached copy of a URL that no pointer uses. */
async function purgeUnused(workspace: Workspace, locator: string | undefined): Promise<Result<string[]>> {
  if (locator === undefined || !/^https:/i.test(locator)) return ok([]);
  for (const kind of artifactKinds) {
    const other = await readPointer(workspace, pointerOf(kind));
    if (other.ok && other.value === locator) return ok([]);
  }
  return purgeCache(workspace, locator);
}

function withPointerLock<T>(
  sources: TemplateSources,
  pointer: Pointer,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const file = join(sources.workspace.root, ".specman/locks", `template-${pointer}.lock`);
  const options = {
    signal: sources.signal,
    tool: "template",
    code: "locked" as const,
    subject: `The pointer ${pointer}`,
  };
  return withLock(file, options, work);
}

function emptyLocator(pointer: Pointer): Result<never> {
  const message = `The pointer ${pointer} needs a locator.`;
  return conceptFailure(
    "template_orchestration",
    "template_error",
    message,
    "Give a Markdown file or an https URL.",
  );
}

function unreachable(locator: string, reason: string): Result<never> {
  const message = `\`${locator}\` cannot be used as a template: ${reason}`;
  return conceptFailure(
    "template_orchestration",
    "remote_unavailable",
    message,
    "Check the address. If it has not been allowed yet, the user has to set the pointer.",
    { retryable: true, suggest: { command: "artifacts template set", to: "set and allow it" } },
  );
}

function noPointer(pointer: Pointer, kind: ArtifactKind): Result<never> {
  const path = `${templateFolder}/${pointer}`;
  return conceptFailure(
    "template_orchestration",
    "template_error",
    `There is no pointer file \`${path}\` to remove.`,
    `Without a pointer, ${kindFacts[kind].plural} use the packaged template.`,
    { path, suggest: { operation: "set_template_pointer", to: "set one" } },
  );
}
