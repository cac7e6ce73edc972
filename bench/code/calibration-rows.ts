import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askedIn } from "../../model/questions.ts";
import type { Clues } from "../../src/code/rank/clues.ts";
import { readQuery } from "../../src/code/rank/query.ts";
import { search } from "../../src/code/search.ts";
import { defaultSemanticWeight } from "../../src/code/semantic/blend.ts";
import { meaningByModel } from "../../src/code/semantic/meaning.ts";
import type { StaticModel } from "../../src/code/semantic/model/static-model.ts";
import type { Snapshot } from "../../src/code/store/snapshot.ts";
import type { Found } from "./channels.ts";
import { splitOf } from "./questions.ts";
import { type DevelopmentData, developmentTasks } from "./tasks.ts";

/** A question, and for each of its first hits what speaks for it and whether it is right. */
export interface Row {
  readonly repository: string;
  readonly kind: Asked["kind"];
  /** Asked in a repository that does not have the answer. */
  readonly isAbsent: boolean;
  readonly hits: readonly { readonly clues: Clues; readonly isRight: boolean }[];
}

interface Asked {
  readonly kind: "prose" | "judged" | "name";
  readonly query: string;
  readonly isRight: (found: Found) => boolean;
}

interface JudgedSet {
  readonly name: string;
  readonly repository: string;
  readonly root: string;
  readonly queries: readonly {
    readonly query: string;
    readonly relevant: readonly string[];
    readonly secondary: readonly string[];
  }[];
}

export interface CalibrationData extends DevelopmentData {
  /** Our own questions: bench/retrieval. */
  readonly own: string;
}

interface Place {
  readonly repository: string;
  readonly snapshot: Snapshot;
  readonly root: string;
  readonly declared: readonly Found[];
  readonly asked: readonly Asked[];
}

const hitsEach = 10;

/** Every development question, in its own repository and in one of another kind; nothing held out is read. */
export async function rowsOf(from: CalibrationData, models: readonly (StaticModel | undefined)[]) {
  const places: Place[] = [];
  for await (const { repository, snapshot, root } of developmentTasks(from)) {
    const declared = declaredIn(snapshot);
    const asked = askedOf(repository, declared, from);
    places.push({ repository, snapshot, root, declared, asked });
  }
  return models.map((model) =>
    places.flatMap((place, index) => {
      // Half of the list away: neighbors in it are often libraries for the same thing.
      const other = places[(index + (places.length >> 1)) % places.length];
      const absent = other === place ? [] : (other?.asked ?? []).filter((each) => !isNamedIn(place, each));
      return [
        ...place.asked.map((each) => rowOf(place, each, false, model)),
        ...absent.map((each) => rowOf(place, each, true, model)),
      ];
    }),
  );
}

function isNamedIn({ declared }: Place, { kind, isRight }: Asked): boolean {
  return kind === "name" && declared.some(isRight);
}

function rowOf(place: Place, asked: Asked, isAbsent: boolean, model: StaticModel | undefined): Row {
  const meaning = model && meaningByModel(model, asked.query, undefined);
  const hits = search(place.snapshot, {
    query: readQuery(asked.query),
    root: place.root,
    limit: hitsEach,
    ...(meaning ? { semantic: { meaning, weight: defaultSemanticWeight } } : {}),
  });
  return {
    repository: place.repository,
    kind: asked.kind,
    isAbsent,
    hits: hits.map((hit) => ({ clues: hit.clues, isRight: !isAbsent && asked.isRight(hit) })),
  };
}

/** Questions whose answer is in the index: a clone may be at another commit than the one that was judged. */
function askedOf(repository: string, declared: readonly Found[], { model, own }: CalibrationData): Asked[] {
  const sets: JudgedSet[] = JSON.parse(readFileSync(join(own, "judged-queries.json"), "utf8"));
  const judged = sets
    .filter((set) => set.repository === repository && splitOf("judged", set.name) === "tuning")
    .flatMap(({ root, queries }) =>
      queries.map(({ query, relevant, secondary }) => {
        const paths = new Set([...relevant, ...secondary].map((path) => join(root, path)));
        return { kind: "judged" as const, query, isRight: ({ path }: Found) => paths.has(path) };
      }),
    );
  const described = askedIn(join(model, "questions.tsv")).filter((each) => each.repository === repository);
  // Right is what is in a file that answers, as in the judged sets.
  const prose = described.flatMap(({ path, questions }) =>
    questions.map((query) => ({
      kind: "prose" as const,
      query,
      isRight: (hit: Found) => hit.path === path,
    })),
  );
  const names = new Set(described.map(({ name }) => name.slice(name.lastIndexOf(".") + 1)));
  // Whatever declares a name answers a question that is only the name.
  const named = [...names].map((query) => ({
    kind: "name" as const,
    query,
    isRight: ({ symbols }: Found) => symbols.some((each) => each === query || each.endsWith(`.${query}`)),
  }));
  return [...prose, ...judged, ...named].filter(({ isRight }) => declared.some(isRight));
}

function declaredIn({ files }: Snapshot): Found[] {
  return [...files].flatMap(
    ([
      path,
      {
        at: { segment },
        file,
      },
    ]) => {
      const first = segment.firstChunk(file);
      return Array.from({ length: segment.firstChunk(file + 1) - first }, (_, index) => {
        const [startLine = 0, endLine = 0] = segment.chunkLines.subarray(
          (first + index) * 2,
          (first + index) * 2 + 2,
        );
        return { path, startLine, endLine, symbols: segment.detailsOf(first + index).symbols };
      });
    },
  );
}
