import type { ViewProps } from "../table.ts";
import { SpecPage } from "./spec-page.tsx";
import { SpecTree } from "./tree.tsx";
import "./specs.css";

/** All specs, or one of them. */
export function View({ path, query }: ViewProps) {
  const [id] = path;
  return id === undefined ? <SpecTree query={query} /> : <SpecPage key={id} id={id} query={query} />;
}
