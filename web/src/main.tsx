import { render } from "preact";
import { connect, connection } from "./api/client.ts";
import { listenToKeys } from "./app/keys.ts";
import { Shell } from "./app/shell.tsx";
import "./app/theme.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/components.css";
import "./styles/panels.css";

const root = document.getElementById("app");
if (root) render(<Shell />, root);
listenToKeys();
connect().catch(() => {
  if (connection.peek() === "connecting") connection.value = "lost";
});
