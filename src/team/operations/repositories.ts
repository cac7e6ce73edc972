import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { permitted, readingStore, type Team } from "../access.ts";

export function listRepositories(team: Team) {
  return operation({
    name: "list_repositories",
    title: "List Repositories",
    summary: "The repositories that you may search",
    icon: "index",
    effects: readingStore,
    cli: { never: "it needs a team server, which knows what its caller may see" },
    input: z.object({
      contains: z.string().optional().describe("Only names that contain this"),
      limit: z.int().min(1).max(1000).default(100).describe("Most names to return"),
    }),
    output: z.object({ repositories: z.array(z.string()), left_out: z.int() }),
    run: async (_, { contains = "", limit }) => {
      const repos = await permitted(team);
      if (!repos.ok) return repos;
      const names = repos.value.map(({ name }) => name).filter((name) => name.includes(contains));
      const { shown, leftOut } = clip(names.sort(), limit);
      return ok({ repositories: [...shown], left_out: leftOut });
    },
    text: ({ repositories, left_out }) =>
      printable(
        [
          ...repositories,
          ...(left_out > 0 ? [`… ${left_out} more; raise limit or narrow with contains.`] : []),
        ].join("\n"),
      ) || "No repository here is open to you.",
  });
}
