import { resolveLinks } from "../../trace/links/resolve.ts";
import type { SourceFacts } from "../../trace/sources/model.ts";
import { noFacts } from "../../trace/sources/model.ts";
import { factsOf } from "../../trace/sources/scan.ts";
import type { FileFinding } from "../diagnostics/findings.ts";
import type { OpenFile } from "../session/session.ts";

/** The tests and tags of a file as it is in the editor. */
export async function factsOfFile({ folder, path, text }: OpenFile): Promise<SourceFacts> {
  const facts = await factsOf(path, text, folder.trace?.settings.tags);
  return typeof facts === "string" ? noFacts : facts;
}

/** What is wrong with the tags of one file. The rest of the sources is not read. */
export async function tagFindings(file: OpenFile): Promise<FileFinding[]> {
  const facts = await factsOfFile(file);
  if (facts.tags.length + facts.malformed.length === 0) return [];
  const graph = await graphOf(file);
  const { findings } = resolveLinks({
    graph,
    files: new Map([[file.path, facts]]),
    entryOf: () => undefined,
    evidence: { requirementsOf: () => [] },
  });
  return findings.flatMap(({ severity, ...finding }) =>
    severity === "note" ? [] : [{ ...finding, severity }],
  );
}

/** The requirements; with the former names that records know, once the records are read. */
export async function graphOf({ folder }: Pick<OpenFile, "folder">) {
  const { graph } = await folder.requirements();
  const known = folder.trace?.records;
  if (known === undefined || known.files.size === 0) return graph;
  const { withAliases } = await import("../../trace/read/trace.ts");
  return withAliases(graph, known);
}
