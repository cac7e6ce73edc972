import { childPath, literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { type Violation, violationAt } from "../model/finding.ts";
import { type ArtifactKind, artifactKinds, kindFacts, withArticle } from "../model/kinds.ts";
import type { RuleName } from "../model/rules.ts";
import type { FileSnapshot } from "../snapshot.ts";

const layoutRules: Readonly<Record<ArtifactKind, RuleName>> = {
  specification: "spec_layout",
  implementation: "impl_layout",
  scratch_pad: "scratch_layout",
};

const maxDepth = 8;

/** Documents named like artifacts in the wrong place: nested too deep, or not in a folder of their own. */
export async function layoutViolations(snapshot: FileSnapshot): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const kind of artifactKinds) {
    const { folder, file } = kindFacts[kind];
    const report = (path: string, message: string, fix: string) =>
      violations.push(
        violationAt({ severity: "error", rule: layoutRules[kind], message, fix, line: 1 }, path, () => 1),
      );
    for (const entry of await snapshot.folder(literalPath(folder))) {
      if (entry.kind === "file" && entry.name === file) {
        report(
          entry.path,
          `\`${entry.path}\` is not in a folder of its own.`,
          `Move it to ${folder}/NAME/${file}.`,
        );
      }
      if (entry.kind !== "folder") continue;
      for (const path of await nestedDocuments(snapshot, entry.path, file, maxDepth)) {
        report(
          path,
          `\`${path}\` is ${withArticle(kind)} inside another one; artifact folders do not nest.`,
          `Move its folder to ${folder}/.`,
        );
      }
    }
  }
  return violations;
}

async function nestedDocuments(
  snapshot: FileSnapshot,
  folder: WorkspacePath,
  file: string,
  depth: number,
): Promise<WorkspacePath[]> {
  if (depth === 0) return [];
  const documents: WorkspacePath[] = [];
  for (const entry of await snapshot.folder(folder)) {
    if (entry.kind !== "folder" || entry.link) continue;
    const path = childPath(entry.path, file);
    if ((await snapshot.kind(path)) === "file") documents.push(path);
    documents.push(...(await nestedDocuments(snapshot, entry.path, file, depth - 1)));
  }
  return documents;
}
