import { join } from "node:path";
import { extensionFilter, type PathFilter, pathFilter } from "../../path-filter.ts";
import { field, fieldCount } from "../../store/fields.ts";
import { fileRoles, languageIds } from "../../store/records.ts";
import type { Segment } from "../../store/segment.ts";
import type { Corpus } from "../corpus.ts";
import type { AllowedFiles } from "../lexical.ts";
import type { Question } from "./messages.ts";

/** Filters apply to files before anything is ranked, so that a narrow filter loses no hit. */
export function allowedFiles(corpus: Corpus, question: Question): AllowedFiles | undefined {
  const byPath = question.pathFilter
    ? pathFilter(question.pathFilter, join(question.root, question.below ?? ""))
    : undefined;
  const filters = [byPath, extensionFilter(question.extensions)].filter(
    (each): each is PathFilter => each !== undefined,
  );
  const isDocumentsOnly = question.documentation === "documents";
  const prefix = prefixOf(question);
  const { testsOnly = false } = question;
  if (filters.length === 0 && !isDocumentsOnly && !testsOnly && prefix === "") return undefined;
  return corpus.parts.map(({ live: { segment } }) => {
    const allowed = new Uint8Array(segment.fileCount);
    for (const [file, path] of segment.paths.entries()) {
      if (
        (!isDocumentsOnly || isDocument(segment, file)) &&
        (!testsOnly || fileRoles[segment.roleOf(file)] === "test") &&
        path.startsWith(prefix) &&
        filters.every((accepts) => accepts(path.slice(prefix.length)))
      )
        allowed[file] = 1;
    }
    return allowed;
  });
}

export function prefixOf({ below }: Pick<Question, "below">): string {
  return below ? `${below}/` : "";
}

/** Without the scores of code that has no doc comment. */
export function documentedScores(segment: Segment, scores: Float32Array): Float32Array {
  return scores.map((score, chunk) => {
    const hasDoc = (segment.lengths[chunk * fieldCount + field.doc] ?? 0) > 0;
    return hasDoc || isDocument(segment, segment.fileOf(chunk)) ? score : 0;
  });
}

function isDocument(segment: Segment, file: number): boolean {
  return fileRoles[segment.roleOf(file)] === "docs" || languageIds[segment.languageOf(file)] === "markdown";
}
