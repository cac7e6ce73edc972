import type { FileChange } from "../../changes/archive/plan.ts";
import { readText } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { readOpeningTags } from "../links/grammar.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { Trace } from "../read/trace.ts";
import { renamedRecords, rewriteTags, type TagRewrite, withRewrites } from "../records/rename.ts";
import type { SourceFacts } from "../sources/model.ts";
import type { AfterArchive } from "./after.ts";
import type { AddressRename } from "./renames.ts";

/** A tag that an archive rewrites. */
export interface RenamedTag extends TagRewrite {
  readonly file: WorkspacePath;
}

export interface LinkChanges {
  readonly files: readonly FileChange[];
  readonly tags: readonly RenamedTag[];
  /** Files that could not be read; their tags keep the old address. */
  readonly unread: readonly WorkspacePath[];
}

/** The tags and records that follow the renames of an archive. */
export async function planLinkChanges(
  workspace: Workspace,
  trace: Trace,
  { graph, renames }: Pick<AfterArchive, "graph" | "renames">,
): Promise<LinkChanges> {
  const files: FileChange[] = [];
  const tags: RenamedTag[] = [];
  const unread: WorkspacePath[] = [];
  if (renames.length === 0) return { files, tags, unread };
  const tagged = new Set<AddressRename>();
  for (const [file, facts] of trace.scan.files) {
    const rewrites = allRewrites(facts, graph, renames, tagged);
    if (rewrites.length === 0) continue;
    const before = await readText(workspace, file);
    if (!before.ok) {
      unread.push(file);
      continue;
    }
    tags.push(...rewrites.map((rewrite) => ({ file, ...rewrite })));
    files.push({ path: file, before: before.value, after: withRewrites(before.value.text, rewrites) });
  }
  for (const { path, after } of renamedRecords(trace.records, renames, (rename) => tagged.has(rename))) {
    const before = await readText(workspace, path);
    files.push({ path, before: before.ok ? before.value : undefined, after });
  }
  return { files, tags, unread };
}

/** The tags of a file after all renames: one tag can name a requirement and a scenario that are both renamed. */
function allRewrites(
  facts: SourceFacts,
  graph: RequirementGraph,
  renames: readonly AddressRename[],
  tagged: Set<AddressRename>,
): TagRewrite[] {
  let current = facts;
  for (const rename of renames) {
    const rewrites = rewriteTags(current, graph, rename.from, rename.to);
    if (rewrites.length === 0) continue;
    tagged.add(rename);
    const tags = current.tags.map((tag) => {
      const rewrite = rewrites.find(({ line, before }) => line === tag.line && before === tag.text);
      if (rewrite === undefined) return tag;
      const references = readOpeningTags(rewrite.after).tags[0]?.references ?? tag.references;
      return { ...tag, text: rewrite.after, references };
    });
    current = { ...current, tags };
  }
  return facts.tags.flatMap(({ line, text: before }, at) => {
    const after = current.tags[at]?.text ?? before;
    return after === before ? [] : [{ line, before, after }];
  });
}
