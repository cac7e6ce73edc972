import { version } from "../kernel/version.ts";

/** The file of a thread; undefined when we run from source (tests), where there is no bundle that it could load. */
export function threadScript(
  file: "parse-worker.js" | "resolve-worker.js" | "search-worker.js",
): URL | undefined {
  if (version.endsWith("-source")) return undefined;
  return new URL(file, import.meta.url);
}
