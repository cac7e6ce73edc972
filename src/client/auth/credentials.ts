import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { userConfigFolder } from "../../workspace/config/user-folders.ts";
import { readText } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { ensurePrivateFile, openUserFolder } from "../../workspace/trust/user-folder.ts";
import { updateFile } from "../../workspace/write/update-file.ts";

/** What lets us in at one server: who we are registered as there, and the tokens that a person granted. */
export const Access = z.object({
  client: z.looseObject({ client_id: z.string() }).optional(),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).optional(),
});
export type Access = z.infer<typeof Access>;

const Kept = z.object({ servers: z.record(z.string(), Access).default({}) });

const name = "access.json";
const file = literalPath(name);

/** The access that this person was granted earlier; empty where there is none. */
export async function readAccess(endpoint: string, env: NodeJS.ProcessEnv): Promise<Access> {
  return (await allAccess(env))[placeOf(endpoint)] ?? {};
}

/** Keeps it in the person's own folder, in a file that nobody else may read. */
export async function keepAccess(
  endpoint: string,
  access: Access,
  env: NodeJS.ProcessEnv,
): Promise<Result<undefined>> {
  const home = await openUserFolder(env);
  if (!home.ok) return home;
  const made = await ensurePrivateFile(home.value, name);
  if (!made.ok) return made;
  const written = await updateFile(
    home.value,
    file,
    (text) => ok(`${JSON.stringify({ servers: { ...read(text), [placeOf(endpoint)]: access } }, null, 2)}\n`),
    { create: true, label: "keep access" },
  );
  return written.ok ? ok(undefined) : written;
}

/** The servers that we can get into, for `hewto doctor`. */
export async function keptPlaces(env: NodeJS.ProcessEnv): Promise<string[]> {
  const kept = Object.entries(await allAccess(env));
  return kept.filter(([, { tokens }]) => tokens).map(([place]) => place);
}

async function allAccess(env: NodeJS.ProcessEnv): Promise<Record<string, Access>> {
  const home = await openWorkspace(userConfigFolder(env));
  const text = home.ok ? await readText(home.value, file) : home;
  return text.ok ? read(text.value.text) : {};
}

/** Tokens are for one endpoint: another path of the same host may be somebody else's. */
function placeOf(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint);
  return `${origin}${pathname}`;
}

/** A file that cannot be read holds nothing; the person is asked again. */
function read(text: string): Record<string, Access> {
  try {
    const parsed = Kept.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.servers : {};
  } catch {
    return {};
  }
}
