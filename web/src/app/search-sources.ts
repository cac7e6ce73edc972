import { call } from "../api/client.ts";
import { views } from "../views/table.ts";
import { href } from "./router.ts";

/** A place that search can lead to. */
export interface Hit {
  readonly kind: string;
  readonly title: string;
  readonly note?: string;
  readonly address: string;
}

export interface SearchSource {
  /** The view that shows its hits; a source whose view is not there is left out. */
  readonly view: string;
  /** Everything, once: filtered at each keystroke. */
  readonly all?: (signal: AbortSignal) => Promise<readonly Hit[]>;
  /** What fits a query, asked when typing pauses. */
  readonly matching?: (query: string, signal: AbortSignal) => Promise<readonly Hit[]>;
}

/** Where search looks, in the order of its hits. A view adds what it can show. */
export const searchSources: readonly SearchSource[] = [
  {
    view: "home",
    all: async () => views.map(({ name, title }) => ({ kind: "View", title, address: href(name) })),
  },
  {
    view: "work",
    all: async (signal) => {
      const { work } = await call("list_work", { review: false, limit: 1000 }, { signal });
      return work.map(({ id, title, label }) => ({
        kind: label,
        title,
        note: id,
        address: href("work", [id]),
      }));
    },
  },
  {
    view: "specs",
    all: async (signal) => {
      const { specs } = await call("specs_overview", {}, { signal });
      return specs.map(({ id, requirements }) => ({
        kind: "Spec",
        title: id,
        note: requirements === 1 ? "1 requirement" : `${requirements} requirements`,
        address: href("specs", [id]),
      }));
    },
    matching: async (query, signal) => {
      const { results } = await call("search_specs", { query, limit: 8 }, { signal });
      return results.map(({ spec_id, requirement, scenario }) => ({
        kind: "Requirement",
        title: requirement === "" ? spec_id : requirement,
        note: scenario === undefined ? spec_id : `${spec_id}: ${scenario}`,
        address: href("specs", [spec_id], { requirement }),
      }));
    },
  },
];
