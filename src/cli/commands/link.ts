import type * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import {
  confirmLinks,
  nothingToLink,
  othersText,
  suggestionText,
  suggestLinks,
} from "../../trace/operations/links.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Command } from "../command.ts";
import { workspaceOf } from "../open.ts";
import { callOperation } from "../operation-command.ts";
import type { ParsedLine } from "../parse.ts";
import { reportFault } from "../report.ts";
import { askLine, canAsk } from "../terminal/ask-line.ts";
import type { Terminal } from "../terminal/terminal.ts";

type Suggestion = z.output<typeof suggestLinks.output>["suggestions"][number];
type Link = z.input<typeof confirmLinks.input>["links"][number];

/** `hewto link`: one requirement after the other, a person says which test belongs to it. */
export function linkCommand(): Command {
  return {
    words: "link",
    summary: "Link tests to requirements that have none",
    usage: "[ADDRESS]",
    examples: [
      "link",
      "link booking/cancel-a-booking",
      "link booking/cancel-a-booking#too-late --test 'test/a.test.ts#Too late'",
    ],
    flags: [
      { name: "test", kind: "string", value: "ID", summary: "link this test to ADDRESS: file#suite > title" },
      { name: "record", kind: "boolean", summary: "write a record instead of a tag above the test" },
      { name: "all", kind: "boolean", summary: "also requirements whose text the branch did not change" },
      {
        name: "changed-since",
        kind: "string",
        value: "REV",
        summary: "the revision that the branch left (default: HEAD)",
      },
      { name: "limit", kind: "string", value: "N", summary: "most requirements to go through (default: 20)" },
    ],
    never: "agents call suggest_links and confirm_links",
    run,
  };
}

async function run(line: ParsedLine, terminal: Terminal): Promise<number> {
  const isJson = line.flags.json === true;
  const workspace = await workspaceOf(line, terminal);
  if (!workspace.ok) return reportFault(workspace.fault, terminal, isJson);
  const [address] = line.positionals;
  const as = line.flags.record === true ? "record" : "tag";
  if (address !== undefined && typeof line.flags.test === "string")
    return confirm([{ address, test: line.flags.test, as }], workspace.value, terminal, isJson);
  const since = line.flags["changed-since"];
  const given = {
    address,
    all: line.flags.all === true,
    changed_since: typeof since === "string" ? since : undefined,
    ...(line.flags.limit === undefined ? {} : { limit: Number(line.flags.limit) }),
  };
  const suggested = await callOperation(suggestLinks, given, workspace.value, {}, terminal);
  if (!suggested.ok) return reportFault(suggested.fault, terminal, isJson);
  const { suggestions, leaves, untouched } = suggested.value.output;
  if (isJson || !canAsk(terminal)) {
    terminal.out(
      isJson
        ? `${JSON.stringify(suggested.value.output, null, 2)}\n`
        : listText(suggestions, leaves, untouched),
    );
    return 0;
  }
  const links = await askAll(suggestions, as, terminal);
  if (!links.ok) return reportFault(links.fault, terminal, false);
  if (links.value.length === 0) {
    terminal.out("Nothing was linked.\n");
    return 0;
  }
  return confirm(links.value, workspace.value, terminal, false);
}

function listText(suggestions: readonly Suggestion[], leaves: number, untouched: number): string {
  if (suggestions.length === 0) return `${nothingToLink(leaves)}\n`;
  const others = untouched === 0 ? "" : `${othersText(untouched)} Use --all to see all.\n`;
  return `${suggestions.map(suggestionText).join("\n\n")}\n\n${others}Nothing was written: there is no terminal to ask at. Use --test ID to link one.\n`;
}

async function confirm(
  links: readonly Link[],
  workspace: Workspace,
  terminal: Terminal,
  isJson: boolean,
): Promise<number> {
  const done = await callOperation(confirmLinks, { links: [...links] }, workspace, {}, terminal);
  if (!done.ok) return reportFault(done.fault, terminal, isJson);
  const { linked, files } = done.value.output;
  terminal.out(
    isJson
      ? `${JSON.stringify(done.value.output, null, 2)}\n`
      : `Linked ${count(linked, "test")}; wrote ${files.join(", ")}.\n`,
  );
  return 0;
}

/** Keys: a number links, `r` and a number links by a record, `n` and `s` go on, `q` ends with what was chosen. */
async function askAll(
  suggestions: readonly Suggestion[],
  as: "tag" | "record",
  terminal: Terminal,
): Promise<Result<Link[]>> {
  const links: Link[] = [];
  const signal = new AbortController().signal;
  for (const [index, suggestion] of suggestions.entries()) {
    if (suggestion.proposals.length === 0) continue;
    const numbers = suggestion.proposals.map((_, at) => at + 1).join(", ");
    const keys = `[${numbers} link, t or r before the number for a tag or a record, n none, s skip, q quit] `;
    const question = `${index + 1} of ${suggestions.length}  ${suggestionText(suggestion)}\n${keys}`;
    const reply = (await askLine(terminal, question, signal))?.trim().toLowerCase();
    if (reply === undefined || reply === "q") break;
    const [, how, number] = /^([tr]?)\s*([1-9])$/.exec(reply) ?? [];
    const proposal = suggestion.proposals[Number(number) - 1];
    if (proposal === undefined) continue;
    const chosen = how === "r" ? "record" : how === "t" ? "tag" : as;
    links.push({ address: suggestion.address, test: proposal.test, as: chosen });
  }
  return ok(links);
}
