import { changedKeys } from "../../kernel/layered-map.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { SourceFacts, SourceScan } from "../sources/model.ts";
import type { Evidence } from "../state/outcome.ts";
import { Comparison } from "./current.ts";
import type { EvidenceSegment } from "./model.ts";
import type { SourceTree } from "./rests/source-tree.ts";

/** What an earlier call found, and of which look at the files. */
interface Remembered {
  readonly comparison: Comparison;
  readonly files: SourceScan["files"];
  readonly look: number;
}

/** Lets the calls of a process compare only what an edit can have changed. */
export class EvidenceMemo {
  #last: Remembered | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** One call after the other: each continues where the one before it ended. */
  compare(
    segments: readonly EvidenceSegment[],
    scan: Pick<SourceScan, "files" | "changes">,
    tree: SourceTree,
  ): Promise<Evidence> {
    const compared = this.#queue.then(() => this.#compare(segments, scan, tree));
    this.#queue = compared.catch(() => {});
    return compared;
  }

  async #compare(
    segments: readonly EvidenceSegment[],
    { files, changes }: Pick<SourceScan, "files" | "changes">,
    tree: SourceTree,
  ): Promise<Evidence> {
    const last = this.#last;
    this.#last = undefined;
    const isNext =
      last !== undefined &&
      last.look === changes.since &&
      last.comparison.segments.length === segments.length &&
      last.comparison.segments.every((segment, at) => segment === segments[at]);
    const comparison = isNext ? last.comparison : new Comparison(segments);
    const before: SourceScan["files"] = isNext ? last.files : new Map<WorkspacePath, SourceFacts>();
    const changed = [...changedKeys(before, files)];
    const testsOf = (facts: SourceScan["files"]) => changed.flatMap((path) => facts.get(path)?.tests ?? []);
    const moved = isNext ? changes.paths : [];
    const evidence = await comparison.update({ gone: testsOf(before), added: testsOf(files), moved }, tree);
    this.#last = { comparison, files, look: changes.id };
    return evidence;
  }
}
