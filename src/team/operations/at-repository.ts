import * as z from "zod";
import { openIndexes } from "../../code/operations/roots.ts";
import type { Context } from "../../operation/context.ts";
import type { AnyOperation } from "../../operation/operation.ts";
import { contextFor, createRuntime, type Runtime } from "../../operation/runtime.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { viewFolder } from "../../workspace/state/view-folder.ts";
import { oneRepository, type Team } from "../access.ts";
import type { RepositoryView } from "../repositories.ts";
import { StoreIndex } from "../store-index.ts";

const where = {
  repo: z.string().optional().describe("Name of the repository; needed when you may see several"),
  ref: z.string().optional().describe("Branch or tag (default: the default branch)"),
};

/** Operations of one folder as operations of one repository of the store. */
export class AtRepository {
  readonly #team: Team;
  readonly #runtimes = new Map<string, { readonly runtime: Runtime; readonly index: StoreIndex }>();

  constructor(team: Team) {
    this.#team = team;
  }

  of(entry: AnyOperation): AnyOperation {
    const { dropIn: _, taskSupport: __, ...rest } = entry;
    const fields = Object.entries(entry.input.shape).filter(([name]) => name !== "path");
    return {
      ...rest,
      input: z.object({ ...Object.fromEntries(fields), ...where }),
      served: "always",
      cli: { never: "it needs a team server, which knows what its caller may see" },
      run: async (context, { repo, ref, ...given }) => {
        const view = await oneRepository(this.#team, textOf(repo), textOf(ref));
        if (!view.ok) return view;
        context.touched(view.value.repo);
        const at = await this.#contextAt(context, view.value);
        return at.ok ? entry.run(at.value, entry.input.parse({ ...given, path: "." })) : at;
      },
    };
  }

  /** A context in which the index of the workspace is that of the repository. */
  async #contextAt(context: Context, view: RepositoryView) {
    const key = `${view.repo} ${view.ref}`;
    const opened = await openWorkspace(viewFolder(key));
    if (!opened.ok) return opened;
    const known = this.#runtimes.get(key) ?? runtimeFor(context, opened.value, view);
    this.#runtimes.set(key, known);
    known.index.show(view);
    const { signal, progress, recommend, touched } = context;
    return { ok: true as const, value: contextFor(known.runtime, { signal, progress, recommend, touched }) };
  }
}

function runtimeFor({ clock, log }: Context, workspace: { readonly root: string }, view: RepositoryView) {
  const runtime = createRuntime({ workspace, clock, log });
  const index = new StoreIndex(workspace, view);
  runtime.once(openIndexes, () => new Map()).set(workspace.root, index);
  return { runtime, index };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
