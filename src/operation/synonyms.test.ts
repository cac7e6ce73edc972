import { expect, test } from "vitest";
import { meantNames } from "./synonyms.ts";

test("an argument in another case or with other separators is that argument, not one that looks like it", () => {
  const known = ["path_filter", "path_filters"];
  for (const word of ["pathFilter", "path-filter", "PATH_FILTER"])
    expect(meantNames(word, known)).toEqual(["path_filter"]);
  expect(meantNames("pathFilters", known)).toEqual(["path_filters"]);
});
