import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { type OpenOptions, openStore } from "../open.ts";
import { allowedStore, type StoreSettings } from "../settings.ts";
import type { Repo, Store } from "../store.ts";

/** `[store]` of a command that works on the store and cannot do without it. */
export async function storeSettings({ workspace }: Context): Promise<Result<StoreSettings>> {
  const allowed = await allowedStore(workspace, process.env);
  if (!allowed.ok) return allowed;
  const { use, refusal } = allowed.value;
  if (!use) return fail(refusal);
  if (use.url !== "") return ok(use);
  const remedy =
    "Set HEWTO_STORE_URL, or `url` of `[store]` in your config.toml, to postgres://USER@HOST/DATABASE or file:///FOLDER.";
  return fail(fault("store_missing", "No shared store is configured.", remedy));
}

/** Runs work on the configured store and closes it. */
export async function withStore<T>(
  context: Context,
  work: (store: Store, settings: StoreSettings) => Promise<Result<T>>,
  options: Omit<OpenOptions, "tenant"> = {},
): Promise<Result<T>> {
  const settings = await storeSettings(context);
  if (!settings.ok) return settings;
  const store = await openStore(settings.value.url, { ...options, tenant: settings.value.tenant });
  if (!store.ok) return store;
  try {
    return await work(store.value, settings.value);
  } finally {
    await store.value.close();
  }
}

/** Work on the repository of the workspace in the store of the settings. */
export function withRepo<T>(
  context: Context,
  work: (store: Store, repo: Repo) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withStore(context, async (store, settings) => {
    const { repoNameAt } = await import("../repo-name.ts");
    const name = settings.repo || (await repoNameAt(context.workspace.root)) || context.workspace.root;
    const repo = await store.repos.find(name);
    if (!repo.ok) return repo;
    if (repo.value) return work(store, repo.value);
    const suggest = { operation: "store_add", args: { source: "." }, to: "add it" };
    const message = `The store ${store.address} has no repository \`${printable(name)}\`.`;
    return fail(fault("repo_not_found", message, "", { suggest }));
  });
}

/** Why none of these commands is a tool. */
export const forOperators = { never: "For the people who run the store: agents only read what it holds" };
