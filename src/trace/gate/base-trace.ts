import { languageIdOf } from "../../code/languages/registry.ts";
import { roleOf } from "../../code/roles.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Link, Links } from "../links/model.ts";
import { resolveLinks } from "../links/resolve.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { BaseComparison } from "../read/base.ts";
import type { Trace } from "../read/trace.ts";
import { type RecordFile, type Records, recordAddress } from "../records/model.ts";
import { entryOf, recordOf } from "../records/read.ts";
import type { SourceFacts } from "../sources/model.ts";
import { readSource, type TagOptions } from "../sources/read.ts";
import { type LeafState, stateOf } from "../state/state.ts";

/** What the trace was before the branch, for the leaves and files that the branch may have changed. */
export interface BaseTrace {
  readonly comparison: BaseComparison;
  readonly files: ReadonlyMap<WorkspacePath, SourceFacts>;
  readonly records: Records;
  readonly links: Links;
  /** The state at the base of a leaf as it is called now. */
  readonly stateOf: (node: RequirementNode) => LeafState | undefined;
  /** Where the leaf was before, as far as it was there. */
  readonly nodeOf: (node: RequirementNode) => RequirementNode | undefined;
  /** Whether any stored result fits the base. */
  readonly hasEvidence: boolean;
}

/**
 * The trace at the base, made of the texts of changed files at that commit. Evidence is compared by content, so results
 * of an earlier run fit everything that the branch left alone. Undefined without git.
 */
export async function traceAtBase(trace: Trace, today: string): Promise<BaseTrace | undefined> {
  const { base, scan } = trace;
  if (base === undefined) return undefined;
  const files = await filesBefore(base, scan.files, trace.settings.tags);
  const records = recordsBefore(base, trace.records);
  const tests = [...files.values()].flatMap((facts) => facts.tests);
  const texts = new Map(base.changed.map(({ path }) => [path, base.before.get(path)]));
  const evidence = base.changed.length === 0 ? trace.evidence : await trace.evidenceAt(texts, tests);
  const links = resolveLinks({
    graph: base.graph,
    files,
    entryOf: (node) => {
      const entry = entryOf(records, node);
      return entry && { entry, path: records.files.get(recordAddress(node).toLowerCase())?.path ?? "" };
    },
    evidence,
  });
  const renamed = new Map(base.nodes.renamed.map(({ from, to }) => [to.address, from]));
  const nodeOf = ({ address }: RequirementNode) => renamed.get(address) ?? base.graph.get(address);
  const known = new Map<string, LeafState>();
  return {
    comparison: base,
    files,
    records,
    links,
    nodeOf,
    stateOf: (node) => {
      const before = nodeOf(node);
      if (before === undefined || !(isLeaf(before) || before.kind === "outcome")) return undefined;
      const own: readonly Link[] = links.byLeaf.get(before.address) ?? [];
      const entry = entryOf(records, before);
      const state =
        known.get(before.address) ??
        stateOf({
          node: before,
          links: own,
          entry,
          evidence,
          suspicion: undefined,
          today,
          ...trace.implementationsOf(before),
        });
      known.set(before.address, state);
      return state;
    },
    hasEvidence: evidence.reports > 0 && tests.some((test) => evidence.outcomeOf(test)?.isFresh === true),
  };
}

async function filesBefore(
  { changed, before }: BaseComparison,
  current: ReadonlyMap<WorkspacePath, SourceFacts>,
  tags: TagOptions,
): Promise<Map<WorkspacePath, SourceFacts>> {
  const files = new Map(current);
  for (const { path } of changed) {
    files.delete(path);
    const text = before.get(path);
    const role = text === undefined ? undefined : roleOf(path, languageIdOf(path, text), text);
    if (text === undefined || role === "generated" || role === "vendored") continue;
    if (role === "docs" && tags.place === "comments") continue;
    files.set(path, await readSource(path, text, role === "test", tags));
  }
  return files;
}

function recordsBefore({ changed, before }: BaseComparison, current: Records): Records {
  const touched = new Set<string>(changed.map(({ path }) => path));
  const files = new Map<string, RecordFile>();
  for (const [key, file] of current.files) if (!touched.has(file.path)) files.set(key, file);
  for (const [path, text] of before) {
    if (!path.startsWith(`${current.folder}/`) || !path.endsWith(".toml")) continue;
    const read = recordOf({ path, text, sha256: sha256(text) });
    if (!("rule" in read)) files.set(read.address.toLowerCase(), read);
  }
  return { folder: current.folder, files, problems: [] };
}
