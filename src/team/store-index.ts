import { CodeIndex, type FreshIndex, type Part } from "../code/index/fresh.ts";
import { narrowed } from "../code/store/snapshot.ts";
import { ok, type Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { RepositoryView } from "./repositories.ts";

/** The index of a repository that is in the store: there is no disk that it could differ from. */
export class StoreIndex extends CodeIndex {
  #view: RepositoryView;

  constructor(workspace: Workspace, view: RepositoryView) {
    super(workspace);
    this.#view = view;
  }

  show(view: RepositoryView): void {
    this.#view = view;
  }

  override async fresh(): Promise<Result<FreshIndex>> {
    return ok(freshOf(this.#view));
  }

  override async freshPart({ holds }: Part): Promise<Result<FreshIndex>> {
    const { snapshot, freshness } = freshOf(this.#view);
    return ok({ snapshot: narrowed(snapshot, holds), freshness });
  }

  override stored() {
    return this.#view.snapshot;
  }
}

export function freshOf({ snapshot, checkedAt }: RepositoryView): FreshIndex {
  return { snapshot, freshness: { checked_at: checkedAt, changed: 0, reread: 0, stale: 0 } };
}
