import { version } from "../kernel/version.ts";

/** The file of a thread; undefined when we run from source (tests), where there is no bundle that it could load. */
export function threadScript(file: "parse-worker.js" | "resolve-worker.js"): URL | undefined {
  if (version.endsWith("-source")) return undefined;
  // The bundler puts this module into dist/ or dist/parts/; threads are always in dist/parts/.
  const isPart = new URL(".", import.meta.url).pathname.endsWith("/parts/");
  return new URL(`${isPart ? "./" : "./parts/"}${file}`, import.meta.url);
}
