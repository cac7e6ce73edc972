import { fault } from "../../kernel/fault.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { shownId } from "../../specs/ids.ts";
import { hasNumber, parseFeatureName } from "../../workflow/feature-name.ts";
import type { Work, WorkItem } from "./item.ts";

/** Finds work by id, by path, or a feature by its number or slug. Names are compared and never made into a path. */
export function findWork(works: readonly Work[], given: string): Result<Work> {
  const name = given.replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "");
  const isFeature = (item: WorkItem, fits: (name: ReturnType<typeof parseFeatureName>) => boolean) =>
    item.kind === "feature" && fits(parseFeatureName(item.id));
  const ways: ((item: WorkItem) => boolean)[] = [
    (item) => item.path === name || `${item.path}/` === given,
    (item) => item.id === name || `${item.kind}:${item.id}` === name,
    (item) => isFeature(item, (parsed) => hasNumber(parsed, name)),
    (item) => isFeature(item, (parsed) => parsed?.slug === name),
  ];
  for (const way of ways) {
    const [first, ...others] = works.filter(({ item }) => way(item));
    if (first && others.length > 0) return ambiguousWork(given, [first, ...others]);
    if (first) return ok(first);
  }
  const hint = didYouMean(
    name,
    works.map(({ item }) => item.id),
  );
  const none = works.length === 0 ? "Nothing is in flight." : "";
  return fail(
    fault("work_not_found", `No work has the id \`${shownId(given)}\`.`, hint || none, {
      subject: { id: given },
      suggest: { operation: "list_work", to: "see what is in flight" },
    }),
  );
}

function ambiguousWork(given: string, works: readonly Work[]): Result<never> {
  const listed = works.map(({ item }) => `\`${item.path}\` (${item.label})`).join(", ");
  return fail(
    fault(
      "ambiguous_id",
      `\`${shownId(given)}\` fits more than one item: ${listed}.`,
      "Use one of these paths.",
      {
        subject: { id: given },
        details: { candidates: works.map(({ item }) => item.path) },
      },
    ),
  );
}
