import type { RequirementGraph } from "../model/graph.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import { addressSlug } from "../model/slug.ts";
import type { DiscoveredTest } from "../tests/model.ts";

/** A leaf whose name is the title of a test. */
export interface TitleMatch {
  readonly leaf: RequirementNode;
  readonly test: DiscoveredTest;
  readonly isExact: boolean;
  /** Why it does not count: what would make it unique. */
  readonly reason?: string;
}

/** Ids in brackets of a title, such as `[FR-002]`, or in tags, such as `@FR-002`, and the nodes they mean. */
export function idsInTitles(
  graph: RequirementGraph,
  { titles, labels = [] }: DiscoveredTest,
): { readonly node: RequirementNode; readonly id: string }[] {
  const bracketed = titles.flatMap((title) => [
    ...title.matchAll(/\[([\p{L}\p{N}][\p{L}\p{N}\p{M}_.:/#-]{1,200})\]/gu),
  ]);
  return [...bracketed.map((match) => match[1] ?? ""), ...labels].flatMap((id) => {
    const meant = graph.resolve(id);
    return meant.kind === "one" ? [{ node: meant.node, id }] : [];
  });
}

/** A test with a name in the form in which titles and names are compared. */
export interface NamedTest {
  readonly key: string;
  readonly test: DiscoveredTest;
}

/** Scenarios, and requirements without scenarios, by name. */
export function leavesByName(graph: RequirementGraph): Map<string, RequirementNode[]> {
  const leaves = new Map<string, RequirementNode[]>();
  for (const node of graph.nodes) {
    if (
      !isLeaf(node) ||
      node.change !== undefined ||
      (node.kind !== "scenario" && node.kind !== "requirement")
    )
      continue;
    append(leaves, nameKey(node), node);
  }
  return leaves;
}

/** The name of a leaf in the form in which it is compared with titles. */
export function nameKey({ name }: RequirementNode): string {
  return plain(name);
}

/** The tests that have the name of a leaf. */
export function testsNamed(
  leaves: ReadonlyMap<string, unknown>,
  tests: readonly DiscoveredTest[],
): NamedTest[] {
  return tests.flatMap((test) =>
    [...keysOf(test)].flatMap((key) => (leaves.has(key) ? [{ key, test }] : [])),
  );
}

/**
 * Compares the tests of one name with the leaves of that name. A match is exact where the suite or the path names the
 * requirement or the spec, or where there is only one test and one leaf of that name.
 */
export function matchesOf(
  graph: RequirementGraph,
  leaves: readonly RequirementNode[],
  tests: readonly DiscoveredTest[],
): TitleMatch[] {
  const pairs = tests.flatMap((test) =>
    leaves.map((leaf) => ({ test, leaf, isNamed: namesContext(graph, test, leaf) })),
  );
  const isUnique = leaves.length === 1 && tests.length === 1;
  return pairs.flatMap(({ test, leaf, isNamed }): TitleMatch[] => {
    const rivals = pairs.filter((pair) => pair.test === test && pair.isNamed);
    if (rivals.length > 0 && !isNamed) return [];
    const isExact = !test.parametrized && (isUnique || (isNamed && rivals.length === 1));
    if (isExact) return [{ test, leaf, isExact }];
    const reason = test.parametrized
      ? "its title has holes"
      : `put it in a suite named "${graph.get(leaf.parent ?? "")?.name ?? leaf.spec}", or tag it`;
    return [{ test, leaf, isExact, reason }];
  });
}

/** Whether the suite or the path of a test names the requirement or the spec of a leaf. */
function namesContext(graph: RequirementGraph, test: DiscoveredTest, leaf: RequirementNode): boolean {
  const parent = leaf.parent === undefined ? undefined : graph.get(leaf.parent);
  const wanted = [parent?.item, leaf.spec.split("/").at(-1)].flatMap((slug) => slug ?? []);
  const suites = test.titles.slice(0, -1).map(addressSlug);
  const path = test.file.split("/").map((segment) => addressSlug(words(segment.replace(/\.[^/]*$/, ""))));
  const said = [...suites, ...path];
  return wanted.some((slug) => said.some((each) => each === slug || `-${each}-`.includes(`-${slug}-`)));
}

/** A title as the reader sees it, and a name in code as words. */
function keysOf({ titles }: DiscoveredTest): Set<string> {
  const title = titles.at(-1) ?? "";
  const bare = title.replace(/^(?:Scenario|it)\s*:?\s+/i, "");
  const code = words(title.replace(/\([^)]*\)$/, "").replace(/^test_?(?=[A-Z_\p{Ll}])/u, ""));
  return new Set([title, bare, code].map(plain));
}

/** `aFullCrossing`, `a_full_crossing` and `BookingTests` as words. */
export function words(name: string): string {
  return name
    .replace(/[_-]+/g, " ")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
}

function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim().replace(/\.$/, "");
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
