import * as z from "zod";
import { clipLine } from "../../kernel/clip.ts";
import { Problem } from "../../kernel/finding.ts";
import { ok } from "../../kernel/result.ts";
import { count, printable } from "../../kernel/text.ts";
import { operation, reading } from "../../operation/operation.ts";
import { isYieldDue, yieldIfDue } from "../../workspace/process/event-loop.ts";
import { Digests } from "../digests.ts";
import { shownId } from "../ids.ts";
import { describeSpec, findSpecs, type SpecEntry } from "../library.ts";
import { openProject } from "../project.ts";
import { storeNotice } from "../store.ts";
import { shapeProblems } from "./shapes.ts";

const contract = z.object({
  specs: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      purpose: z.string(),
      problems: z
        .array(Problem)
        .optional()
        .describe("What is wrong with the file; the spec is served all the same"),
    }),
  ),
});

const output = contract.extend({
  notice: z.string().optional().describe("Where the specs are, if they cannot be read from here"),
});

/** For a person: where specs would be, and where spec-kit's are. */
export const noSpecs =
  "No specs found. They live in openspec/specs/<name>/spec.md or specs/<name>/spec.md (`hewto init` makes the place); features of spec-kit are in `hewto features list`.";

export const listSpecs = operation({
  name: "list_specs",
  title: "List specs",
  summary: "Lists all specs with id, title and purpose.",
  details: "A minimal index: call get_spec_requirements with an id for the requirements of a spec.",
  icon: "spec",
  effects: reading,
  input: z.object({}),
  output,
  dropIn: { output: contract },
  cli: { words: "specs list" },
  run: async (context) => {
    const project = await openProject(context.workspace);
    const entries = await findSpecs(context.workspace, project.layouts);
    const digests = new Digests(project, entries);
    const describe = (entry: SpecEntry) => describeSpec(context.workspace, entry, project.vocabulary);
    const specs: z.infer<typeof output>["specs"] = [];
    for (const entry of entries) {
      if (isYieldDue()) await yieldIfDue();
      const { title, purpose, problems } = digests.of(
        entry,
        () => true,
        () => describe(entry),
      );
      specs.push({ id: entry.id, title, purpose, ...shapeProblems(problems) });
    }
    digests.save(entries);
    return ok({ specs, notice: project.store && storeNotice(project.store) });
  },
  text: ({ specs, notice }) => {
    if (specs.length === 0 && notice !== undefined) return notice;
    if (specs.length === 0)
      return "No specs found. Specs live in openspec/specs/<name>/spec.md or specs/<name>/spec.md.";
    const lines = specs.map(({ id, title, purpose, problems }) => {
      const flaw = problems ? ` [${problems.map((problem) => problem.rule).join(", ")}]` : "";
      return `- ${id}: ${title}${purpose === "" ? "" : ` — ${purpose}`}${flaw}`;
    });
    return [`${count(specs.length, "spec")}:`, ...lines].join("\n");
  },
  human: ({ specs, notice }, _input, style) => {
    if (specs.length === 0) return notice ?? noSpecs;
    const width = Math.max(...specs.map(({ id }) => shownId(id).length));
    return specs
      .map(({ id, purpose, problems }) => {
        const room = Math.max(20, style.width - width - 3);
        const said = purpose === "" ? (problems?.[0]?.message ?? "") : purpose;
        const shown = clipLine(printable(said).replace(/\s+/g, " "), room);
        return `${style.bold(shownId(id).padEnd(width))}  ${problems ? style.warn(shown) : style.dim(shown)}`;
      })
      .join("\n");
  },
});
