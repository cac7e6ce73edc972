/**
 * Never used for training, tuning the model or early stopping: the repositories reserved for the final evaluation,
 * those of the retrieval benchmark, and those that other tests of this project use.
 */
const reserved = ["alamofire", "rxswift", "vapor"];

const bench = (
  "abseil-cpp aiohttp axum bash-it cats chi circe cobra commons-lang ecto exposed express fastapi fmt fmtlib gin gson " +
  "jackson-databind kotlinx.coroutines ktor libuv messagepack-csharp model2vec json nvim-lspconfig phoenix pydantic " +
  "rack serde sinatra tokio trpc vitest zod swift-nio swift-argument-parser swift-composable-architecture"
).split(" ");

const others = "openspec ccski specman spec-oxide swift-index semble echoroo typescript-sdk kubernetes".split(
  " ",
);

/** `owner+name`, as the mirror spells it. */
export function isBenchRepository(folder: string): boolean {
  return bench.includes(nameOf(folder));
}

export function isLeftOut(folder: string): boolean {
  return reserved.includes(nameOf(folder)) || others.includes(nameOf(folder));
}

/** Folders of other repositories that hold a copy of a benchmark repository, often of another version. */
const copies = /(^|\/)(absl|abseil(-cpp)?|nlohmann|libuv|fmtlib)\//i;

export function isBenchCopy(path: string): boolean {
  return copies.test(path);
}

function nameOf(folder: string): string {
  return folder.slice(folder.indexOf("+") + 1).toLowerCase();
}
