import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import type { SourceFacts } from "../sources/model.ts";

/** All forms of an address, which might no longer exist: in full, without its format, without its spec. */
export function formsOfAddress(address: string): string[] {
  const [, rest = address] = address.split(/^[a-z]+:(.*)$/s);
  const slash = rest.split("#")[0]?.lastIndexOf("/") ?? -1;
  return [...new Set([address, rest, rest.slice(slash + 1)].map((form) => form.toLowerCase()))];
}

export interface TagRewrite {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** How the tags of a file change when a requirement is called something else. Its parts keep their names. */
export function rewriteTags(
  { tags }: SourceFacts,
  graph: RequirementGraph,
  from: string,
  to: RequirementNode,
): TagRewrite[] {
  const forms = formsOfAddress(from);
  return tags.flatMap((tag) => {
    let after = tag.text;
    for (const reference of tag.references) {
      const [head = "", part] = reference.split("#");
      const isWhole = forms.includes(reference.toLowerCase());
      const isPart = part !== undefined && !from.includes("#") && forms.includes(head.toLowerCase());
      // A short form that still means something else is not about this requirement.
      if ((!isWhole && !isPart) || graph.resolve(reference).kind === "one") continue;
      const target = isWhole ? graph.short(to) : `${graph.short(to)}#${part}`;
      after = after.replace(reference, target);
    }
    return after === tag.text ? [] : [{ line: tag.line, before: tag.text, after }];
  });
}

/** A text with tags replaced, each on its line. */
export function withRewrites(text: string, rewrites: readonly TagRewrite[]): string {
  const lines = text.split("\n");
  for (const { line, before, after } of rewrites)
    lines[line - 1] = (lines[line - 1] ?? "").replace(before, () => after);
  return lines.join("\n");
}
