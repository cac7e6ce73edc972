import { type Dialect, everydayMembers, plainDialect, wordSet } from "../dialect.ts";

export const ecmascriptDialect: Dialect = {
  ...plainDialect,
  ordinaryMembers: wordSet(
    everydayMembers,
    `
    all any at bind catch concat endsWith entries every exec fill finally findIndex findLast flat flatMap forEach from
    has hasOwnProperty includes indexOf isArray lastIndexOf localeCompare matchAll padEnd padStart race repeat reverse
    shift some splice startsWith stringify substring then toFixed toISOString toLowerCase toString toUpperCase trim
    trimEnd trimStart unshift valueOf`,
  ),
};
