import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Found } from "./channels.ts";

/** A question of our own, and the declarations that answer it. */
export interface Question {
  readonly repository: string;
  readonly query: string;
  readonly targets: readonly { readonly path: string; readonly symbol: string }[];
}

/**
 * Written before any result was seen. The prose questions use words that do not occur in the code; the others name a
 * symbol, sometimes in another spelling.
 */
export function questionsOf(kind: "prose" | "identifier", folder: string): Question[] {
  return JSON.parse(readFileSync(join(folder, `${kind}-queries.json`), "utf8"));
}

/** Repositories whose judged queries and doc comments were used to choose the ranking constants; all others are held out. */
const rankTuned: ReadonlySet<string> = new Set(
  (
    "chi gin cobra zod aiohttp fastapi gson axum rack trpc express " +
    "exposed fmtlib sinatra tokio ktor libuv model2vec nlohmann-json abseil-cpp " +
    "ReactiveSwift hummingbird GRDB.swift Nuke apollo-ios Swinject SQLite.swift " +
    "swift-nio swift-argument-parser swift-composable-architecture"
  ).split(" "),
);
/** Repositories whose own questions were used to choose the semantic weight. */
const meaningTuned: ReadonlySet<string> = new Set(["gin", "gson"]);

export type QuestionKind = "judged" | "docstring" | "prose" | "identifier" | "development";

export function splitOf(kind: QuestionKind, repository: string): "tuning" | "held-out" {
  if (kind === "development") return "tuning";
  const tuned = kind === "judged" || kind === "docstring" ? rankTuned : meaningTuned;
  return tuned.has(repository) ? "tuning" : "held-out";
}

/** The ranks of the relevant declarations that were found; any of them answers the question. */
export function rankOfAny(found: readonly Found[], { targets }: Question): (number | undefined)[] {
  const at = found.findIndex((hit) =>
    targets.some(({ path, symbol }) => hit.path === path && declares(hit, symbol)),
  );
  return [at < 0 ? undefined : at + 1];
}

function declares({ symbols }: Found, wanted: string): boolean {
  const last = wanted.slice(wanted.lastIndexOf(".") + 1);
  return symbols.some((symbol) => symbol === wanted || symbol === last || symbol.endsWith(`.${wanted}`));
}
