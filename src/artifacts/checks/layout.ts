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

/** Documents that look like artifacts and lie where none can be: deeper than one folder, or in no folder. */
export async function layoutViolations(snapshot: FileSnapshot): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const kind of artifactKinds) {
    const { folder, file } = kindFacts[kind];
    const note = (path: string, message: string, fix: string) =>
      violations.push(
        violationAt({ severity: "error", rule: layoutRules[kind], message, fix, line: 1 }, path, () => 1),
      );
    for (const entry of await snapshot.folder(literalPath(folder))) {
      if (entry.kind === "file" && entry.name === file) {
        note(
          entry.path,
          `\`${entry.path}\` lies in no folder of its own.`,
          `Move it to ${folder}/NAME/${file}.`,
        );
      }
      if (entry.kind !== "folder") continue;
      for (const path of await nestedDocuments(snapshot, entry.path, file, maxDepth)) {
        note(
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
  const found: WorkspacePath[] = [];
  for (const entry of await snapshot.folder(folder)) {
    if (entry.kind !== "folder" || entry.link) continue;
    const path = childPath(entry.path, file);
    if ((await snapshot.kind(path)) === "file") found.push(path);
    found.push(...(await nestedDocuments(snapshot, entry.path, file, depth - 1)));
  }
  return found;
}
