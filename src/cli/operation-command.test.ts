import { describe, expect, it } from "vitest";
import * as z from "zod";
import { testTerminal } from "../../test/support/cli.ts";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { fault } from "../kernel/fault.ts";
import { fail, ok } from "../kernel/result.ts";
import { operation, reading } from "../operation/operation.ts";
import { allFlags } from "./commands.ts";
import { operationCommand } from "./operation-command.ts";
import { parseLine } from "./parse.ts";

const find = operation({
  name: "find_things",
  title: "Find things",
  summary: "Finds things",
  icon: "search",
  effects: reading,
  input: z.object({
    query: z.string().min(1).describe("what to find"),
    limit: z.number().int().min(1).max(9).default(3).describe("at most this many"),
    kind: z.enum(["file", "folder"]).optional(),
    tags: z.array(z.string()).optional(),
    deep: z.boolean().default(false),
    path_filter: z.string().optional(),
    extra: z.object({ a: z.number() }).optional(),
  }),
  output: z.looseObject({ valid: z.boolean() }),
  cli: { words: "things find", positionals: ["kind", "query..."], flagNames: { path_filter: "glob" } },
  exitCode: ({ valid }) => (valid ? 0 : 1),
  run: async ({ signal }, input) => {
    if (input.query === "nothing")
      return fail(fault("path_not_found", "Nothing is there.", "Look elsewhere."));
    if (input.query === "long") await stopped(signal);
    if (input.query === "bug") throw new Error("a bug");
    return ok({ valid: input.query !== "bad", ...input });
  },
  text: (output) => `found ${JSON.stringify(output)}\n\n`,
});

/** Work that a person stops with Ctrl-C. */
function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
    process.emit("SIGINT");
  });
}

async function things(...words: string[]) {
  const { terminal, said } = testTerminal({ cwd: await temporaryFolder() });
  const command = operationCommand(find, { operations: { find } });
  if (!command) throw new Error("no command");
  const line = parseLine(words, allFlags(command));
  if (!line.ok) throw new Error(line.fault.message);
  return { code: await command.run(line.value, terminal), ...said };
}

describe("the command of an operation", () => {
  it("that is cancelled with Ctrl-C prints no answer and exits 130", async () => {
    expect(await things("file", "long")).toMatchObject({ code: 130, out: "", err: "hewto: Cancelled.\n" });
  });

  it("takes fields by position, the last with all remaining words", async () => {
    const { out } = await things("file", "big", "red", "things", "--json");
    expect(JSON.parse(out)).toEqual({
      valid: true,
      kind: "file",
      query: "big red things",
      limit: 3,
      deep: false,
    });
  });

  it("takes fields by flag, each as its type", async () => {
    const words = ["--query", "q", "--limit", "5", "--tags", "a", "--tags", "b", "--deep", "--glob", "*.ts"];
    const { out } = await things(...words, "--extra", '{"a":1}', "--json");
    expect(JSON.parse(out)).toEqual({
      valid: true,
      query: "q",
      limit: 5,
      tags: ["a", "b"],
      deep: true,
      path_filter: "*.ts",
      extra: { a: 1 },
    });
  });

  it("answers with text, and without --json ends it with one line feed", async () => {
    const { code, out } = await things("--query", "q");
    expect(code).toBe(0);
    expect(out).toMatch(/^found \{.*\}\n$/);
  });

  it("gives the verdict as exit code", async () => {
    expect((await things("--query", "bad")).code).toBe(1);
  });

  it("names a wrong argument, exit 2", async () => {
    expect(await things()).toMatchObject({
      code: 2,
      out: "",
      err: "hewto: Missing required argument: query. Usage: hewto things find [KIND] QUERY... [flags]. See --help.\n",
    });
    expect((await things("--query", "q", "--limit", "10")).err).toBe(
      "hewto: --limit must be an integer from 1 to 9; got 10. Usage: hewto things find [KIND] QUERY... [flags]. See --help.\n",
    );
    expect((await things("--query", "q", "--limit", "ten")).err).toContain("must be an integer from 1 to 9");
    expect((await things("--query", "")).err).toContain("must be a string that is not empty");
    expect((await things("--query", "q", "--extra", "{")).err).toContain("must be an object");
  });

  it("reports a fault on stderr and, with --json, on stdout too", async () => {
    expect(await things("--query", "nothing")).toEqual({
      code: 1,
      out: "",
      err: "hewto: Nothing is there. Look elsewhere.\n",
    });
    const { out } = await things("--query", "nothing", "--json");
    expect(JSON.parse(out)).toMatchObject({ error: { code: "path_not_found", remedy: "Look elsewhere." } });
  });

  it("survives a bug in the operation", async () => {
    expect(await things("--query", "bug")).toMatchObject({ code: 1, err: expect.stringContaining("a bug") });
  });
});
