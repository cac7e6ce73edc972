import type { DeltaKind } from "../../specs/model.ts";

/** What one archived change did to one spec; the names are enough. */
export interface ArchivedDelta<Change> {
  readonly change: Change;
  /** Changes of one day come in no particular order. */
  readonly day: string;
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

/** What a change did to a requirement. */
export interface Touch<Change> {
  readonly change: Change;
  readonly operation: DeltaKind;
  /** The old name of a renaming. */
  readonly from?: string;
}

export interface RequirementHistory<Change> {
  /** What happened to each requirement that is there, by its name now; oldest first. */
  readonly present: ReadonlyMap<string, readonly Touch<Change>[]>;
  /** The same for those that were removed. */
  readonly removed: ReadonlyMap<string, readonly Touch<Change>[]>;
}

/**
 * Follows the requirements of a spec through its archived changes, by name and across renamings. Deltas come by
 * date; within a day a change that adds a requirement goes before those that change it.
 */
export function traceRequirements<Change>(
  deltas: readonly ArchivedDelta<Change>[],
): RequirementHistory<Change> {
  const present = new Map<string, Touch<Change>[]>();
  const removed = new Map<string, Touch<Change>[]>();
  const note = (name: string, touch: Touch<Change>) => {
    present.set(name, [...(present.get(name) ?? []), touch]);
  };
  for (const { change, ...delta } of inOrder(deltas, (name) => present.has(name))) {
    for (const { from, to } of delta.renamed) {
      const before = present.get(from) ?? [];
      present.delete(from);
      present.set(to, [...before, ...(present.get(to) ?? []), { change, operation: "renamed", from }]);
    }
    for (const name of delta.removed) {
      removed.set(name, [...(present.get(name) ?? []), { change, operation: "removed" }]);
      present.delete(name);
    }
    for (const name of delta.modified) note(name, { change, operation: "modified" });
    for (const name of delta.added) note(name, { change, operation: "added" });
  }
  return { present, removed };
}

/** One after the other; `isKnown` says what the ones before have made. */
function* inOrder<Change>(
  deltas: readonly ArchivedDelta<Change>[],
  isKnown: (name: string) => boolean,
): Generator<ArchivedDelta<Change>> {
  const waiting = [...deltas];
  while (waiting.length > 0) {
    const day = waiting[0]?.day;
    const today = waiting.filter((each) => each.day === day);
    const isReady = (delta: ArchivedDelta<Change>) =>
      targetsOf(delta).every(
        (name) => isKnown(name) || !today.some((other) => other !== delta && makes(other, name)),
      );
    const next = today.find(isReady) ?? today[0];
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    yield next;
  }
}

function targetsOf<Change>({ modified, removed, renamed }: ArchivedDelta<Change>): string[] {
  const made = new Set(renamed.map(({ to }) => to));
  const old = [...modified, ...removed].filter((name) => !made.has(name));
  return [...old, ...renamed.map(({ from }) => from)];
}

function makes<Change>({ added, renamed }: ArchivedDelta<Change>, name: string): boolean {
  return added.includes(name) || renamed.some(({ to }) => to === name);
}
