import type { Finding } from "../../kernel/finding.ts";
import { changedKeys, withEntries } from "../../kernel/layered-map.ts";
import { sortedBy } from "../../kernel/order.ts";
import { count } from "../../kernel/text.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { SourceFacts } from "../sources/model.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { Link, LinkInputs, Links } from "./model.ts";
import { RecordLinks } from "./recorded.ts";
import { matchesOf, type NamedTest, nameKey, type TitleMatch } from "./titles.ts";
import { type FileLinks, type LinkSources, linksOfFile, testLinks } from "./written.ts";

/** A test that counts for more leaves than this says little about each. */
const crowd = 20;

interface FileFindings {
  readonly tags: readonly Finding[];
  readonly malformed: readonly Finding[];
  readonly reports: readonly Finding[];
}

/** The links of a project by file and by leaf. After an edit, only leaves that the edited files speak of are joined again. */
export class LinkIndex {
  #inputs: LinkInputs;
  readonly #sources: LinkSources;
  readonly #files = new Map<WorkspacePath, FileLinks>();
  /** The files whose tags, titles and reports name a leaf. */
  readonly #filesOfLeaf = new Map<string, Set<WorkspacePath>>();
  /** The tests that have the name of a leaf, by name and file. */
  readonly #named = new Map<string, Map<WorkspacePath, readonly NamedTest[]>>();
  readonly #titles = new Map<string, readonly TitleMatch[]>();
  readonly #records: RecordLinks;
  readonly #leavesOfTest = new Map<DiscoveredTest, Set<string>>();
  readonly #checkedLeaves = new Set<string>();
  readonly #fileFindings = new Map<WorkspacePath, FileFindings>();
  readonly #leafFindings = new Map<string, readonly Finding[]>();
  readonly #crowds = new Map<DiscoveredTest, Finding>();
  #byLeaf: ReadonlyMap<string, readonly Link[]> = new Map();
  #links: Links | undefined;

  constructor(inputs: LinkInputs, sources: LinkSources) {
    this.#inputs = inputs;
    this.#sources = sources;
    this.#records = new RecordLinks(inputs.graph, inputs.entryOf);
    this.#replace(new Set(inputs.files.keys()), inputs, this.#records.leaves);
  }

  /** The links now. False if what all of them are made from is other: then a new index is needed. */
  update(inputs: LinkInputs): boolean {
    const last = this.#inputs;
    const isSame =
      last.graph === inputs.graph &&
      last.entryOf === inputs.entryOf &&
      (last.renamed?.size ?? 0) + (inputs.renamed?.size ?? 0) === 0;
    const named =
      last.evidence === inputs.evidence
        ? new Set<DiscoveredTest>()
        : last.evidence.requirements &&
          inputs.evidence.requirements &&
          changedKeys(last.evidence.requirements, inputs.evidence.requirements);
    if (!isSame || named === undefined) return false;
    const changed = changedKeys<WorkspacePath, SourceFacts>(last.files, inputs.files);
    for (const { file } of named) changed.add(file);
    if (changed.size > 0) this.#replace(changed, inputs);
    this.#inputs = inputs;
    return true;
  }

  get links(): Links {
    this.#links ??= {
      byLeaf: this.#byLeaf,
      leavesOf: (test) => this.#leavesOfTest.get(test) ?? [],
      checkedLeaves: this.#checkedLeaves,
      findings: this.#findings(),
    };
    return this.#links;
  }

  #replace(paths: ReadonlySet<WorkspacePath>, inputs: LinkInputs, others: Iterable<string> = []): void {
    this.#inputs = inputs;
    this.#links = undefined;
    const leaves = new Set(others);
    const names = new Set<string>();
    const tests = new Set<DiscoveredTest>();
    for (const path of paths) {
      const facts = inputs.files.get(path);
      const [before, now] = [this.#files.get(path), facts && this.#read(path, facts, inputs)];
      for (const leaf of this.#records.replaceTests(before?.written.facts, facts)) leaves.add(leaf);
      this.#replaceFile(path, before, now);
      for (const links of [before, now]) {
        for (const { leaf } of links?.all ?? []) leaves.add(leaf);
        for (const { key } of links?.written.named ?? []) names.add(key);
        for (const test of links?.written.facts.tests ?? []) tests.add(test);
      }
    }
    for (const name of names) for (const leaf of this.#matchNames(name)) leaves.add(leaf);
    this.#byLeaf = withEntries(
      this.#byLeaf,
      [...leaves].flatMap((leaf) => {
        const links = this.#join(leaf);
        for (const { test } of [...(this.#byLeaf.get(leaf) ?? []), ...links]) if (test) tests.add(test);
        this.#placeLeaf(leaf, links);
        return links.length > 0 ? [[leaf, links] as const] : [];
      }),
      [...leaves],
    );
    for (const test of tests) this.#countLeaves(test);
  }

  #read(path: WorkspacePath, facts: SourceFacts, inputs: LinkInputs): FileLinks {
    return linksOfFile(inputs, this.#sources.written(path, facts));
  }

  #replaceFile(path: WorkspacePath, before: FileLinks | undefined, now: FileLinks | undefined): void {
    for (const { leaf } of before?.all ?? []) this.#filesOfLeaf.get(leaf)?.delete(path);
    for (const { key } of before?.written.named ?? []) this.#named.get(key)?.delete(path);
    this.#fileFindings.delete(path);
    if (now === undefined) {
      this.#files.delete(path);
      return;
    }
    this.#files.set(path, now);
    for (const { leaf } of now.all) entryOf(this.#filesOfLeaf, leaf, () => new Set()).add(path);
    const { named, tagFindings, malformed } = now.written;
    for (const { key } of named) {
      const own = named.filter((each) => each.key === key);
      entryOf(this.#named, key, () => new Map()).set(path, own);
    }
    if (tagFindings.length + malformed.length + now.findings.length > 0)
      this.#fileFindings.set(path, { tags: tagFindings, malformed, reports: now.findings });
  }

  /** Compares the tests of a name with its leaves, and gives those. */
  #matchNames(name: string): string[] {
    const leaves = this.#sources.leavesByName.get(name) ?? [];
    const files = sortedBy(this.#named.get(name) ?? [], ([path]) => path);
    const tests = [...new Set(files.flatMap(([, named]) => named.map(({ test }) => test)))];
    this.#titles.set(name, matchesOf(this.#inputs.graph, leaves, tests));
    return leaves.map(({ address }) => address);
  }

  /** All links of a leaf: one for each test and role, from the best source. */
  #join(leaf: string): Link[] {
    const { graph } = this.#inputs;
    const links: Link[] = [];
    const push = (link: Link) => {
      const { test, role } = link;
      const isKnown = test !== undefined && links.some((each) => each.test === test && each.role === role);
      if (!isKnown) links.push(link);
    };
    const files = sortedBy(this.#filesOfLeaf.get(leaf) ?? [], (path) => path);
    const own = files.flatMap((path) => this.#files.get(path) ?? []);
    for (const { written } of own) for (const link of written.tags) if (link.leaf === leaf) push(link);
    for (const { tests } of own) for (const link of tests) if (link.leaf === leaf) push(link);
    const findings: Finding[] = [];
    const node = graph.get(leaf);
    for (const match of (node && this.#titles.get(nameKey(node))) ?? []) {
      if (match.leaf.address !== leaf) continue;
      const { test, isExact } = match;
      if (isExact) for (const link of testLinks(graph, match.leaf, test, "title")) push(link);
      else if (!links.some((link) => link.test === test)) {
        const { file, range } = test;
        push({ leaf, source: "title", role: "verifies", isExact, test, file, line: range.startLine });
        const message = `"${test.titles.at(-1)}" has the name of ${graph.short(match.leaf)}, and does not count for it: ${match.reason ?? ""}.`;
        findings.push({ rule: "link-ambiguous", severity: "note", file, line: range.startLine, message });
      }
    }
    if (findings.length > 0) this.#leafFindings.set(leaf, findings);
    else this.#leafFindings.delete(leaf);
    for (const link of this.#records.of(leaf)) push(link);
    return links;
  }

  #placeLeaf(leaf: string, links: readonly Link[]): void {
    for (const { test } of this.#byLeaf.get(leaf) ?? [])
      if (test !== undefined) this.#leavesOfTest.get(test)?.delete(leaf);
    for (const { test } of links)
      if (test !== undefined) entryOf(this.#leavesOfTest, test, () => new Set()).add(leaf);
    if (links.some(({ test }) => test === undefined)) this.#checkedLeaves.add(leaf);
    else this.#checkedLeaves.delete(leaf);
  }

  #countLeaves(test: DiscoveredTest): void {
    const leaves = this.#leavesOfTest.get(test) ?? new Set<string>();
    if (leaves.size === 0) this.#leavesOfTest.delete(test);
    this.#crowds.delete(test);
    if (leaves.size <= crowd) return;
    const isExact = (leaf: string) =>
      this.#byLeaf.get(leaf)?.some((link) => link.test === test && link.isExact) ?? false;
    const exact = [...leaves].filter(isExact).length;
    if (exact <= crowd) return;
    const message = `"${test.titles.join(" > ")}" counts for ${count(exact, "requirement")}, so it says little about each.`;
    const { file, range } = test;
    this.#crowds.set(test, { rule: "link-crowded", severity: "note", file, line: range.startLine, message });
  }

  #findings(): Finding[] {
    const files = sortedBy(this.#fileFindings, ([path]) => path).map(([, findings]) => findings);
    return [
      ...files.flatMap(({ tags }) => tags),
      ...files.flatMap(({ malformed }) => malformed),
      ...files.flatMap(({ reports }) => reports),
      ...sortedBy(this.#leafFindings, ([leaf]) => leaf).flatMap(([, findings]) => findings),
      ...this.#records.findings,
      ...sortedBy(this.#crowds, ([test]) => testId(test)).map(([, finding]) => finding),
    ];
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
