import type { ViewProps } from "../table.ts";
import { Board } from "./board.tsx";
import { Item } from "./item.tsx";
import "./work.css";

/** The board, or one item of it. */
export function View({ path, query }: ViewProps) {
  const [id] = path;
  return id === undefined ? <Board query={query} /> : <Item key={id} id={id} query={query} />;
}
