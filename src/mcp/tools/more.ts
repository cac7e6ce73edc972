import * as z from "zod";
import type { CatalogEntry } from "../../catalog.ts";
import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { type AnyOperation, operation, reading } from "../../operation/operation.ts";
import type { Registry } from "../protocol/registry.ts";
import { type Listing, moreTool } from "./listing.ts";

const Group = z.object({
  toolset: z.string(),
  about: z.string(),
  tools: z.array(z.object({ name: z.string(), summary: z.string() })),
});
type Group = z.infer<typeof Group>;

/** The tool that names what an `auto` server does not list, and lists it. */
export function moreOperation(
  registry: () => Registry,
  entries: readonly CatalogEntry[],
  listing: Listing,
): AnyOperation {
  const unlisted = (): Group[] => {
    const { tools, toolsetOf } = registry();
    const isListed = listing.names(registry());
    return entries.flatMap(({ name, summary: about }) => {
      const hidden = tools().filter((tool) => toolsetOf(tool.name) === name && !isListed(tool.name));
      const rows = hidden.map((tool) => ({ name: tool.name, summary: tool.summary }));
      return rows.length === 0 ? [] : [{ toolset: name, about, tools: rows }];
    });
  };
  return operation({
    name: moreTool,
    title: "More tools",
    summary: "Names the tools of Hewto that are not listed; with a toolset, lists them from now on.",
    icon: "check",
    effects: reading,
    cli: { never: "it changes what a server lists; the command line has everything" },
    input: z.object({
      toolset: z
        .string()
        .optional()
        .describe(`One of ${entries.map(({ name }) => name).join(", ")}: list its tools from now on`),
    }),
    output: z.object({
      listed: z.string().optional().describe("The toolset that is listed now"),
      toolsets: z.array(Group),
    }),
    run: async (_context, { toolset }) => {
      const hidden = unlisted();
      if (toolset === undefined) return ok({ toolsets: hidden });
      const entry = entries.find(({ name }) => name === toolset);
      if (entry === undefined) {
        const known = entries.map(({ name }) => name);
        const message = `There is no toolset \`${toolset}\`. ${didYouMean(toolset, known)}`.trim();
        const remedy = `The toolsets are ${known.join(", ")}.`;
        return fail(fault("invalid_argument", message, remedy, { subject: { argument: "toolset" } }));
      }
      listing.switchOn(entry.name);
      return ok({ listed: entry.name, toolsets: hidden.filter((group) => group.toolset === toolset) });
    },
    text: ({ listed, toolsets }) => {
      if (listed === undefined) return toolsets.length === 0 ? "Every tool is listed." : groups(toolsets);
      const added = toolsets.flatMap(({ tools }) => tools).length;
      return added === 0
        ? `Every tool of ${listed} is listed.`
        : `${count(added, "tool")} of ${listed} can be called now:\n${groups(toolsets)}`;
    },
  });
}

function groups(toolsets: readonly Group[]): string {
  return toolsets
    .map(({ toolset, about, tools }) =>
      [`${toolset}: ${about}`, ...tools.map(({ name, summary }) => `- ${name}: ${summary}`)].join("\n"),
    )
    .join("\n");
}
