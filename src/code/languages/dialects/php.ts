import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const phpDialect: Dialect = {
  ...plainDialect,
  literals: { string: "string", integer: "int", float: "float", boolean: "bool" },
  constructors: ["__construct"],
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    append current fetchAll getCode getLine getMessage getPrevious getTraceAsString offsetGet offsetSet prepare rewind
    toArray toString valid`,
  ),
};
