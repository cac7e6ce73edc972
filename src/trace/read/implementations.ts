import { complianceScope } from "../../artifacts/compliance/scope.ts";
import { takeInventory } from "../../artifacts/locate/inventory.ts";
import { locationOf } from "../../artifacts/locate/location.ts";
import { type DocumentCache, FileSnapshot } from "../../artifacts/snapshot.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Implementation } from "../state/implementations.ts";

/** By the name of a SpecMan specification: the implementations of those that have more than one, in folders of their own. */
export type Implementations = ReadonlyMap<string, readonly Implementation[]>;

export const noImplementations: Implementations = new Map();

export async function readImplementations(
  workspace: Workspace,
  cache: DocumentCache,
): Promise<Implementations> {
  const snapshot = new FileSnapshot(workspace, cache, Date.now);
  const { artifacts } = await takeInventory(snapshot, ["implementation"]);
  if (artifacts.length < 2) return noImplementations;
  const bySpec = new Map<string, Implementation[]>();
  for (const artifact of artifacts) {
    const [location, scope] = [
      await locationOf(snapshot, artifact),
      await complianceScope(snapshot, artifact),
    ];
    if (!location.ok || !scope.ok) continue;
    const own = { name: artifact.ref.name, location: location.value };
    for (const spec of scope.value.specs) {
      const { name } = spec.artifact.ref;
      bySpec.set(name, [...(bySpec.get(name) ?? []), own]);
    }
  }
  // Two programs in one folder cannot be distinguished by where a test is.
  const isDistinct = (all: readonly Implementation[]) =>
    all.length > 1 && new Set(all.map(({ location }) => location)).size === all.length;
  return new Map([...bySpec].filter(([, all]) => isDistinct(all)));
}
