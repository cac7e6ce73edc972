import type { Location, Position } from "vscode-languageserver/node";
import { readMarkdown } from "../../markdown/document.ts";
import { type Link, readLinks } from "../../markdown/inline/links.ts";
import { githubSlug } from "../../markdown/slug.ts";
import { readText } from "../../workspace/files/files.ts";
import { StampCache } from "../../workspace/files/stamp-cache.ts";
import { walkAll } from "../../workspace/walk/walk.ts";
import { referencesTo } from "../code/references.ts";
import { isMarkdown } from "../session/documents.ts";
import { linesOf, nameRange, uriOf } from "../session/positions.ts";
import type { OpenFile, Session } from "../session/session.ts";
import { deltaKindOf, entryAt, findTarget, specKindOf, targetSpec } from "./entries.ts";
import { idReferences } from "./ids.ts";
import { resolveLink, textDocument } from "./links.ts";
import { changesOf, deltasOf } from "./touching.ts";

/** Of a requirement: the deltas, tags and tests. Of a spec's title: its changes. Of any heading: the links to it. */
export async function markdownReferences(
  session: Session,
  file: OpenFile,
  position: Position,
): Promise<Location[]> {
  const { vocabulary } = await file.folder.territory();
  const line = position.line + 1;
  const heading = readMarkdown(file.text).headings.find((each) => each.line === line);
  const links = heading === undefined ? [] : await linksTo(file, heading);
  const entry = entryAt(file.text, vocabulary, line);
  const spec = specKindOf(file) ?? deltaKindOf(file);
  if (spec === undefined) return [...(await idReferences(file, position)), ...links];
  if (entry === undefined) {
    const deltas = heading?.level === 1 ? await deltasOf(session, file, spec) : [];
    return [...deltas.map(({ path }) => ({ uri: uriOf(file.folder.workspace, path), range: top })), ...links];
  }
  const touching = await changesOf(session, file, spec, entry);
  const changes = touching.map(({ path, text, entry: { line: at, name } }) => ({
    uri: uriOf(file.folder.workspace, path),
    range: nameRange(linesOf(text), at, name),
  }));
  const target = await targetSpec(session, file, spec);
  const found = target && findTarget(target, entry);
  const place = found && (found.scenario ?? found.requirement);
  const { graph } = await file.folder.requirements();
  const node = place && graph.nodes.find((each) => each.file === target?.path && each.line === place.line);
  return [...changes, ...(node === undefined ? [] : await referencesTo(file.folder, node)), ...links];
}

const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Enough for large documentation; the rest of the files is not looked at. */
const maxFiles = 5_000;
const linkCache = new StampCache<readonly Link[]>({ maxEntries: maxFiles });

/** Links in Markdown files of the workspace that lead to a heading of a file. */
async function linksTo(
  file: OpenFile,
  heading: { readonly title: string; readonly slug: string },
): Promise<Location[]> {
  const { folder } = file;
  const fragments = new Set([heading.slug, githubSlug(heading.title)].filter((slug) => slug !== ""));
  return folder.read(async () => {
    const walked = await walkAll(folder.workspace, {});
    const entries = (walked.ok ? walked.value : []).filter(({ path }) => isMarkdown(path)).slice(0, maxFiles);
    const found: Location[] = [];
    for (const entry of entries) {
      const key = `${folder.workspace.root}\0${entry.path}`;
      const links = await linkCache.load(key, entry, async () => {
        const text = await readText(folder.workspace, entry.path);
        return text.ok ? readLinks(readMarkdown(text.value.text)) : [];
      });
      const own = links.filter(({ target }) => fragments.has(target?.split("#")[1]?.toLowerCase() ?? ""));
      for (const link of own) {
        const target = await resolveLink({ folder, path: entry.path }, link.target ?? "");
        if (target?.path !== file.path) continue;
        const text = await readText(folder.workspace, entry.path);
        const document = textDocument(text.ok ? text.value.text : "");
        const range = { start: document.positionAt(link.offset), end: document.positionAt(link.end) };
        found.push({ uri: uriOf(folder.workspace, entry.path), range });
      }
    }
    return found;
  });
}
