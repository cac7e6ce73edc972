import { basename } from "node:path";
import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { operation, writing } from "../../operation/operation.ts";
import { readText } from "../../workspace/files/files.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import { constitutionOf, constitutionPath } from "../guides.ts";
import { amended, newConstitution, parsePrinciple } from "../review/constitution.ts";
import { principlesIn } from "../steps/principles.ts";
import { OWN_TEMPLATE, resolveTemplate } from "../templates/resolve.ts";
import { neverServed } from "./review.ts";

export const writeConstitution = operation({
  name: "constitution_write",
  title: "Constitution",
  summary: "Writes the project's constitution from its principles, or adds principles to it.",
  details:
    "A new one follows the project's constitution template. An existing one keeps its text; its minor version goes up.",
  icon: "workflow",
  effects: writing,
  served: neverServed,
  cli: {
    words: "run constitution",
    flagNames: { principles: "principle" },
    examples: ['run constitution --principle "Test first: tests are written before code"'],
  },
  input: z.object({
    principles: z.array(z.string()).default([]).describe("A principle as `Name: rule`; may be repeated"),
    project: z.string().optional().describe("Name of the project (default: its folder)"),
  }),
  output: z.object({ file: z.string(), principles: z.array(z.string()), changed: z.boolean() }),
  run: async (context, input) => {
    const { workspace } = context;
    const given = input.principles.map(parsePrinciple);
    const principles = given.filter((each) => each !== undefined);
    const example = 'Pass --principle "Test first: tests are written before code".';
    if (principles.length < given.length)
      return fail(fault("invalid_argument", "A principle needs a name, a colon and a rule.", example));
    const current = await readText(workspace, constitutionPath);
    if (!current.ok && current.fault.code !== "path_not_found") return current;
    const written = await constitutionOf(workspace);
    if (principles.length === 0 && written === undefined)
      return fail(
        fault("invalid_argument", "There is no constitution yet, and no principle is given.", example),
      );
    const date = localDate(context.clock());
    const project = input.project ?? basename(workspace.root);
    const content =
      written === undefined
        ? newConstitution(
            await templateOf(workspace, current.ok ? current.value.text : ""),
            project,
            principles,
            date,
          )
        : amended(written, principles, date);
    const result = { file: String(constitutionPath), principles: principlesIn(content) };
    if (content === written) return ok({ ...result, changed: false });
    const expect = current.ok ? current.value.sha256 : ("absent" as const);
    const edits = [{ kind: "write", path: constitutionPath, content, expect } as const];
    const committed = await commit(
      workspace,
      { label: "constitution", edits },
      { signal: context.signal, tool: "run constitution" },
    );
    if (!committed.ok) return committed;
    context.touched(constitutionPath);
    return ok({ ...result, changed: true });
  },
  text: ({ file, principles, changed }) =>
    [`${changed ? "Wrote" : "Unchanged:"} ${file}`, ...principles.map((name) => `- ${name}`)].join("\n"),
});

/** The project's template. Early releases of spec-kit have it only as the constitution that is not filled in yet. */
async function templateOf(workspace: Workspace, current: string): Promise<string> {
  const { text, source } = await resolveTemplate(workspace, "constitution-template");
  return source === OWN_TEMPLATE && current.trim() !== "" ? current : text;
}
