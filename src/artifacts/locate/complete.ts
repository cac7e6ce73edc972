import { byCodePoint } from "../../kernel/order.ts";
import { foldCase } from "../../markdown/slug.ts";
import { constraintsOf } from "../graph/document-parts.ts";
import { type ArtifactKind, artifactKinds, handleOf, kindFacts } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { takeInventory } from "./inventory.ts";
import { findArtifact } from "./query.ts";

/** Receives a line for each artifact that is left out because it cannot be read. */
export type Warn = (message: string) => void;

/** Handles of a kind that match the typed text: by name, or as a whole once the text contains `://`. */
export async function completeHandle(
  snapshot: FileSnapshot,
  kind: ArtifactKind,
  typed: string,
  warn: Warn,
): Promise<string[]> {
  const names = await namesOf(snapshot, kind, warn);
  const handleFor = (name: string) => handleOf({ kind, name });
  return typed.includes("://") ? rank(names.map(handleFor), typed) : rank(names, typed).map(handleFor);
}

/** Values for the variables of resource templates: names, and constraint ids once the specification is given. */
export async function completeVariable(
  snapshot: FileSnapshot,
  template: string,
  variable: string,
  typed: string,
  other: Readonly<Record<string, string>>,
  warn: Warn,
): Promise<string[]> {
  const kind = artifactKinds.find((each) => template.startsWith(`${kindFacts[each].scheme}://`));
  if (kind === undefined) return [];
  if (variable === "artifact") return rank(await namesOf(snapshot, kind, warn), typed);
  const { artifact } = other;
  if (variable !== "constraint_id" || artifact === undefined) return [];
  const spec = await findArtifact(snapshot, `spec://${artifact}`, "specification");
  if (!spec.ok) return [];
  const ids = constraintsOf(spec.value.source).groups.map((group) => group.id);
  return rank(ids, typed);
}

async function namesOf(snapshot: FileSnapshot, kind: ArtifactKind, warn: Warn): Promise<string[]> {
  const { artifacts, unreadable } = await takeInventory(snapshot, [kind]);
  for (const { path, fault } of unreadable) warn(`completion: ${path} is left out: ${fault.message}`);
  return artifacts.map((artifact) => artifact.ref.name);
}

/** Candidates that start with the typed text first, then those that contain it, then those with its letters in order. */
export function rank(candidates: readonly string[], typed: string): string[] {
  const text = foldCase(typed.trim());
  const scored = candidates.flatMap((candidate) => {
    const score = scoreOf(foldCase(candidate), text);
    return score === undefined ? [] : [{ candidate, score }];
  });
  return scored
    .sort((a, b) => b.score - a.score || byCodePoint(a.candidate, b.candidate))
    .map(({ candidate }) => candidate);
}

function scoreOf(candidate: string, text: string): number | undefined {
  if (text === "") return 0;
  if (candidate === text) return 4;
  if (candidate.startsWith(text)) return 3;
  if (candidate.includes(text)) return 2;
  let at = 0;
  for (const char of candidate) if (char === text[at]) at++;
  return at === text.length ? 1 : undefined;
}
