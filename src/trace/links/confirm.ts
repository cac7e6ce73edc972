import { languageIdOf } from "../../code/languages/registry.ts";
import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { lineEndingOf } from "../../kernel/text.ts";
import { readText } from "../../workspace/files/files.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Edit, WritePlan } from "../../workspace/write/plan.ts";
import type { RequirementNode } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { type EntryChange, planEntries } from "../records/plan.ts";
import { entryOf } from "../records/read.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";

/** A link that a person or an agent wants written. */
export interface WantedLink {
  readonly address: string;
  /** `file#suite > title`. */
  readonly test: string;
  readonly as: "tag" | "record";
}

interface FoundLink {
  readonly node: RequirementNode;
  readonly test: DiscoveredTest;
  readonly as: WantedLink["as"];
}

/** The plan that writes links: a comment above the test, or a line in the record of the requirement. */
export async function planLinks(
  workspace: Workspace,
  trace: Trace,
  wanted: readonly WantedLink[],
): Promise<Result<WritePlan>> {
  const links: FoundLink[] = [];
  for (const link of wanted) {
    const found = findLink(trace, link);
    if (!found.ok) return found;
    links.push(found.value);
  }
  const tagged = await planTags(
    workspace,
    trace,
    links.filter(({ as }) => as === "tag"),
  );
  if (!tagged.ok) return tagged;
  const entries = recordChanges(
    trace,
    links.filter(({ as }) => as === "record"),
  );
  return ok({ label: "link tests", edits: [...tagged.value, ...planEntries(trace.records, entries)] });
}

function findLink({ graph, scan }: Trace, { address, test, as }: WantedLink): Result<FoundLink> {
  const node = graph.find(address);
  if (!node.ok) return node;
  const tests = [...scan.files.values()].flatMap((facts) => facts.tests);
  const found = tests.find((each) => testId(each) === test);
  if (found !== undefined) return ok({ node: node.value, test: found, as });
  const [file = ""] = test.split("#");
  const near = tests.filter((each) => each.file === file).map(testId);
  const hint = didYouMean(test, near.length > 0 ? near : tests.slice(0, 5_000).map(testId));
  return fail(fault("invalid_argument", `No test has the id \`${test}\`.`, hint, { subject: { test } }));
}

function recordChanges({ records }: Trace, links: readonly FoundLink[]): EntryChange[] {
  const byNode = new Map<RequirementNode, string[]>();
  for (const { node, test } of links) {
    const before = byNode.get(node) ?? entryOf(records, node)?.tests ?? [];
    byNode.set(node, [...before, testId(test)]);
  }
  return [...byNode].map(([node, tests]) => ({ node, changes: { tests } }));
}

async function planTags(
  workspace: Workspace,
  { graph }: Trace,
  links: readonly FoundLink[],
): Promise<Result<Edit[]>> {
  const edits: Edit[] = [];
  for (const path of new Set(links.map(({ test }) => test.file))) {
    const file = await readText(workspace, path);
    if (!file.ok) return file;
    const inFile = links.filter(({ test }) => test.file === path);
    const tags = inFile.map(({ node, test }) => ({
      line: test.range.startLine,
      reference: graph.short(node),
    }));
    const content = withTags(file.value.text, languageIdOf(path), tags);
    edits.push({ kind: "write", path, content, expect: file.value.sha256 });
  }
  return ok(edits);
}

/** A text with a comment above each line, indented like it. */
export function withTags(
  text: string,
  language: string,
  tags: readonly { readonly line: number; readonly reference: string }[],
): string {
  const lines = text.split("\n");
  const ending = lineEndingOf(text) === "\r\n" ? "\r" : "";
  const mark = language === "python" || language === "ruby" ? "#" : "//";
  for (const { line, reference } of [...tags].sort((a, b) => b.line - a.line)) {
    const indent = /^[ \t]*/.exec(lines[line - 1] ?? "")?.[0] ?? "";
    lines.splice(line - 1, 0, `${indent}${mark} [VERIFIES: ${reference}]${ending}`);
  }
  return lines.join("\n");
}
