import type { ViewProps } from "../table.ts";
import { ResearchPage } from "./research.tsx";
import { SearchPage } from "./search-page.tsx";
import { SymbolPage } from "./symbol.tsx";
import "./code.css";

/** `#/code?q=…` searches, `#/code/symbol/NAME` shows a symbol, `#/code/ask?q=…` answers a question. */
export function View({ path: [part, name], query }: ViewProps) {
  if (part === "symbol" && name !== undefined) return <SymbolPage name={name} />;
  if (part === "ask") return <ResearchPage question={query["q"] ?? ""} />;
  return <SearchPage query={query} />;
}
