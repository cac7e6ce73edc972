// The three repositories whose edges are judged and whose conformers are counted. HEWTO_BENCH_DATA names the folder
// that has their checkouts, as for the other benches; missing ones are left out.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../support/bundled.mjs";
import { dataFolder as data } from "../support/data.mjs";

export const repositories = [
  "apple/swift-nio",
  "apple/swift-argument-parser",
  "pointfreeco/swift-composable-architecture",
];

/** Checkouts that are there, by the name of their repository. */
export function checkouts() {
  const found = repositories.map((name) => [name, join(data, name.split("/")[1])]);
  return new Map(found.filter(([, folder]) => existsSync(folder)));
}

/** Texts of the Swift files below a folder, by path. */
export function swiftTexts(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".swift") && !/(^|\/)\.[^/]/.test(path))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

export function sourcesOf(texts, parse) {
  return [...texts].map(([path, text]) => {
    let facts;
    const read = () => {
      facts ??= parse(text);
      return facts;
    };
    return {
      path,
      hash: path,
      language: "swift",
      role: /Tests?\//.test(path) ? "test" : "source",
      facts: read,
    };
  });
}

/** The graph of a folder's Swift files, as Hewto resolves it. */
export async function graphOfFolder(texts) {
  const { parseSwift } = await bundled("src/code/languages/swift/swift.ts");
  const { buildGraph } = await bundled("src/code/graph/build/build.ts");
  const { graphOf } = await bundled("src/code/graph/model/graph.ts");
  return graphOf(buildGraph(sourcesOf(texts, parseSwift), undefined));
}
