import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import type { PositionedProblem } from "../problem.ts";
import type { FrontMatterSplit } from "./front-matter.ts";
import { quoteLooseValues } from "./yaml-lenient.ts";
import { readYamlMapping, type YamlMapping, yamlBreaks } from "./yaml-read.ts";

export interface FrontMatterOptions {
  /** Also reads values that lack quotes, and says so in `problems`. For files that must not vanish: skills. */
  readonly lenient?: boolean;
}

/**
 * The fields of a front matter block. Without a block the data is empty; one that is never closed, or not
 * YAML, or not a mapping, is a fault whose `details.problems` give every line and column in the file.
 */
export function parseFrontMatter(
  split: FrontMatterSplit,
  options: FrontMatterOptions = {},
): Result<YamlMapping> {
  const [broken, ...others] = split.problems;
  if (broken !== undefined) return unreadable([broken, ...others]);
  const firstLine = split.startLine + 1;
  const strict = readYamlMapping(split.raw, firstLine);
  if (strict.ok) return ok(strict.mapping);
  const isTooLarge = strict.problems[0].rule === "yaml-size";
  const recovered =
    options.lenient === true && !isTooLarge ? quoteLooseValues(yamlBreaks(split.raw), firstLine) : undefined;
  const second = recovered === undefined ? undefined : readYamlMapping(recovered.source, firstLine);
  if (recovered === undefined || second?.ok !== true) return unreadable(strict.problems);
  return ok({ ...second.mapping, problems: [...recovered.problems, ...second.mapping.problems] });
}

function unreadable(problems: readonly [PositionedProblem, ...PositionedProblem[]]): Failure {
  const [{ line, column, message, fix, rule }] = problems;
  const where = `Line ${line}, column ${column}`;
  return fail(
    fault("invalid_front_matter", `The front matter cannot be read. ${where}: ${message}`, fix, {
      subject: { line, column, rule },
      details: { problems },
    }),
  );
}
