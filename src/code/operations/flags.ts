import type { FlagSpec } from "../../operation/flags.ts";

/** Read by `search_code`. */
export const explainFlag: FlagSpec = {
  name: "explain",
  kind: "boolean",
  summary: "explain for each search result why it ranks where it does",
};

/** Read by `search_docs`. */
export const docCommentsFlag: FlagSpec = {
  name: "doc-comments",
  kind: "boolean",
  summary: "search doc comments of declarations in addition to documents",
};
