import * as z from "zod";
import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { userConfigFolder } from "../config/user-folders.ts";
import { readText } from "../files/files.ts";
import { literalPath } from "../paths/paths.ts";
import { openWorkspace } from "../paths/root.ts";
import { updateFile } from "../write/update-file.ts";
import { notTrusted, type TrustRequest } from "./request.ts";
import { ensurePrivateFile, openUserFolder } from "./user-folder.ts";

const ScriptFile = z.object({ path: z.string(), sha256: z.string(), target: z.string().optional() });
const Command = z.object({
  kind: z.literal("command"),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  cwd: z.string(),
  transport: z.string(),
  files: z.array(ScriptFile),
});
const Address = z.object({
  kind: z.literal("address"),
  address: z.string(),
  purpose: z.string(),
  keys: z.array(z.string()),
});
const Entry = z.object({
  project: z.string(),
  allowed: z.discriminatedUnion("kind", [Command, Address]),
  at: z.string(),
});
type Entry = z.infer<typeof Entry>;

const name = "trusted-commands.json";
const file = literalPath(name);

/** Whether the user has allowed exactly this in this project. */
export async function isTrusted(
  project: string,
  request: TrustRequest,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const entries = await entriesOf(project, env);
  return entries.some(({ allowed }) => keyOf(allowed) === keyOf(request));
}

/** The files that changed since the user allowed the same command line; empty when they never did. */
export async function changedFiles(
  project: string,
  request: TrustRequest,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  if (request.kind === "address") return [];
  const commandKey = (each: Entry["allowed"]) =>
    each.kind === "command" ? keyOf({ ...each, files: [] }) : "";
  const earlier = (await entriesOf(project, env)).findLast(
    ({ allowed }) => commandKey(allowed) === keyOf({ ...request, files: [] }),
  );
  if (earlier?.allowed.kind !== "command") return [];
  const before = new Set(earlier.allowed.files.map((each) => JSON.stringify(fileKey(each))));
  const after = new Set(request.files.map((each) => JSON.stringify(fileKey(each))));
  const changed = [
    ...request.files.filter((each) => !before.has(JSON.stringify(fileKey(each)))),
    ...earlier.allowed.files.filter((each) => !after.has(JSON.stringify(fileKey(each)))),
  ];
  return [...new Set(changed.map(({ path }) => path))];
}

/** Stores a permission in the user's own folder, in a private file, never in the project. */
export async function trust(
  project: string,
  request: TrustRequest,
  env: NodeJS.ProcessEnv,
  at: Date,
): Promise<Result<undefined>> {
  const home = await openUserFolder(env);
  if (!home.ok) return home;
  if (await isTrusted(project, request, env)) return ok(undefined);
  const created = await ensurePrivateFile(home.value, name);
  if (!created.ok) return created;
  const allowed = request.kind === "address" ? Address.parse(request) : Command.parse(request);
  const entry: Entry = { project, allowed, at: at.toISOString() };
  const result = await updateFile(
    home.value,
    file,
    (text) => ok(`${JSON.stringify({ trusted: [...entriesIn(text), entry] }, null, 2)}\n`),
    { create: true, label: "trust a command" },
  );
  return result.ok ? ok(undefined) : result;
}

/** Settings that may be used; or the reason why not, with the request that the user could allow. */
export type TrustDecision<T> =
  | { readonly use: T; readonly refusal?: undefined; readonly request?: undefined }
  | { readonly use?: undefined; readonly refusal: Fault; readonly request?: TrustRequest };

/** Decides whether settings from a project's file may be used. */
export async function decideTrust<T>(
  project: string,
  settings: T,
  request: Result<TrustRequest | undefined>,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<T>> {
  if (!request.ok) return { refusal: request.fault };
  if (request.value === undefined || (await isTrusted(project, request.value, env))) return { use: settings };
  const changed = await changedFiles(project, request.value, env);
  return { refusal: notTrusted(request.value, changed), request: request.value };
}

/** Everything that a permission covers, in a fixed order. The file that contains an address is not part of it. */
function keyOf(request: TrustRequest | Entry["allowed"]): string {
  if (request.kind === "address")
    return JSON.stringify(["address", request.purpose, request.address, request.keys]);
  const { command, args, env, cwd, transport, files } = request;
  const variables = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(["command", command, args, variables, cwd, transport, files.map(fileKey)]);
}

function fileKey({ path, sha256, target = "" }: z.infer<typeof ScriptFile>): readonly string[] {
  return [path, sha256, target];
}

async function entriesOf(project: string, env: NodeJS.ProcessEnv): Promise<Entry[]> {
  const home = await openWorkspace(userConfigFolder(env));
  const text = home.ok ? await readText(home.value, file) : home;
  return text.ok ? entriesIn(text.value.text).filter((entry) => entry.project === project) : [];
}

/** Entries of an earlier version are skipped, because they do not cover everything: the user is asked again. */
function entriesIn(text: string): Entry[] {
  try {
    const { trusted } = z.object({ trusted: z.array(z.unknown()) }).parse(JSON.parse(text));
    return trusted.flatMap((entry) => {
      const parsed = Entry.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return [];
  }
}
