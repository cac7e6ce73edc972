import type { Finding } from "../../kernel/finding.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { currentEvidence } from "../evidence/current.ts";
import { SourceTree } from "../evidence/rests/source-tree.ts";
import { readSegments } from "../evidence/store/store.ts";
import type { Link } from "../links/model.ts";
import { resolveLinks } from "../links/resolve.ts";
import { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import { type Records, recordAddress, recordedAddresses } from "../records/model.ts";
import { entryOf, readRecords } from "../records/read.ts";
import { formsOfAddress } from "../records/rename.ts";
import { readTraceSettings, type TraceSettings } from "../settings.ts";
import type { SourceCache } from "../sources/cache.ts";
import { findEntry } from "../sources/entries.ts";
import type { SourceFacts, SourceScan } from "../sources/model.ts";
import { scanSources } from "../sources/scan.ts";
import { type Evidence, noEvidence } from "../state/outcome.ts";
import type { LeafState } from "../state/state.ts";
import { suspicions } from "../state/suspicion.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { type BaseComparison, compareWithBase } from "./base.ts";
import { noImplementations, readImplementations } from "./implementations.ts";
import { type ImplementationsOf, memoOf, type TraceMemo } from "./memo.ts";
import { type Requirements, readRequirements } from "./requirements.ts";

const noDoubts: ReadonlyMap<string, string> = new Map();

/** Everything that is known about the requirements of a workspace. */
export interface Trace extends Requirements {
  readonly settings: TraceSettings;
  readonly scan: SourceScan;
  readonly records: Records;
  readonly linksOf: (address: string) => readonly Link[];
  readonly evidence: Evidence;
  /** The stored results compared with an earlier tree: other texts for some files, undefined for files not yet there. */
  readonly evidenceAt: EvidenceAt;
  /** By address; leaves and outcomes. */
  readonly states: ReadonlyMap<string, LeafState>;
  readonly implementationsOf: ImplementationsOf;
  /** Undefined without git: then no text can be called suspect by comparison. */
  readonly base: BaseComparison | undefined;
  /** Records of requirements that no longer exist. */
  readonly retired: readonly string[];
  /** What is wrong with tags, links, records and names. */
  readonly findings: readonly Finding[];
}

export type EvidenceAt = (
  texts: ReadonlyMap<WorkspacePath, string | undefined>,
  tests: readonly DiscoveredTest[],
) => Promise<Evidence>;

export interface TraceOptions {
  readonly cache: SourceCache;
  readonly signal: AbortSignal;
  readonly now: Date;
  /** Default: what is stored. */
  readonly evidence?: Evidence;
  /** Compare with the commit where the branch left this revision; default: HEAD. */
  readonly since?: string | undefined;
  readonly progress?: (done: number, total: number) => void;
}

export async function readTrace(workspace: Workspace, options: TraceOptions): Promise<Result<Trace>> {
  const { cache, signal, now, since, progress } = options;
  const settings = await readTraceSettings(workspace);
  if (!settings.ok) return settings;
  const { roots, records: folder, tags } = settings.value;
  const scan = await scanSources(workspace, { cache, signal, roots, tags, progress });
  if (!scan.ok) return scan;
  const memo = memoOf(cache, workspace);
  const records = memo.records(await readRecords(workspace, folder));
  const read = await readRequirements(workspace, memo.requirements, (path) =>
    findEntry(scan.value.entries, path),
  );
  const graph = memo.graph(read.graph, records, () => withAliases(read.graph, records));
  const requirements = { ...read, graph };
  const given = options.evidence;
  const { evidence, evidenceAt } = given
    ? { evidence: given, evidenceAt: async () => given }
    : await readEvidence(workspace, scan.value, cache, memo);
  const base = await compareWithBase(workspace, requirements, scan.value.files, since);
  if (!base.ok) return base;
  const renames = base.value?.nodes.renamed ?? [];
  const before = new Map(renames.map(({ from, to }) => [to.address, from]));
  const makeEntries = () => (node: RequirementNode) => {
    const old = before.get(node.address);
    const entry = entryOf(records, node) ?? (old === undefined ? undefined : entryOf(records, old));
    const path = records.files.get(recordAddress(node).toLowerCase())?.path ?? records.folder;
    return entry && { entry, path };
  };
  const entries = before.size > 0 ? makeEntries() : memo.entriesOf(records, makeEntries);
  const renamed = new Map(
    renames.flatMap(({ from, to }) => formsOfAddress(from.address).map((form) => [form, to])),
  );
  const links = resolveLinks(
    {
      graph,
      files: scan.value.files,
      entryOf: records.files.size === 0 ? undefined : entries,
      evidence,
      renamed,
    },
    memo.links,
  );
  const linksOf = (address: string) => links.byLeaf.get(address) ?? [];
  const doubts = base.value
    ? suspicions({ changes: base.value.nodes, linksOf, movedOf: base.value.movedOf })
    : noDoubts;
  const today = now.toISOString().slice(0, 10);
  const hasRecords = records.files.size > 0;
  const several = read.territory.hasArtifacts
    ? await readImplementations(workspace, memo.artifacts)
    : noImplementations;
  const implementations = memo.implementations(several, settings.value.isAnyImplementationEnough);
  const states = memo.states({
    graph,
    links,
    evidence,
    records,
    today,
    doubts: doubts.size > 0 ? doubts : noDoubts,
    entryOf: (node) => (hasRecords ? entryOf(records, node) : undefined),
    implementations,
  });
  const duplicates = requirements.problems.map((problem): Finding => ({ ...problem, severity: "warning" }));
  return ok({
    ...requirements,
    settings: settings.value,
    scan: scan.value,
    records,
    linksOf,
    evidence,
    evidenceAt,
    states,
    implementationsOf: implementations,
    base: base.value,
    retired: retiredAddresses(graph, records, new Set(renames.map(({ from }) => recordAddress(from)))),
    findings: [...duplicates, ...links.findings, ...records.problems],
  });
}

/** The stored results, compared with the sources as they are now. */
async function readEvidence(
  workspace: Workspace,
  scan: SourceScan,
  cache: SourceCache,
  memo: TraceMemo,
): Promise<Pick<Trace, "evidence" | "evidenceAt">> {
  const segments = readSegments(workspace, memo.segments);
  if (segments.length === 0) return { evidence: noEvidence, evidenceAt: async () => noEvidence };
  const facts: ReadonlyMap<string, SourceFacts> = scan.files;
  const testsOf = (path: string) => facts.get(path)?.tests ?? [];
  const tree = new SourceTree(workspace, scan.entries, testsOf, { cache: cache.of(workspace).hashes });
  return {
    evidence: await memo.evidence.compare(segments, scan, tree),
    evidenceAt: (texts, before) => currentEvidence(segments, before, tree.before(texts, before)),
  };
}

/** The graph with the former addresses that records name. */
export function withAliases(graph: RequirementGraph, records: Records): RequirementGraph {
  if (records.files.size === 0) return graph;
  const nodes = graph.nodes.map((node) => {
    const aliases = node.change === undefined ? aliasesOf(records, node) : [];
    return aliases.length === 0 ? node : { ...node, aliases: [...node.aliases, ...aliases] };
  });
  return new RequirementGraph(nodes, graph.unread);
}

/** Former addresses of a node. A part of a requirement that was renamed had the former name of that one. */
function aliasesOf(records: Records, node: RequirementNode): string[] {
  const own = entryOf(records, node)?.aliases ?? [];
  if (node.part === undefined) return [...own];
  const whole = entryOf(records, { ...node, kind: "requirement", part: undefined })?.aliases ?? [];
  return [...own, ...whole.map((alias) => `${alias}#${node.part}`)];
}

function retiredAddresses(
  graph: RequirementGraph,
  { files }: Records,
  renamed: ReadonlySet<string>,
): string[] {
  const isGone = (address: string) =>
    graph.resolve(address).kind === "none" && !renamed.has(recordAddress({ address }));
  return [...files.values()].flatMap((file) =>
    isGone(file.address) ? [file.address] : recordedAddresses(file).filter(isGone),
  );
}
