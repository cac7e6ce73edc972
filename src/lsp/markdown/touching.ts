import { findChanges } from "../../changes/library.ts";
import { joinPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { OpenFile, Session } from "../session/session.ts";
import { type Entry, readEntries, type SpecKindOf } from "./entries.ts";

/** An entry in the delta of an open change. */
export interface Touching {
  readonly change: string;
  readonly path: WorkspacePath;
  readonly text: string;
  readonly entry: Entry;
  readonly section: string;
}

/** The deltas of open changes for a spec, as the editor shows them. */
export async function deltasOf(
  session: Session,
  { folder }: OpenFile,
  { layout, name }: Pick<SpecKindOf, "layout" | "name">,
): Promise<{ readonly change: string; readonly path: WorkspacePath; readonly text: string }[]> {
  const found = [];
  const entries = await folder.read(() => findChanges(folder.workspace, [layout]));
  for (const { name: change, path: changePath } of entries) {
    const path = joinPath(changePath, "specs", ...name.split("/"), "spec.md");
    const text = path.ok ? await session.textAt({ folder, path: path.value }) : undefined;
    if (path.ok && text !== undefined) found.push({ change, path: path.value, text });
  }
  return found;
}

/** Where open changes touch a requirement, or a scenario, of a spec. */
export async function changesOf(
  session: Session,
  file: OpenFile,
  kind: Pick<SpecKindOf, "layout" | "name">,
  { requirement, scenario }: Pick<Entry, "requirement" | "scenario">,
): Promise<Touching[]> {
  const { vocabulary } = await file.folder.territory();
  return (await deltasOf(session, file, kind)).flatMap((delta) =>
    readEntries(delta.text, vocabulary)
      .filter((entry) => entry.section !== "added" || scenario === undefined)
      .filter((entry) => entry.requirement === requirement && entry.scenario === scenario)
      .map((entry) => ({ ...delta, entry, section: entry.section.toUpperCase() })),
  );
}
