import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const pythonDialect: Dialect = {
  ...plainDialect,
  literals: { string: "str", integer: "int", float: "float", boolean: "bool" },
  constructors: ["__init__"],
  collections: {
    ...plainDialect.collections,
    types: wordSet("list List set Set frozenset tuple Tuple Sequence Iterable Iterator Collection deque"),
  },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    append appendleft capitalize casefold difference discard endswith extend fromkeys intersection isalpha isdigit
    islower isspace isupper lower lstrip popitem popleft readline readlines rfind rindex rsplit rstrip setdefault
    splitlines startswith strip title translate union upper writelines`,
  ),
};
