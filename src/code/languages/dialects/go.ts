import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const goDialect: Dialect = {
  ...plainDialect,
  literals: { string: "string", integer: "int", float: "float64", boolean: "bool" },
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    Error Fatal Fatalf Len Lock Printf Println Sprintf Unlock`,
  ),
};
