import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import type { ExtensionMethod } from "../../operation/toolset.ts";
import { listFolder } from "../../workspace/files/files.ts";
import type { SkillRegistry } from "../registry/registry.ts";
import { directoryType, mimeTypeOf } from "../serve/mime.ts";
import { findPublished, publish, publishable } from "../serve/published.ts";
import { fileUri } from "../serve/uri.ts";
import { withRegistry } from "./registry-of.ts";

const skillsPerPage = 100;
const entriesPerPage = 500;

const Page = z.object({ cursor: z.string().optional() });
const Uri = z.object({ uri: z.string() });

/** The protocol's skills extension (SEP-2640), over the same registry as the `skill` tool. */
export const skillMethods: readonly ExtensionMethod[] = [
  method("skills/list", Page, listSkills),
  method("skills/get", Uri, getSkill),
  method("resources/directory/read", Uri.extend(Page.shape), readDirectory),
];

type Answer = Record<string, unknown>;

function method<Params extends z.ZodObject>(
  name: string,
  schema: Params,
  answer: (registry: SkillRegistry, params: z.output<Params>, context: Context) => Promise<Result<Answer>>,
): ExtensionMethod {
  return {
    method: name,
    run: (context, given) =>
      withRegistry(context, async (registry) => {
        const params = schema.safeParse(given);
        if (!params.success) return invalidParams(name, params.error);
        const result = await answer(registry, params.data, context);
        // A client may cache an answer until the next refresh.
        return result.ok
          ? ok({ ...result.value, ttlMs: registry.options.refreshInterval, cacheScope: "private" })
          : result;
      }),
  };
}

async function listSkills(
  registry: SkillRegistry,
  { cursor }: z.output<typeof Page>,
  context: Context,
): Promise<Result<Answer>> {
  const { enabled } = await registry.snapshot();
  const page = pageOf([...publishable(enabled)], cursor, skillsPerPage);
  if (!page.ok) return page;
  const skills: unknown[] = [];
  for (const [uri, skill] of page.value.items) {
    const entry = await publish(uri, skill);
    if (entry.ok) skills.push(entry.value);
    else context.log("warning", `[skills] not published: ${entry.fault.message}`);
  }
  return ok({ skills, ...page.value.next });
}

async function getSkill(registry: SkillRegistry, { uri }: z.output<typeof Uri>): Promise<Result<Answer>> {
  const { enabled } = await registry.snapshot();
  const folder = uri.replace(/\/SKILL\.md$/, "");
  const skill = publishable(enabled).get(folder);
  const entry = skill && folder !== uri ? await publish(folder, skill) : undefined;
  return entry?.ok ? ok({ skill: entry.value }) : unknownUri(uri, "skill");
}

async function readDirectory(
  registry: SkillRegistry,
  { uri: given, cursor }: z.output<typeof Uri> & z.output<typeof Page>,
): Promise<Result<Answer>> {
  const uri = given.replace(/\/$/, "");
  const resource = await findPublished((await registry.snapshot()).enabled, uri);
  if (!resource.ok) return unknownUri(uri, "directory");
  const entries = await listFolder(resource.value.folder, resource.value.path);
  if (!entries.ok) return unknownUri(uri, "directory");
  const children = entries.value
    .filter(({ name, kind }) => kind !== "other" && name !== ".git")
    .map(({ name, kind }) => ({
      uri: fileUri(uri, name),
      name,
      mimeType: kind === "folder" ? directoryType : mimeTypeOf(name),
    }));
  const page = pageOf(children, cursor, entriesPerPage);
  return page.ok ? ok({ resources: page.value.items, ...page.value.next }) : page;
}

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: { readonly nextCursor?: string };
}

function pageOf<T>(items: readonly T[], cursor: string | undefined, size: number): Result<PageOf<T>> {
  const text = cursor === undefined ? "from:0" : Buffer.from(cursor, "base64url").toString();
  const from = /^from:(\d{1,9})$/.exec(text)?.[1];
  if (from === undefined) {
    return fail(fault("invalid_argument", "Invalid cursor.", "Start again without one."));
  }
  const end = Number(from) + size;
  const next = end < items.length ? { nextCursor: Buffer.from(`from:${end}`).toString("base64url") } : {};
  return ok({ items: items.slice(Number(from), end), next });
}

function invalidParams(name: string, error: z.ZodError): Result<never> {
  const issue = error.issues[0];
  const message = `Invalid params for ${name}: ${issue?.path.join(".")}: ${issue?.message}.`;
  return fail(fault("invalid_argument", message, ""));
}

/** The extension requires "invalid params" here, not the error for a missing resource. */
function unknownUri(uri: string, what: "skill" | "directory"): Result<never> {
  const message = `No ${what} is served at ${printable(uri.slice(0, 300))}.`;
  return fail(fault("invalid_argument", message, "Call skills/list for the URIs.", { subject: { uri } }));
}
