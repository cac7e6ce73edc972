import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import type { ExtensionMethod } from "../../operation/toolset.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { directoryType, mimeTypeOf } from "../serve/mime.ts";
import { findPublished, publish, publishable } from "../serve/published.ts";
import { fileUri } from "../serve/uri.ts";
import { registryOf } from "./registry-of.ts";

const skillsPerPage = 100;
const entriesPerPage = 500;

/** The protocol's skills extension (SEP-2640) over the same registry as the `skill` tool. */
export const skillMethods: readonly ExtensionMethod[] = [
  { method: "skills/list", params: z.object({ cursor: z.string().optional() }), run: listSkills },
  { method: "skills/get", params: z.object({ uri: z.string() }), run: getSkill },
  {
    method: "resources/directory/read",
    params: z.object({ uri: z.string(), cursor: z.string().optional() }),
    run: readDirectory,
  },
];

async function listSkills(
  context: Context,
  params: Record<string, unknown>,
): Promise<Result<Record<string, unknown>>> {
  const registry = registryOf(context);
  if (!registry.ok) return registry;
  const { enabled } = await registry.value.snapshot();
  const page = pageOf([...publishable(enabled)], params["cursor"], skillsPerPage);
  if (!page.ok) return page;
  const skills: unknown[] = [];
  for (const [uri, skill] of page.value.items) {
    const entry = await publish(uri, skill);
    if (entry.ok) skills.push(entry.value);
    else context.log("warning", `[skills] not published: ${entry.fault.message}`);
  }
  return ok({ skills, ...page.value.next, ...freshness(registry.value.options.refreshInterval) });
}

async function getSkill(
  context: Context,
  params: Record<string, unknown>,
): Promise<Result<Record<string, unknown>>> {
  const registry = registryOf(context);
  if (!registry.ok) return registry;
  const { enabled } = await registry.value.snapshot();
  const wanted = String(params["uri"] ?? "");
  const uri = wanted.replace(/\/SKILL\.md$/, "");
  const skill = publishable(enabled).get(uri);
  const entry = skill && wanted !== uri ? await publish(uri, skill) : undefined;
  if (!entry?.ok) return unknownUri(wanted, "skill");
  return ok({ skill: entry.value, ...freshness(registry.value.options.refreshInterval) });
}

async function readDirectory(
  context: Context,
  params: Record<string, unknown>,
): Promise<Result<Record<string, unknown>>> {
  const registry = registryOf(context);
  if (!registry.ok) return registry;
  const uri = String(params["uri"] ?? "").replace(/\/$/, "");
  const place = await findPublished((await registry.value.snapshot()).enabled, uri);
  if (!place.ok) return unknownUri(uri, "directory");
  const entries = await listFolder(place.value.folder, place.value.path);
  if (!entries.ok) return unknownUri(uri, "directory");
  const children = entries.value
    .filter(({ name, kind }) => kind !== "other" && name !== ".git")
    .map(({ name, kind }) => {
      const mimeType = kind === "folder" ? directoryType : mimeTypeOf(name);
      return { uri: fileUri(uri, name), name, ...(mimeType ? { mimeType } : {}) };
    });
  const page = pageOf(children, params["cursor"], entriesPerPage);
  if (!page.ok) return page;
  const { items: resources, next } = page.value;
  return ok({ resources, ...next, ...freshness(registry.value.options.refreshInterval) });
}

/** How long a client may keep an answer: until the next refresh can have changed it. */
function freshness(ttlMs: number) {
  return { ttlMs, cacheScope: "private" };
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next: { readonly nextCursor?: string };
}

function pageOf<T>(items: readonly T[], cursor: unknown, size: number): Result<Page<T>> {
  const text = typeof cursor === "string" ? Buffer.from(cursor, "base64url").toString() : "from:0";
  const from = /^from:(\d{1,9})$/.exec(text)?.[1];
  if (from === undefined) {
    return fail(fault("invalid_argument", "Invalid cursor.", "Start again without one."));
  }
  const end = Number(from) + size;
  const next = end < items.length ? { nextCursor: Buffer.from(`from:${end}`).toString("base64url") } : {};
  return ok({ items: items.slice(Number(from), end), next });
}

/** The extension wants "invalid params" here, where a missing resource is another error. */
function unknownUri(uri: string, what: "skill" | "directory"): Result<never> {
  const message = `No ${what} is served at ${printable(uri.slice(0, 300))}.`;
  return fail(
    fault("invalid_argument", message, "Call skills/list to see what there is.", { subject: { uri } }),
  );
}
