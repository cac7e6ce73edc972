import { App } from "@modelcontextprotocol/ext-apps";
import { signal } from "@preact/signals";
import { render } from "preact";
import { EmptyState, LoadingState } from "../components/states.tsx";
import { RedlineApp } from "./redline-app.tsx";
import { ResearchApp } from "./research-app.tsx";
import { TraceApp } from "./trace-app.tsx";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/components.css";
import "../styles/panels.css";
import "./apps.css";

/** A view in the chat of a host: it shows the result of the tool that the host called, with the page's components. */
export interface ToolView {
  readonly app: App;
  readonly input: Readonly<Record<string, unknown>>;
  /** `structuredContent`; its shape is that of the tool. */
  readonly result: Readonly<Record<string, unknown>>;
}

const views = { trace: TraceApp, redline: RedlineApp, research: ResearchApp } as const;

const input = signal<Readonly<Record<string, unknown>>>({});
const shown = signal<Readonly<Record<string, unknown>> | "failed" | undefined>(undefined);
const app = new App({ name: "hewto", version: "1" }, {});

app.addEventListener("toolinput", ({ arguments: given }) => {
  input.value = given ?? {};
});
app.addEventListener("toolresult", ({ structuredContent, isError }) => {
  shown.value = isError || !isRecord(structuredContent) ? "failed" : structuredContent;
});
app.addEventListener("hostcontextchanged", ({ theme }) => setTheme(theme));

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function setTheme(theme: string | undefined): void {
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
}

function Shown() {
  const name = document.documentElement.dataset["view"];
  const View = name === "trace" || name === "redline" || name === "research" ? views[name] : undefined;
  const result = shown.value;
  if (result === undefined) return <LoadingState what="the result" />;
  if (View === undefined || result === "failed")
    return <EmptyState title="There is nothing to show">The answer of the tool says why.</EmptyState>;
  return <View app={app} input={input.value} result={result} />;
}

// Addresses of the page lead nowhere in a chat.
document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest('a[href^="#"]')) event.preventDefault();
});

const root = document.getElementById("app");
if (root) render(<Shown />, root);
app.connect().then(
  () => setTheme(app.getHostContext()?.theme),
  () => {},
);
