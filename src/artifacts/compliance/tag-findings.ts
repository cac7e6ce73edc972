import { nearest } from "../../kernel/nearest.ts";
import type { Violation } from "../model/finding.ts";
import type { TagScan } from "../tags/scan.ts";

/** The heading of SpecMan Core that defines tags. */
const heading = "Entity: Validation Tag";

/**
 * Tags that ensure nothing: malformed ones, those of a group that no specification of the workspace has (as after a
 * rename), and those of a skipped test. What is not in a comment can be an example in a text, and is not reported.
 */
export function tagFindings({ files }: TagScan, groups: ReadonlySet<string>): Violation[] {
  return files.flatMap(({ path, tags, malformed }) => [
    ...malformed
      .filter(isMeant)
      .map(({ text, line, reason }) =>
        warning("tag-malformed", path, line, `\`${text}\` is not a valid tag: ${reason}.`, example),
      ),
    ...tags.filter(isMeant).flatMap(({ identifier, line, skipped }) => {
      if (!groups.has(identifier)) {
        const message = `The tag names the constraint group \`${identifier}\`, which no specification here has.`;
        return [warning("tag-orphaned", path, line, message, orphanFix(identifier, groups))];
      }
      if (!skipped) return [];
      const message = `The test below the tag is skipped, so nothing ensures \`${identifier}\`.`;
      return [warning("tag-test-skipped", path, line, message, "Run the test again, or remove the tag.")];
    }),
  ]);
}

function isMeant({ isComment }: { readonly isComment?: true }): boolean {
  return isComment === true;
}

const example = "Write it like [ENSURES: concept-name.group:TEST].";

function orphanFix(identifier: string, groups: ReadonlySet<string>): string {
  const [near] = nearest(identifier, groups, 1);
  return near === undefined ? "Correct the name, or remove the tag." : `Did you mean \`${near}\`?`;
}

function warning(rule: string, path: string, line: number, message: string, remedy: string): Violation {
  return { severity: "warning", rule, message, remedy, path, line, data_model_heading: heading };
}
