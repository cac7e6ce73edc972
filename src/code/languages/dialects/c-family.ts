import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

const literals = { string: "char", integer: "int", float: "double", boolean: "bool" };

export const cDialect: Dialect = { ...plainDialect, literals };

export const cppDialect: Dialect = {
  ...plainDialect,
  implicitSelf: true,
  literals,
  collections: {
    ...plainDialect.collections,
    types: wordSet("vector list deque set array span initializer_list"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    back c_str cbegin cend emplace emplace_back empty erase front lower_bound rbegin rend substr
    upper_bound`,
  ),
};

export const objectiveCDialect: Dialect = {
  ...plainDialect,
  makers: new Set(["alloc", "new"]),
  literals: { ...literals, string: "NSString" },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    addObject alloc allKeys allValues containsObject firstObject integerValue intValue isEqual isEqualToString
    isKindOfClass lastObject new objectAtIndex objectForKey performSelector removeObject respondsToSelector setObject
    stringValue valueForKey`,
  ),
};
