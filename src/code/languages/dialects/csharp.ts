import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const csharpDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  // `static void Dim(this Lamp lamp)`
  isExtension: ({ parameters }) => parameters?.[0]?.type?.startsWith("this ") === true,
  literals: { string: "string", integer: "int", float: "double", boolean: "bool" },
  collections: {
    types: wordSet(
      "List IList IEnumerable ICollection IReadOnlyList IReadOnlyCollection HashSet Queue Stack Array",
    ),
    elementMembers: wordSet("First FirstOrDefault Last LastOrDefault Single SingleOrDefault"),
    sameMembers: wordSet("Where OrderBy OrderByDescending Reverse Skip Take ToList ToArray Distinct"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    AddRange All Any Cast Concat ContainsKey Distinct EndsWith Equals First FirstOrDefault ForEach GetEnumerator
    GetHashCode GetType GroupBy IndexOf OrderBy RemoveAt Select SelectMany Single Skip Split StartsWith Substring Sum
    Take ToArray ToDictionary ToList ToLower ToString ToUpper Trim TryGetValue Where`,
  ),
};
