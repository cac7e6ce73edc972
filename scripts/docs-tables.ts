import { catalog } from "../src/catalog.ts";
import { allCommands, allFlags } from "../src/cli/commands.ts";
import { sortedBy } from "../src/kernel/order.ts";
import { describe } from "../src/operation/arguments.ts";
import type { FlagSpec } from "../src/operation/flags.ts";
import { type AnyOperation, isTool } from "../src/operation/operation.ts";
import { inputSchema } from "../src/operation/schema.ts";
import { profiles } from "../src/profiles.ts";
import { labelOf } from "../src/tui/keys/key.ts";
import { keyContexts } from "../src/tui/keys/key-context.ts";
import { defaultKeys, makeKeymap } from "../src/tui/keys/keymap.ts";
import { libraryCalls, libraryPage, libraryTypes } from "./library-pages.ts";
import { manPage } from "./man-page.ts";

const note = "<!-- Generated from the operations table by `npm run gen`; edit the table, not this page. -->";

/** Everything that is generated from the operations, by path in the repository. */
export async function pages(): Promise<Record<string, string>> {
  return {
    "docs/tools.md": await toolsPage(),
    "docs/commands.md": await commandsPage(),
    "docs/hewto.1": manPage(await shownCommands(), flagText),
    "docs/keys.md": keysPage(),
    "docs/library-methods.md": await libraryPage(note),
    "src/library/operations.ts": await libraryTypes(),
    "src/library/calls.ts": await libraryCalls(),
  };
}

async function toolsPage(): Promise<string> {
  const parts = [`${note}\n\n# Tools\n\nEvery tool in the order of \`tools/list\`.\n`, profileTable()];
  for (const entry of catalog) {
    const { operations } = await entry.load();
    const tools = Object.values<AnyOperation>(operations).filter((operation) => isTool(operation));
    if (tools.length > 0)
      parts.push(`## ${entry.summary} (\`${entry.name}\`)\n\n${tools.map(toolText).join("\n")}`);
  }
  return parts.join("\n");
}

function profileTable(): string {
  const rows = profiles.map(
    ({ name, serverName, toolsets, transports }) =>
      `| \`${name}\` | \`${serverName}\` | ${toolsets.join(", ")} | ${transports.join(", ")} |`,
  );
  return ["| profile | server name | toolsets | transports |", "|---|---|---|---|", ...rows, ""].join("\n");
}

function toolText(operation: AnyOperation): string {
  const { properties = {}, required = [] } = inputSchema(operation);
  const traits = [
    operation.effects.readOnly ? "reads only" : operation.effects.destructive ? "may delete" : "writes",
    ...(operation.taskSupport ? ["may run as a task"] : []),
    ...(operation.served === "extras" ? ["beyond the original system"] : []),
  ];
  const rows = Object.entries(properties).map(([name, property]) => {
    const rule = property.type || property.enum ? describe(property).replace(/^must be /, "") : "structured";
    const standard = property.default === undefined ? "" : `, default ${JSON.stringify(property.default)}`;
    const need = required.includes(name) ? "required" : "optional";
    return `| \`${name}\` | ${need} | ${cell(rule + standard)} | ${cell(property.description ?? "")} |`;
  });
  const table =
    rows.length === 0 ? [] : ["", "| argument | | value | meaning |", "|---|---|---|---|", ...rows];
  return [`### \`${operation.name}\``, "", `${operation.summary} (${traits.join(", ")})`, ...table, ""].join(
    "\n",
  );
}

async function shownCommands() {
  const shown = (await allCommands()).filter((command) => !command.hidden);
  return sortedBy(shown, (command) => command.words);
}

async function commandsPage(): Promise<string> {
  const commands = await shownCommands();
  const common = new Set(["workspace", "json", "color", "help"]);
  const texts = commands.map((command) => {
    const flags = allFlags(command).filter((flag) => !common.has(flag.name));
    const rows = flags.map((flag) => `| \`${cell(flagText(flag))}\` | ${cell(flag.summary)} |`);
    const table = rows.length === 0 ? [] : ["| flag | meaning |", "|---|---|", ...rows, ""];
    return [
      `## \`hewto ${[command.words, command.usage].filter(Boolean).join(" ")}\``,
      "",
      command.summary,
      "",
      ...table,
    ].join("\n");
  });
  const intro =
    "Every command accepts `--workspace DIR`, `--json`, `--no-color` and `--help`. Exit codes: 0 success, 1 findings or a failed run, 2 wrong usage, 3 something needed is missing, 124 timeout, 130 canceled.";
  return [`${note}\n\n# Commands\n\n${intro}\n`, ...texts].join("\n");
}

function keysPage(): string {
  const { bindings } = makeKeymap(defaultKeys);
  const parts = Object.entries(keyContexts).map(([context, title]) => {
    const rows = bindings
      .filter((binding) => binding.context === context)
      .map(({ action, keys, help }) => {
        const names = keys.map((key) => `\`${cell(labelOf(key))}\``).join(" ");
        return `| ${names} | \`${action}\` | ${cell(help)} |`;
      });
    return rows.length === 0
      ? ""
      : [`## ${title}`, "", "| keys | action | |", "|---|---|---|", ...rows, ""].join("\n");
  });
  const intro = [
    "All keys of `hewto tui`. To change the keys of an action, use `[keys]` in `hewto.toml` or in your own `config.toml`:",
    "",
    "```toml",
    "[keys]",
    'run-menu = "x"              # one key',
    'refresh = ["f5", "ctrl-g"]  # several',
    'zoom = "none"               # no key',
    "```",
    "",
    "`[ui] vim_navigation = false` disables `h j k l g G` for moving. Duplicate bindings are reported at startup.",
    "",
  ].join("\n");
  return [
    `${note.replace("operations", "key")}\n\n# Keys of the terminal app\n\n${intro}`,
    ...parts.filter(Boolean),
  ].join("\n");
}

function flagText(flag: FlagSpec): string {
  const value = flag.choices?.join("|") ?? flag.value ?? "TEXT";
  return flag.kind === "boolean" ? `--${flag.name}` : `--${flag.name} ${value}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
