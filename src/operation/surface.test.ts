import { describe, expect, test } from "vitest";
import * as z from "zod";
import { fault, faultText } from "../kernel/fault.ts";
import { ok } from "../kernel/result.ts";
import { type AnyOperation, operation, reading } from "./operation.ts";
import { agentSurface, terminalSurface, worded } from "./surface.ts";

const common = {
  title: "t",
  summary: "s",
  icon: "check",
  effects: reading,
  output: z.string(),
  run: async () => ok(""),
  text: () => "",
} as const;

const archive = operation({
  ...common,
  name: "archive_change",
  input: z.object({ change_id: z.string(), mode: z.string().optional() }),
  cli: {
    words: "changes archive",
    positionals: ["change_id"],
    flagNames: { why: "reason" },
    input: z.object({
      change_id: z.string(),
      dry_run: z.boolean().default(false),
      why: z.string().optional(),
    }),
    toInput: ({ change_id }) => ({ change_id }),
  },
});

const undo = operation({
  ...common,
  name: "changes_undo",
  input: z.object({ change_id: z.string().optional() }),
  cli: { words: "changes undo", positionals: ["change_id"] },
  served: { never: "for people" },
});

const prompts = operation({
  ...common,
  name: "list_prompts",
  input: z.object({}),
  cli: { never: "for agents" },
});

const all = new Map<string, AnyOperation>([archive, undo, prompts].map((each) => [each.name, each]));
const person = terminalSurface((name) => all.get(name));
const agent = agentSurface(
  (name) => (name === undo.name ? undefined : all.get(name)),
  (name) => all.get(name),
);

describe("a suggestion", () => {
  const preview = {
    operation: "archive_change",
    args: { change_id: "add-login", mode: "preview", dry_run: true },
    to: "see what it would do",
  };

  test("names a command to a person and a tool to an agent, each with its own arguments", () => {
    expect(person.recommend(preview)).toBe(
      "Run `hewto changes archive add-login --dry-run` to see what it would do.",
    );
    expect(agent.recommend(preview)).toBe(
      'Call `archive_change` with change_id "add-login", mode "preview" to see what it would do.',
    );
  });

  test("of something that is not a tool is something to ask the user for", () => {
    const suggestion = { operation: "changes_undo", args: { change_id: "x" } };
    expect(agent.recommend(suggestion)).toBe("Ask the user to run `hewto changes undo x`.");
    expect(agent.recommend({ command: "doctor --trust", to: "allow it" })).toBe(
      "Ask the user to run `hewto doctor --trust` to allow it.",
    );
    expect(person.recommend({ command: "doctor --trust" })).toBe("Run `hewto doctor --trust`.");
  });

  test("that a reader cannot follow is left out", () => {
    expect(person.recommend({ operation: "list_prompts" })).toBe("");
    expect(person.recommend({ operation: "nowhere" })).toBe("");
    expect(agent.recommend({ operation: "nowhere" })).toBe("");
  });

  test("quotes values that a shell would take apart, and uses the command's own flag names", () => {
    const suggestion = { operation: "archive_change", args: { change_id: "a b; rm x", why: "it's done" } };
    expect(person.reference(suggestion)).toBe("`hewto changes archive 'a b; rm x' --reason 'it'\\''s done'`");
  });

  test("is the last sentence of the fault's text", () => {
    const given = fault("archive_refused", "It does not fit.", "Fix it.", { suggest: preview });
    expect(faultText(worded(given, person))).toBe(
      "It does not fit. Fix it. Run `hewto changes archive add-login --dry-run` to see what it would do.",
    );
    expect(faultText(worded(fault("internal_error", "Oops", ""), agent))).toBe("Oops");
  });
});

test("an argument has the name that its reader types", () => {
  expect(person.argument(archive, "change_id")).toBe("CHANGE_ID");
  expect(person.argument(archive, "dry_run")).toBe("--dry-run");
  expect(agent.argument(archive, "dry_run")).toBe("dry_run");
});

test("a usage line marks optional arguments, for people only", () => {
  expect(person.usage(archive)).toBe("Usage: hewto changes archive CHANGE_ID [flags]. See --help.");
  expect(person.usage(undo)).toBe("Usage: hewto changes undo [CHANGE_ID] [flags]. See --help.");
  expect(agent.usage(archive)).toBe("");
});
