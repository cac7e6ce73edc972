import { render } from "preact";
import { connect, connection } from "../api/client.ts";
import type { Transport } from "../api/transport.ts";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/shell.css";
import "../styles/components.css";
import "../styles/panels.css";
import { listenToKeys } from "./keys.ts";
import { Shell } from "./shell.tsx";
import "./theme.ts";

/** Shows the page with answers from a server or from files. */
export function startPage(transport: Transport): void {
  // First, because views ask as soon as they are drawn.
  connect(transport).catch(() => {
    if (connection.peek() === "connecting") connection.value = "lost";
  });
  const root = document.getElementById("app");
  if (root) render(<Shell />, root);
  listenToKeys();
}
