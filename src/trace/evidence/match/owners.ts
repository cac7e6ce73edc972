import type { DiscoveredTest } from "../../tests/model.ts";
import { commonTail } from "./paths.ts";
import { withoutValues } from "./titles.ts";

/** The name of a test in its code. */
export function methodOf(test: DiscoveredTest): string {
  const names = test.names ?? test.titles;
  return withoutValues(names.at(-1) ?? "");
}

/** `Ferry.Tests.BookingTests`, `tests::inner`, `ferry.BookingTest$Cancel`, `example.com/ferry` in their parts. */
export function partsOfClass(name: string): string[] {
  return name.split(/[.:/\\$+#\s]+/).filter((part) => part !== "");
}

/**
 * How well a class of a report fits a test: the types around it, then its file or folder. Negative if the test is in
 * another type.
 */
export function ownerScore(test: DiscoveredTest, classParts: readonly string[]): number {
  const owners = (test.names ?? test.titles).slice(0, -1).flatMap(partsOfClass);
  const types = commonTail(owners, classParts);
  if (owners.length > 0 && classParts.length > 0 && types === 0) return -1;
  const rest = classParts.slice(0, classParts.length - types);
  const file = test.file.replace(/\.\w+$/, "").split("/");
  const folder = file.slice(0, -1);
  return types + Math.max(commonTail(file, rest), commonTail(folder, rest));
}
