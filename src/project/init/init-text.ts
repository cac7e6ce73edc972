import { count, printable } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import type { Found, FoundLayout } from "./found.ts";
import type { InitPlan } from "./plan-init.ts";

/** What was found, a line for each kind of thing. */
export function foundText(root: string, found: Found, style: Style): string {
  const where = found.git ? ` on ${found.branch ?? "a detached head"}` : " (no git repository)";
  const hosts = found.hosts.map(({ title, connected }) => (connected ? `${title} (connected)` : title));
  const languages = found.languages.map(({ language, files }) => `${language} ${files}`);
  const rows = [
    ...(found.within === undefined ? [] : [["part of", `${printable(found.within)}; did you mean that?`]]),
    ["layouts", found.layouts.map(layoutText).join(", ")],
    ["languages", shortened(languages, 6).join(", ")],
    ["agents", found.agents.join(", ")],
    ["hosts", shortened(hosts, 8).join(", ")],
    ["index", found.index ? "built" : ""],
  ];
  const head = found.empty ? "an empty folder" : count(found.files, "file");
  return [
    `${style.bold(printable(root))}${where}: ${head}`,
    ...rows.map(([name = "", text = ""]) => `  ${name.padEnd(10)} ${text === "" ? style.dim("none") : text}`),
  ].join("\n");
}

function layoutText({ name, path, holds }: FoundLayout): string {
  const parts = Object.entries(holds)
    .filter(([, number]) => number > 0)
    .map(([noun, number]) => count(number, noun));
  return `${name} in ${path} (${parts.join(", ") || "empty"})`;
}

function shortened(parts: readonly string[], limit: number): string[] {
  return parts.length <= limit ? [...parts] : [...parts.slice(0, limit), `and ${parts.length - limit} more`];
}

/** What to do next, the most useful first. */
export function nextCommands(found: Found, plan: InitPlan): string[] {
  const loose = found.hosts.filter(({ connected }) => !connected).map(({ id }) => id);
  const connect = loose.length > 0 ? [`hewto install ${loose.join(" ")}`] : [];
  const isConnected = found.hosts.some(({ connected }) => connected);
  const isBare = plan.layout === undefined && found.layouts.length === 0;
  const first = plan.isExample ? ["hewto check"] : (begin[plan.layout ?? (isBare ? "bare" : "none")] ?? []);
  const last = connect.length === 0 && !isConnected ? ["hewto install --list"] : [];
  return [...first, ...connect, ...last].slice(0, 3);
}

const begin: Readonly<Record<string, readonly string[]>> = {
  openspec: ["hewto changes new add-NAME --spec CAPABILITY"],
  spox: ["hewto changes new add-NAME --spec CAPABILITY"],
  "spec-kit": ['hewto run specify --description "WHAT IT IS FOR"'],
  specman: ["hewto artifacts create specification NAME"],
  none: ["hewto check"],
  bare: ['hewto search "WHAT YOU LOOK FOR"'],
};
