import { byCodePoint } from "../../kernel/order.ts";
import { foldCase } from "../../markdown/slug.ts";
import type { Context } from "../../operation/context.ts";
import { constraintsOf } from "../graph/document-parts.ts";
import { type ArtifactKind, handleOf, kindFacts } from "../model/kinds.ts";
import { openSession } from "../operations/open-session.ts";
import { takeSnapshot } from "../session.ts";
import { takeInventory } from "./inventory.ts";
import { findArtifact } from "./query.ts";

/** Handles of a kind that fit what was typed: against the name, or the whole handle once it holds `://`. */
export async function completeHandle(context: Context, kind: ArtifactKind, typed: string): Promise<string[]> {
  const names = await namesOf(context, kind);
  const handles = names.map((name) => handleOf({ kind, name }));
  if (typed.includes("://")) return ranked(handles, typed);
  const byHandle = new Map(names.map((name) => [name, handleOf({ kind, name })]));
  return ranked(names, typed).map((name) => byHandle.get(name) ?? name);
}

/** The variables of the resource templates: names, and constraint ids once the specification is known. */
export async function completeVariable(
  context: Context,
  template: string,
  variable: string,
  typed: string,
  known: Readonly<Record<string, string>>,
): Promise<string[]> {
  const kind = (["specification", "implementation", "scratch_pad"] as const).find((each) =>
    template.startsWith(`${kindFacts[each].scheme}://`),
  );
  if (kind === undefined) return [];
  if (variable === "artifact") return ranked(await namesOf(context, kind), typed);
  const { artifact } = known;
  if (variable !== "constraint_id" || artifact === undefined) return [];
  const session = await openSession(context, "completion");
  if (!session.ok) return [];
  const spec = await findArtifact(takeSnapshot(session.value), `spec://${artifact}`, "specification");
  return spec.ok
    ? ranked(
        constraintsOf(spec.value.source).groups.map((group) => group.id),
        typed,
      )
    : [];
}

async function namesOf(context: Context, kind: ArtifactKind): Promise<string[]> {
  const session = await openSession(context, "completion");
  if (!session.ok) return [];
  const { artifacts, broken } = await takeInventory(takeSnapshot(session.value), [kind]);
  for (const { path, fault } of broken)
    context.log("warning", `completion: ${path} is left out: ${fault.message}`);
  return artifacts.map((artifact) => artifact.ref.name);
}

/** What starts with the typed text first, then what contains it, then what has its letters in order. */
export function ranked(candidates: readonly string[], typed: string): string[] {
  const wanted = foldCase(typed.trim());
  const scored = candidates.flatMap((candidate) => {
    const score = scoreOf(foldCase(candidate), wanted);
    return score === undefined ? [] : [{ candidate, score }];
  });
  return scored
    .sort((a, b) => b.score - a.score || byCodePoint(a.candidate, b.candidate))
    .map(({ candidate }) => candidate);
}

function scoreOf(candidate: string, wanted: string): number | undefined {
  if (wanted === "") return 0;
  if (candidate === wanted) return 4;
  if (candidate.startsWith(wanted)) return 3;
  if (candidate.includes(wanted)) return 2;
  let at = 0;
  for (const char of candidate) if (char === wanted[at]) at++;
  return at === wanted.length ? 1 : undefined;
}
