import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import type { View } from "../registry/view.ts";
import type { Skill } from "../skill.ts";
import { readManifest } from "./manifest.ts";
import { fileUri, skillScheme, skillUri } from "./uri.ts";

/** A skill as the protocol's skills extension (SEP-2640) publishes it. */
export interface PublishedSkill {
  /** The URI of its SKILL.md. */
  readonly uri: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

const byUri = new WeakMap<View, ReadonlyMap<string, Skill>>();

/** The skills that can be published, by the URI of their folder: those with a standard name and strict YAML. */
export function publishable(view: View): ReadonlyMap<string, Skill> {
  const cached = byUri.get(view);
  if (cached) return cached;
  const skills = new Map<string, Skill>();
  for (const skill of view.skills) {
    const uri = skillUri(skill);
    if (uri !== undefined && skill.document.verbatim) skills.set(uri, skill);
  }
  byUri.set(view, skills);
  return skills;
}

/** The entry of a skill; a fault when it exceeds the limits of hosts or cannot be read. */
export async function publish(uri: string, skill: Skill): Promise<Result<PublishedSkill>> {
  const manifest = await readManifest(skill);
  if (!manifest.ok) return manifest;
  return ok({
    uri: fileUri(uri, "SKILL.md"),
    // Values without a JSON form (`.inf`) become null.
    frontmatter: JSON.parse(JSON.stringify(skill.document.fields)),
    resources: manifest.value.map(({ path, size, sha256 }) => ({
      uri: fileUri(uri, path),
      digest: `sha256:${sha256}`,
      size,
    })),
  });
}

/** A file or folder of a published skill. */
export interface PublishedResource {
  readonly skill: Skill;
  readonly folder: Workspace;
  readonly path: WorkspacePath;
}

/** Resolves a URI: the skill with the longest matching URI, and the path inside its folder. */
export async function findPublished(view: View, uri: string): Promise<Result<PublishedResource>> {
  const skills = publishable(view);
  const parts = uri.slice(skillScheme.length).replace(/\/$/, "").split("/");
  for (let length = parts.length; length > 0; length--) {
    const skill = skills.get(skillScheme + parts.slice(0, length).join("/"));
    if (skill) return resourceIn(skill, parts.slice(length), uri);
  }
  return notPublished(uri);
}

async function resourceIn(
  skill: Skill,
  parts: readonly string[],
  uri: string,
): Promise<Result<PublishedResource>> {
  const folder = await openWorkspace(skill.folder.absolute);
  const names = decode(parts);
  if (!folder.ok || names === undefined || names.includes(".git")) return notPublished(uri);
  const path = await insideWorkspace(folder.value, names.length === 0 ? "." : names.join("/"));
  return path.ok ? ok({ skill, folder: folder.value, path: path.value }) : notPublished(uri);
}

/** Decodes each part as one name; undefined when a part contains an encoded slash. */
function decode(parts: readonly string[]): string[] | undefined {
  try {
    const names = parts.map(decodeURIComponent);
    return names.some((name) => name.includes("/")) ? undefined : names;
  } catch {
    return undefined;
  }
}

function notPublished(uri: string): Result<never> {
  const message = `No skill is served at ${printable(uri.slice(0, 300))}.`;
  return fail(fault("path_not_found", message, "Call skills/list for the URIs.", { subject: { uri } }));
}
