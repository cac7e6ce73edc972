import { href } from "../../app/router.ts";
import type { MapEdge, MapNode } from "./layout.ts";

/** Where a node leads. */
export function addressOf({ kind, label, path }: MapNode): string {
  if (kind === "spec") return href("specs", [label]);
  if (kind === "work") return href("work", [label]);
  return href("code", [], { q: path ?? label });
}

/** Its state in one word: drawn as a color, read as text. */
export function standingOf({ states, work, kind }: MapNode): "bad" | "warn" | "good" | "plain" | "accent" {
  if (kind === "work") return work?.state === "done" ? "good" : "accent";
  if (states === undefined) return "plain";
  if ((states.failing ?? 0) > 0) return "bad";
  if ((states.suspect ?? 0) + (states.stale ?? 0) + (states.skipped ?? 0) > 0) return "warn";
  const verified =
    (states.passed ?? 0) + (states.exercised ?? 0) + (states.sensitive ?? 0) + (states.attested ?? 0);
  if (verified === 0) return "plain";
  return (states.open ?? 0) + (states.claimed ?? 0) > 0 ? "warn" : "good";
}

/** The second line of a node. */
export function detailOf({ kind, requirements, states, work, files, tests }: MapNode): string {
  if (kind === "work") return (work?.state ?? "").replace("_", " ");
  if (kind === "module") return `${counted(files ?? 0, "file")}${tests ? `, ${counted(tests, "test")}` : ""}`;
  const open = states?.open ?? 0;
  return `${counted(requirements ?? 0, "requirement")}${open > 0 ? `, ${open} open` : ""}`;
}

const words: Readonly<Record<MapEdge["kind"], string>> = {
  changes: "changes",
  verifies: "has tests of",
  implements: "implements",
  uses: "uses",
  overlaps: "overlaps",
  blocked_by: "is blocked by",
};

export function relationOf({ kind }: MapEdge): string {
  return words[kind];
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
