import type { Assessment } from "../../changes/review/assess.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";

export interface AddressRename {
  /** The address that tags and records have once the earlier renames of the list are done. */
  readonly from: string;
  /** The address before the archive. */
  readonly was: string;
  readonly to: RequirementNode;
}

/** The renames that a change asks for, requirements before their scenarios. A name with the same slug keeps its address. */
export function archiveRenames(
  before: RequirementGraph,
  after: RequirementGraph,
  { change, outcomes }: Assessment,
): AddressRename[] {
  const requirements: AddressRename[] = [];
  const scenarios: AddressRename[] = [];
  for (const { capability, path } of outcomes) {
    const delta = change.deltas.find((file) => file.capability === capability)?.delta;
    const old = requirementsAt(before, path);
    const current = requirementsAt(after, path);
    for (const { from, to } of delta?.renamed ?? []) {
      const [was, now] = [old.get(from), current.get(to)];
      if (was !== undefined && now !== undefined && was.address !== now.address)
        requirements.push({ from: was.address, was: was.address, to: now });
    }
    for (const { name, scenarios: parts } of delta?.modified ?? []) {
      const now = current.get(name);
      if (now === undefined) continue;
      const was = requirements.find(({ to }) => to === now)?.was ?? now.address;
      for (const { name: title, edit } of parts) {
        if (edit?.kind !== "renamed") continue;
        const part = partNamed(before, was, edit.from);
        const node = partNamed(after, now.address, title);
        if (part === undefined || node === undefined || part.part === node.part) continue;
        scenarios.push({ from: `${now.address}#${part.part}`, was: part.address, to: node });
      }
    }
  }
  return [...requirements, ...scenarios];
}

function requirementsAt({ nodes }: RequirementGraph, path: string): Map<string, RequirementNode> {
  const own = nodes.filter((node) => node.file === path && node.kind === "requirement");
  return new Map(own.filter(({ change }) => change === undefined).map((node) => [node.name, node]));
}

function partNamed(graph: RequirementGraph, parent: string, name: string): RequirementNode | undefined {
  return graph.childrenOf(parent).find((node) => node.name === name);
}
