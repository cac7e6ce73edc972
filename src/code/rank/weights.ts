import type { FileRole } from "../store/records.ts";

/**
 * All constants of the ranking in one place. Chosen on the development repositories named in docs/code.md with
 * `npm run bench retrieval`; the reserved ones were never looked at.
 */
export const weights = {
  /** What one occurrence of a term is worth, by field: name, container, path, signature, doc, body. */
  field: [24, 1.5, 6.5, 1.7, 2, 1],
  /** How strongly the length of a field is held against it. */
  length: [0.4, 0.3, 0.3, 0.5, 0.6, 0.65],
  saturation: 3.1,
  /** A chunk with none of the query's rarity keeps this share of its score; one with all of it keeps all. */
  coverageFloor: 0.5,
  /** Added in units of the best bare score when an exact name of the query is declared here, encloses, names the file. */
  definition: 0.75,
  container: 0.35,
  /** A rare name of the query that is only mentioned here; shared by all that mention it. */
  mention: 0.6,
  stem: 1.1,
  /** The file's name, when a name of the query is declared in it as well. */
  stemOfDefinition: 0.75,
  /** Share of the file's name, and of its folder's, that the query's words make up, times this. */
  stemWords: 0.4,
  folderWords: 0.1,
  /** The file as a whole: how well all its chunks together answer. */
  file: 0.6,
  fileSaturation: 18,
  /** How much an exact hit counts, by how sure it is that a word of the query is a name. */
  codedName: 0.7,
  typeName: 0.27,
  plainName: 0.37,
  joinedName: 0.27,
  /** A run of the query's words as one name, in addition to the words themselves. */
  joinedTerm: 0.7,
  /** A declaration spelled exactly as in the query, case and all. */
  exactCase: 0.13,
  /** What is declared: types before callables before members. */
  kindOf: { type: 1, callable: 0.9, member: 0.6 },
  /** Each further chunk of a file counts this much of the one before. */
  furtherChunk: 0.45,
  role: {
    source: 1,
    test: 0.3,
    example: 0.6,
    generated: 0.45,
    vendored: 0.5,
    docs: 0.5,
    data: 0.45,
  } satisfies Record<FileRole, number>,
};
