import type { Trace } from "../../trace/read/trace.ts";
import type { State } from "../../trace/state/state.ts";

/** What is known of a file's requirements, the worst first. */
export const fileEvidences = ["failing", "doubtful", "claimed", "verified", "none"] as const;
export type FileEvidence = (typeof fileEvidences)[number];

const evidenceOfState: Readonly<Record<State, FileEvidence>> = {
  failing: "failing",
  suspect: "doubtful",
  stale: "doubtful",
  skipped: "doubtful",
  open: "claimed",
  claimed: "claimed",
  passed: "verified",
  exercised: "verified",
  sensitive: "verified",
  attested: "verified",
  waived: "claimed",
  planned: "none",
  retired: "none",
};

export interface EvidenceByFile {
  readonly evidenceOf: (path: string) => FileEvidence;
  readonly requirementsOf: (path: string) => number;
}

/**
 * For each file the requirements that tags and records link to it, and those whose tests rest on it by the evidence.
 * A doubtful requirement says nothing against a file that its test only imports; a verified one counts for that file.
 */
export function evidenceByFile({ states }: Pick<Trace, "states">): EvidenceByFile {
  const byFile = new Map<string, Map<string, FileEvidence>>();
  const note = (path: string, address: string, evidence: FileEvidence) => {
    if (evidence === "none") return;
    const known = byFile.get(path) ?? new Map<string, FileEvidence>();
    byFile.set(path, known.set(address, evidence));
  };
  for (const { node, state, links } of states.values()) {
    const evidence = evidenceOfState[state];
    for (const { link, outcome } of links) {
      if (evidence === "verified")
        for (const item of Object.keys(outcome?.rests?.items ?? {}))
          note(item.replace(/#.*$/s, ""), node.address, evidence);
      note(link.test?.file ?? link.file, node.address, evidence);
    }
  }
  return {
    evidenceOf: (path) => {
      const all = [...(byFile.get(path)?.values() ?? [])];
      return fileEvidences.find((evidence) => all.includes(evidence)) ?? "none";
    },
    requirementsOf: (path) => byFile.get(path)?.size ?? 0,
  };
}
