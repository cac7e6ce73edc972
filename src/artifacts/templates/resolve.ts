import * as z from "zod";
import type { Fault } from "../../kernel/fault.ts";
import { sha256 } from "../../kernel/hash.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { version } from "../../kernel/version.ts";
import { readText } from "../../workspace/files/files.ts";
import { insideWorkspace, literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { parseLocator } from "../locate/locator.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import { packagedTemplates } from "./packaged.ts";
import { type Fetch, remoteTemplate } from "./remote.ts";
import {
  overridesFor,
  type Pointer,
  packagedKey,
  pointerOf,
  type Scenario,
  templateFolder,
} from "./scenario.ts";
import { declaredTokens, templateBody } from "./tokens.ts";

export const tiers = ["WorkspaceOverride", "PointerFile", "PointerUrl", "EmbeddedDefault"] as const;
export type Tier = (typeof tiers)[number];

/** Where a template came from. */
export const Provenance = z.object({
  tier: z.enum(tiers),
  /** A workspace path, a URL, or `embedded://KEY`. */
  locator: z.string(),
  /** The release for a packaged template; otherwise the beginning of its hash. */
  version: z.string(),
  pointer: z.string().optional(),
  cache_path: z.string().optional(),
  last_modified: z.string().optional(),
  degraded: z
    .boolean()
    .optional()
    .describe("True when another template is used instead of the requested one."),
  reason: z.string().optional(),
});
export type Provenance = z.infer<typeof Provenance>;

export interface Template {
  readonly scenario: Scenario;
  readonly body: string;
  readonly tokens: readonly string[];
  readonly provenance: Provenance;
}

export interface TemplateSources {
  readonly workspace: Workspace;
  readonly fetch: Fetch;
  readonly clock: () => Date;
  readonly signal: AbortSignal;
}

/**
 * The template in effect: a file in the workspace, otherwise the target of the pointer file, otherwise the packaged
 * one. Resolved on every call, so an edited pointer takes effect at once.
 */
export async function resolveTemplate(
  sources: TemplateSources,
  scenario: Scenario,
): Promise<Result<Template>> {
  const { workspace } = sources;
  for (const path of overridesFor(scenario)) {
    const file = await readText(workspace, literalPath(path));
    if (file.ok)
      return ok(
        template(scenario, file.value.text, fileProvenance("WorkspaceOverride", path, file.value.text)),
      );
    if (file.fault.code !== "path_not_found") return inConcept("template_orchestration", file);
  }
  const pointer = await readPointer(sources.workspace, pointerOf(scenario.kind));
  if (!pointer.ok) return pointer;
  if (pointer.value === undefined) return ok(packaged(scenario));
  return followPointer(sources, scenario, pointerOf(scenario.kind), pointer.value);
}

/** The content of the pointer file; undefined if there is none. An empty file is an error, not a fallback. */
export async function readPointer(
  workspace: Workspace,
  pointer: Pointer,
): Promise<Result<string | undefined>> {
  const path = literalPath(`${templateFolder}/${pointer}`);
  const file = await readText(workspace, path);
  if (!file.ok)
    return file.fault.code === "path_not_found" ? ok(undefined) : inConcept("template_orchestration", file);
  const locator = file.value.text.replace(/^\uFEFF/, "").trim();
  if (locator !== "") return ok(locator);
  return invalidPointer(pointer, "", "it is empty");
}

/** Resolves the target of a pointer; also used to check a locator before it is written to a pointer. */
export async function followPointer(
  sources: TemplateSources,
  scenario: Scenario,
  pointer: Pointer,
  locator: string,
): Promise<Result<Template>> {
  const parsed = parseLocator(locator);
  if (!parsed.ok) return invalidPointer(pointer, locator, parsed.fault.message, parsed.fault.remedy);
  if (parsed.value.type === "artifact")
    return invalidPointer(pointer, locator, "a handle refers to an artifact, not to a template");
  const pointerPath = `${templateFolder}/${pointer}`;
  if (parsed.value.type === "url") return followUrl(sources, scenario, pointerPath, parsed.value.url);
  const path = await insideWorkspace(sources.workspace, parsed.value.path);
  if (!path.ok)
    return inConcept("template_orchestration", path, { path: locator, details: { pointer: pointerPath } });
  const file = await readText(sources.workspace, path.value);
  if (!file.ok) return invalidPointer(pointer, locator, file.fault.message);
  const { text } = file.value;
  return ok(
    template(scenario, text, { ...fileProvenance("PointerFile", path.value, text), pointer: pointerPath }),
  );
}

function packaged(scenario: Scenario, reason?: string, pointer?: string): Template {
  const key = packagedKey(scenario);
  return template(scenario, packagedTemplates[key], {
    tier: "EmbeddedDefault",
    locator: `embedded://${key}`,
    version: `hewto@${version}`,
    pointer,
    degraded: reason === undefined ? undefined : true,
    reason,
  });
}

async function followUrl(
  sources: TemplateSources,
  scenario: Scenario,
  pointer: string,
  url: string,
): Promise<Result<Template>> {
  const { workspace, fetch, clock, signal } = sources;
  const remote = await remoteTemplate(workspace, url, fetch, clock, signal);
  // The packaged template is used instead, and the answer says so and why.
  if (!remote.ok && (remote.fault.code === "remote_unavailable" || remote.fault.code === "not_trusted"))
    return ok(packaged(scenario, reasonOf(remote.fault, pointer), pointer));
  if (!remote.ok) return remote;
  const { text, cachePath, lastModified, degraded } = remote.value;
  return ok(
    template(scenario, text, {
      tier: "PointerUrl",
      locator: url,
      version: hashVersion(text),
      pointer,
      cache_path: cachePath,
      last_modified: lastModified,
      degraded: degraded === undefined ? undefined : true,
      reason: degraded,
    }),
  );
}

/** Only the user can allow an address, so the reason says which file names it and how to allow it. */
function reasonOf({ code, message }: Fault, pointer: string): string {
  if (code !== "not_trusted") return message;
  return `\`${pointer}\` is not followed: ${message} The user can run \`hewto doctor --trust\` to allow it.`;
}

function template(scenario: Scenario, text: string, provenance: Provenance): Template {
  const body = templateBody(text);
  return { scenario, body, tokens: declaredTokens(body), provenance };
}

function fileProvenance(tier: Tier, locator: string, text: string): Provenance {
  return { tier, locator, version: hashVersion(text) };
}

function hashVersion(text: string): string {
  return `sha256:${sha256(text).slice(0, 16)}`;
}

function invalidPointer(pointer: Pointer, locator: string, why: string, remedy = ""): Result<never> {
  const path = `${templateFolder}/${pointer}`;
  // The pointer exists, or was requested and is not written.
  const to = locator === "" ? "" : ` to \`${locator}\``;
  return conceptFailure(
    "template_orchestration",
    "template_error",
    `The pointer \`${path}\`${to} cannot be used: ${why.replace(/\.$/, "")}.`,
    remedy || "Point it at a Markdown file in the workspace or an https URL, or remove it.",
    {
      path,
      details: { pointer: path, locator },
      suggest: { operation: "set_template_pointer", to: "set it" },
    },
  );
}
