import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { printable } from "../kernel/text.ts";
import { type Effects, reading } from "../operation/operation.ts";
import type { Repo, Store } from "../store/store.ts";
import type { Grants } from "./grants.ts";
import { currentPrincipal } from "./principal.ts";
import type { Repositories, RepositoryView } from "./repositories.ts";

/** The world of a team server is its store: it connects there, and nowhere else. */
export const readingStore: Effects = { ...reading, openWorld: () => false };

/** What the operations of a team server share. */
export interface Team {
  readonly store: Store;
  readonly repositories: Repositories;
  readonly grants: Grants;
}

/** A repository that could not be read for this answer. */
export interface LeftOut {
  readonly repo: string;
  readonly reason: string;
}

/** The repositories that the caller may see, by name. Everything else does not exist for them. */
export async function permitted({ repositories, grants }: Team): Promise<Result<readonly Repo[]>> {
  const permits = await grants.permitsFor(currentPrincipal());
  if (!permits.ok) return permits;
  const repos = await repositories.list();
  return repos.ok ? ok(repos.value.filter(({ name }) => permits.value(name))) : repos;
}

/** The repository that was named; without a name the only one that the caller may see. */
export async function oneRepository(
  team: Team,
  repo: string | undefined,
  ref: string | undefined,
): Promise<Result<RepositoryView>> {
  const repos = await permitted(team);
  if (!repos.ok) return repos;
  const [first, second] = repos.value;
  const named = repo === undefined ? undefined : repos.value.find(({ name }) => name === repo);
  if (named) return team.repositories.view(named, ref);
  if (repo !== undefined) return unknown(repo, repos.value);
  if (first && !second) return team.repositories.view(first, ref);
  const message = first ? "Name the repository: you may see several." : "No repository here is open to you.";
  return fail(
    fault("repository_unknown", message, "", {
      suggest: { operation: "list_repositories", to: "see their names" },
    }),
  );
}

/** Several repositories, and those of them that cannot be read now. */
export async function manyRepositories(
  team: Team,
  names: readonly string[] | "all",
): Promise<Result<{ readonly views: readonly RepositoryView[]; readonly leftOut: readonly LeftOut[] }>> {
  const repos = await permitted(team);
  if (!repos.ok) return repos;
  const missing =
    names === "all" ? undefined : names.find((name) => !repos.value.some((each) => each.name === name));
  if (missing !== undefined) return unknown(missing, repos.value);
  const wanted = names === "all" ? repos.value : repos.value.filter(({ name }) => names.includes(name));
  const views: RepositoryView[] = [];
  const leftOut: LeftOut[] = [];
  for (const repo of wanted) {
    const view = await team.repositories.view(repo, undefined);
    if (view.ok) views.push(view.value);
    else leftOut.push({ repo: repo.name, reason: view.fault.message });
  }
  return ok({ views, leftOut });
}

/** Which repositories a call is about: one, several, or all that the caller may see. */
export interface Scope {
  readonly repo?: string | undefined;
  readonly ref?: string | undefined;
  readonly repos?: readonly string[] | "all" | undefined;
}

export async function viewsFor(team: Team, { repo, ref, repos }: Scope) {
  if (repos !== undefined) return manyRepositories(team, repos);
  const view = await oneRepository(team, repo, ref);
  return view.ok ? ok({ views: [view.value], leftOut: [] as LeftOut[] }) : view;
}

/** The arguments of a scope, the same for every tool. */
export const scopeFields = {
  repo: z.string().optional().describe("Name of the repository; needed when you may see several"),
  ref: z.string().optional().describe("Branch or tag (default: the default branch)"),
  repos: z
    .union([z.literal("all"), z.array(z.string()).min(1).max(500)])
    .optional()
    .describe("Several repositories, or all that you may see; less precise than one"),
};

function unknown(repo: string, repos: readonly Repo[]): Result<never> {
  const hint = didYouMean(
    repo,
    repos.map(({ name }) => name),
  );
  const suggest = { operation: "list_repositories", to: "see their names" };
  return fail(
    fault("repository_unknown", `There is no repository \`${printable(repo)}\` that you may see.`, hint, {
      suggest,
    }),
  );
}
