import type { Requirement, Spec } from "../../specs/model.ts";
import { readSpec } from "../../specs/read.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import { readText } from "../../workspace/files/files.ts";
import { activeOverlay } from "../../workspace/files/overlay.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { WritePlan } from "../../workspace/write/plan.ts";
import { blockOf, blockText } from "../delta/blocks.ts";
import type { Delta } from "../delta/delta.ts";
import { type Change, specPath } from "../library.ts";
import { type BaseRecord, readBaseRecord, sharedRecordPath, writeBaseRecord } from "./base-record.ts";

/** The text of a requirement when the change was written; undefined when unknown. */
export type BaseLookup = (change: Change, capability: string, name: string) => string | undefined;

export interface KnownBases {
  readonly baseOf: BaseLookup;
  /** Why it is unknown whether the specs moved since a change was written; undefined where it is known. */
  readonly unknownFor: (change: Change) => string | undefined;
}

/**
 * What each requirement said when a change to it was written. In this order: what `rebase` noted; the spec at
 * the commit that last touched the delta; what the spec said when Hewto first saw the change, which is noted
 * here for later.
 */
export async function knownBases(
  workspace: Workspace,
  changes: readonly Change[],
  vocabulary: Vocabulary,
): Promise<KnownBases> {
  const bases = new Map<string, string>();
  const replacing = changes.filter((change) =>
    change.deltas.some(({ delta }) => namesReplaced(delta).length > 0),
  );
  if (replacing.length === 0) return { baseOf: () => undefined, unknownFor: () => undefined };
  const { specsWhenWritten } = await import("./git-bases.ts");
  const { texts, unknown } = await specsWhenWritten(workspace, replacing);
  const rebased = new Set<Change>();
  for (const change of replacing) {
    const record = await readBaseRecord(workspace, change);
    if (record.isExplicit) rebased.add(change);
    const fresh = new Map<string, string>();
    for (const { capability, delta } of change.deltas) {
      const then = texts.get(change)?.get(capability);
      const old = then === undefined ? undefined : readSpec(then, vocabulary);
      const now =
        then === undefined ? await currentSpec(workspace, change, capability, vocabulary) : undefined;
      for (const name of namesReplaced(delta)) {
        const key = entryKey(capability, name);
        const noted = record.entries[key];
        const base = record.isExplicit ? noted : (textIn(old, name) ?? noted);
        if (base !== undefined) bases.set(`${change.entry.id}\n${key}`, base);
        const first = base === undefined ? textIn(now, name) : undefined;
        if (first !== undefined) fresh.set(key, first);
      }
    }
    // What an editor has not saved is not what the spec said.
    if (fresh.size > 0 && activeOverlay() === undefined) await note(workspace, change, record, fresh);
  }
  return {
    baseOf: (change, capability, name) => bases.get(`${change.entry.id}\n${entryKey(capability, name)}`),
    unknownFor: (change) => (rebased.has(change) ? undefined : unknown.get(change)),
  };
}

export interface RebasePlan {
  readonly plan: WritePlan;
  readonly path: WorkspacePath;
  /** How many requirements the change replaces or removes. */
  readonly requirements: number;
}

/** What `rebase` writes: the requirements of now, as what the change was written against. */
export async function planRebase(
  workspace: Workspace,
  change: Change,
  vocabulary: Vocabulary,
): Promise<RebasePlan> {
  const entries: Record<string, string> = {};
  for (const { capability, delta } of change.deltas) {
    const now = await currentSpec(workspace, change, capability, vocabulary);
    for (const name of namesReplaced(delta)) {
      const text = textIn(now, name);
      if (text !== undefined) entries[entryKey(capability, name)] = text;
    }
  }
  const record: BaseRecord = { version: 1, isExplicit: true, entries };
  const path = sharedRecordPath(change);
  const content = `${JSON.stringify(record, undefined, 2)}\n`;
  const plan: WritePlan = {
    label: `rebase ${change.entry.id}`,
    edits: [{ kind: "write", path, content, expect: "any" }],
  };
  return { plan, path, requirements: Object.keys(entries).length };
}

/** Best effort: on a read-only disk the first sight of a change is not recorded. */
async function note(
  workspace: Workspace,
  change: Change,
  record: BaseRecord,
  fresh: ReadonlyMap<string, string>,
) {
  const entries = { ...record.entries, ...Object.fromEntries(fresh) };
  await writeBaseRecord(workspace, change, { ...record, entries });
}

/** Names, as the spec has them, of the requirements that a delta replaces or removes. */
function namesReplaced({ modified, removed, renamed }: Delta): string[] {
  const oldName = new Map(renamed.map(({ from, to }) => [to, from]));
  return [...modified.map(({ name }) => oldName.get(name) ?? name), ...removed.map(({ name }) => name)];
}

function textIn(spec: Spec | undefined, name: string): string | undefined {
  const found: Requirement | undefined = spec?.requirements.find((each) => each.name === name);
  return spec === undefined || found === undefined ? undefined : blockText(blockOf(spec.document, found));
}

async function currentSpec(
  workspace: Workspace,
  change: Change,
  capability: string,
  vocabulary: Vocabulary,
): Promise<Spec | undefined> {
  const file = await readText(workspace, specPath(change, capability));
  return file.ok ? readSpec(file.value.text, vocabulary) : undefined;
}

function entryKey(capability: string, name: string): string {
  return `${capability}\n${name}`;
}
