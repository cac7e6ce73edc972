import { dirname } from "node:path/posix";
import { nearest } from "../../kernel/nearest.ts";
import { githubSlug } from "../../markdown/slug.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import { constraintsOf, slugsOf } from "../graph/document-parts.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { looksLikeHandle } from "./locator.ts";

export const issueKinds = [
  "UnsupportedScheme",
  "DisallowedHandle",
  "WorkspaceBoundary",
  "FileMissing",
  "InvalidFragment",
  "MalformedUrl",
  "UnreachableUrl",
  "UnresolvedReference",
  "EmptyDestination",
  "Io",
  "TraversalLimit",
] as const;
export type IssueKind = (typeof issueKinds)[number];

/** What a link points to. */
export type Destination =
  | {
      readonly type: "file";
      readonly path: WorkspacePath;
      readonly slug?: string;
      readonly document?: SourceDocument;
    }
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "invalid"; readonly kind: IssueKind; readonly message: string };

/**
 * Resolves the destination of a link: a file in the workspace, relative to the linking document, or an HTTPS URL.
 * Anything else is invalid; nothing is guessed.
 */
export async function followLink(
  snapshot: FileSnapshot,
  source: SourceDocument,
  destination: string,
): Promise<Destination> {
  const text = destination.trim();
  if (text === "") return invalid("EmptyDestination", "The link has no destination.");
  if (looksLikeHandle(text)) {
    return invalid("DisallowedHandle", `\`${text}\` is a handle; link by path or https URL.`);
  }
  if (/^https:\/\//i.test(text)) {
    return URL.canParse(text)
      ? { type: "url", url: text }
      : invalid("MalformedUrl", `\`${text}\` is not a well-formed URL.`);
  }
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1];
  if (scheme !== undefined)
    return invalid("UnsupportedScheme", `Links can point to files and https URLs, not to \`${scheme}:\`.`);
  if (/^[/\\]/.test(text))
    return invalid("UnsupportedScheme", `\`${text}\` is an absolute path; link relative to this file.`);
  return followFile(snapshot, source, text);
}

async function followFile(
  snapshot: FileSnapshot,
  source: SourceDocument,
  text: string,
): Promise<Destination> {
  const hash = text.indexOf("#");
  const beforeHash = hash < 0 ? text : text.slice(0, hash);
  const fragment = hash < 0 ? undefined : text.slice(hash + 1);
  const constraint = /[?&]x-constraint=([^&#]+)/.exec(text)?.[1];
  const path = decode(beforeHash.replace(/\?.*$/s, ""));
  if (path === undefined) return invalid("MalformedUrl", `\`${text}\` contains an invalid percent escape.`);
  const target = path === "" ? source.path : await locate(snapshot, source, path);
  if (typeof target !== "string") return target;
  const document = target === source.path ? source : await markdownAt(snapshot, target);
  if (document !== undefined && "kind" in document) return document;
  if (document === undefined || fragment === undefined) return { type: "file", path: target, document };
  const slug = decode(fragment.replace(/\?.*$/s, "")) ?? fragment;
  return checkFragment(target, document, slug, constraint);
}

async function locate(
  snapshot: FileSnapshot,
  source: SourceDocument,
  path: string,
): Promise<WorkspacePath | Extract<Destination, { type: "invalid" }>> {
  const folder = dirname(source.path);
  const inside = await snapshot.inside(folder === "." ? path : `${folder}/${path}`);
  if (!inside.ok) return invalid("WorkspaceBoundary", `\`${path}\` points outside the workspace.`);
  if ((await snapshot.kind(inside.value)) !== undefined) return inside.value;
  return invalid("FileMissing", `\`${path}\` points to \`${inside.value}\`, which does not exist.`);
}

async function markdownAt(
  snapshot: FileSnapshot,
  path: WorkspacePath,
): Promise<SourceDocument | Extract<Destination, { type: "invalid" }> | undefined> {
  if (!/\.(md|markdown)$/i.test(path) || (await snapshot.kind(path)) !== "file") return undefined;
  const document = await snapshot.document(path);
  return document.ok ? document.value : invalid("Io", document.fault.message);
}

function checkFragment(
  path: WorkspacePath,
  document: SourceDocument,
  slug: string,
  constraint: string | undefined,
): Destination {
  const { headings } = document.markdown;
  const groups = constraintsOf(document).groups;
  const groupId = constraint ?? (slug.includes(".") ? slug : undefined);
  const group = groupId === undefined ? undefined : groups.find((each) => each.id === groupId);
  if (group !== undefined) return { type: "file", path, document, slug: group.owner?.slug };
  if (constraint !== undefined)
    return invalid("InvalidFragment", `\`${path}\` has no constraint group \`${constraint}\`.`);
  if (slug === "") return invalid("InvalidFragment", "The fragment is empty.");
  if (slugsOf(document).has(slug)) return { type: "file", path, document, slug };
  const byTitle = headings.find((heading) => githubSlug(heading.title) === slug)?.slug;
  const near = byTitle ?? nearest(slug, headings.map((heading) => heading.slug).filter(Boolean), 1)[0];
  const hint = near === undefined ? "" : ` Did you mean \`#${near}\`?`;
  return invalid("InvalidFragment", `\`${path}\` has no heading \`#${slug}\`.${hint}`);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function invalid(kind: IssueKind, message: string): Extract<Destination, { type: "invalid" }> {
  return { type: "invalid", kind, message };
}
