import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { userConfigFolder } from "../../workspace/config/user-folders.ts";
import { readText } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { ensurePrivateFile, openUserFolder } from "../../workspace/trust/user-folder.ts";
import { updateFile } from "../../workspace/write/update-file.ts";

/** The client registration and the tokens for one server. */
export const Credentials = z.object({
  client: z.looseObject({ client_id: z.string() }).optional(),
  tokens: z.looseObject({ access_token: z.string(), token_type: z.string() }).optional(),
});
export type Credentials = z.infer<typeof Credentials>;

const CredentialsFile = z.object({ servers: z.record(z.string(), Credentials).default({}) });

const name = "access.json";
const file = literalPath(name);

/** The stored credentials for a server; empty if there are none. */
export async function loadCredentials(endpoint: string, env: NodeJS.ProcessEnv): Promise<Credentials> {
  return (await allCredentials(env))[serverKey(endpoint)] ?? {};
}

/** Stores credentials in the user's configuration folder, in a file that only the user can read. */
export async function saveCredentials(
  endpoint: string,
  credentials: Credentials,
  env: NodeJS.ProcessEnv,
): Promise<Result<undefined>> {
  const home = await openUserFolder(env);
  if (!home.ok) return home;
  const created = await ensurePrivateFile(home.value, name);
  if (!created.ok) return created;
  const result = await updateFile(
    home.value,
    file,
    (text) =>
      ok(`${JSON.stringify({ servers: { ...parse(text), [serverKey(endpoint)]: credentials } }, null, 2)}\n`),
    { create: true, label: "store credentials" },
  );
  return result.ok ? ok(undefined) : result;
}

/** The servers with stored tokens, for `hewto doctor`. */
export async function authorizedServers(env: NodeJS.ProcessEnv): Promise<string[]> {
  const stored = Object.entries(await allCredentials(env));
  return stored.filter(([, { tokens }]) => tokens).map(([server]) => server);
}

async function allCredentials(env: NodeJS.ProcessEnv): Promise<Record<string, Credentials>> {
  const home = await openWorkspace(userConfigFolder(env));
  const text = home.ok ? await readText(home.value, file) : home;
  return text.ok ? parse(text.value.text) : {};
}

/** Tokens are for one endpoint: another path of the same host may belong to someone else. */
function serverKey(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint);
  return `${origin}${pathname}`;
}

/** An invalid file counts as empty; the person is asked again. */
function parse(text: string): Record<string, Credentials> {
  try {
    const file = CredentialsFile.safeParse(JSON.parse(text));
    return file.success ? file.data.servers : {};
  } catch {
    return {};
  }
}
