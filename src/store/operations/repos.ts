import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { forOperators, withStore } from "./configured.ts";

const source = z
  .string()
  .min(1)
  .describe("Address of the repository (https or ssh), or a folder of this machine");
const refs = z
  .array(z.string().min(1).max(200))
  .max(100)
  .default([])
  .describe("Branches to index; `*` stands for anything (default: the default branch)");

export const storeAdd = operation({
  name: "store_add",
  title: "Add a repository",
  summary: "Have workers index a repository into the shared store",
  icon: "artifact",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served: forOperators,
  cli: {
    words: "store add",
    positionals: ["source"],
    flagNames: { refs: "ref" },
    examples: ["store add https://github.com/acme/api --ref main --ref 'release/*'", "store add ."],
  },
  input: z.object({
    source,
    refs,
    name: z
      .string()
      .max(500)
      .optional()
      .describe("Its name in the store (default: host and path of the address)"),
    was: z
      .string()
      .max(500)
      .optional()
      .describe("Its name so far, after a move: it keeps all that is indexed"),
  }),
  output: z.object({ name: z.string(), source: z.string(), refs: z.array(z.string()) }),
  run: (context, input) =>
    withStore(context, async (store) =>
      (await import("../add-repo.ts")).addRepo(store, context.workspace.root, input),
    ),
  text: ({ name, source, refs }) =>
    `Added ${printable(name)} from ${printable(source)}: ${refs.length === 0 ? "the default branch" : printable(refs.join(", "))}.`,
});

export const storeRemove = operation({
  name: "store_remove",
  title: "Remove a repository",
  summary: "Remove a repository from the shared store",
  details: "It cannot be read any more at once; its bytes go with the next sweep, or with `erase` at once.",
  icon: "artifact",
  effects: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  served: forOperators,
  cli: { words: "store remove", positionals: ["name"] },
  input: z.object({
    name: z.string().min(1).describe("Its name in the store"),
    erase: z.boolean().default(false).describe("Delete its bytes now instead of with a later sweep"),
  }),
  output: z.object({ name: z.string(), erased: z.boolean() }),
  run: (context, { name, erase }) =>
    withStore(context, async (store) => {
      const removed = await store.repos.remove(name, erase);
      if (!removed.ok) return removed;
      if (removed.value) return ok({ name, erased: erase });
      const message = `The store has no repository \`${printable(name)}\`.`;
      const suggest = { operation: "store_status", to: "list them" };
      return fail(fault("repo_not_found", message, "", { suggest }));
    }),
  text: ({ name, erased }) => `Removed ${printable(name)}${erased ? " and its bytes" : ""}.`,
});
