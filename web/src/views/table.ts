import type { ComponentType } from "preact";
import { View as Home } from "./home/view.tsx";

export interface ViewProps {
  /** What follows the view's name in the address. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

type View = ComponentType<ViewProps>;

export interface ViewEntry {
  /** First part of the address. */
  readonly name: string;
  readonly title: string;
  /** `g` and this key open it. */
  readonly key: string;
  /** Set where a view is about what runs or is asked now: what to say instead of it in an export. */
  readonly live?: string;
  /** Set where the code of the view comes with the page. */
  readonly View?: View;
  /** Loads the code of the view when it is opened. */
  readonly load?: () => Promise<{ readonly View: View }>;
}

/** The views, in the order of the rail. Adding one is a line here and a folder beside this file. */
export const views: readonly ViewEntry[] = [
  { name: "home", title: "Home", key: "h", View: Home },
  { name: "work", title: "Work", key: "w", load: () => import("./work/view.tsx") },
  { name: "specs", title: "Specs", key: "s", load: () => import("./specs/view.tsx") },
  { name: "trace", title: "Trace", key: "t", load: () => import("./trace/view.tsx") },
  {
    name: "code",
    title: "Code",
    key: "c",
    load: () => import("./code/view.tsx"),
    live: "Searching the code, symbols and questions need the index of a checkout.",
  },
  { name: "graph", title: "Graph", key: "m", load: () => import("./graph/view.tsx") },
  { name: "check", title: "Check", key: "k", load: () => import("./check/view.tsx") },
  { name: "reviews", title: "Reviews", key: "r", load: () => import("./reviews/view.tsx") },
  { name: "skills", title: "Skills", key: "l", load: () => import("./skills/view.tsx") },
  {
    name: "activity",
    title: "Activity",
    key: "a",
    load: () => import("./activity/view.tsx"),
    live: "Calls of agents, runs and their logs stay on the machine where they happen.",
  },
  { name: "settings", title: "Settings", key: "e", load: () => import("./settings/view.tsx") },
];
