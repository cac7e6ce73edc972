import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { reading, writing } from "../../operation/operation.ts";
import { kindFacts } from "../model/kinds.ts";
import { workTypes } from "../model/work-types.ts";
import { templateSources } from "../session.ts";
import { trustPointer } from "../templates/allowed.ts";
import { PointerReport, removePointer, searchOrder, setPointer } from "../templates/pointers.ts";
import { Provenance, resolveTemplate } from "../templates/resolve.ts";
import { scenarioFor, scenarioName } from "../templates/scenario.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { Kind } from "./shapes.ts";

const workType = z.enum(workTypes).optional().describe("For scratch pads: the work type");

export const resolveTemplateTool = capability(
  "template_orchestration",
  {
    name: "resolve_template",
    title: "Effective template",
    summary: "Shows which template a new artifact would use, and the tokens that it needs.",
    details:
      "Search order: a file under .specman/templates/, the target of the pointer file (SPEC, IMPL, SCRATCH), the packaged default.",
    icon: "template",
    effects: { ...reading, openWorld: true },
    cli: { words: "artifacts template", positionals: ["kind"] },
    input: z.object({ kind: Kind.describe("The kind of artifact"), work_type: workType }),
    output: z.object({
      scenario: z.string(),
      template: Provenance,
      tokens: z.array(z.string()).readonly().describe("The tokens in the template's body."),
      search_order: z.array(z.string()).readonly(),
      body: z.string(),
    }),
    run: async (context, input) => {
      const session = await openSession(context, "resolve_template");
      if (!session.ok) return session;
      const scenario = scenarioFor(input.kind, input.work_type);
      if (!scenario.ok) return scenario;
      const template = await resolveTemplate(templateSources(session.value), scenario.value);
      if (!template.ok) return template;
      const { body, tokens, provenance } = template.value;
      return ok({
        scenario: scenarioName(scenario.value),
        template: provenance,
        tokens,
        search_order: searchOrder(input.kind),
        body,
      });
    },
    text: ({ scenario, template, tokens, search_order }) =>
      [
        `Template for ${scenario}: ${template.locator} (${template.tier}, ${template.version})`,
        ...(template.degraded ? [`Degraded: ${template.reason ?? ""}`] : []),
        `Tokens: ${tokens.join(", ") || "none"}`,
        `Search order: ${search_order.join(", ")}`,
      ].join("\n"),
  },
  { sideEffects: ["stores a copy of a remote template under .specman/cache/templates/"] },
);

export const setPointerTool = capability(
  "template_orchestration",
  {
    name: "set_template_pointer",
    title: "Set template pointer",
    summary:
      "Points the templates of a kind at a Markdown file in the workspace or an HTTPS URL, after checking it.",
    icon: "template",
    effects: { ...writing, idempotent: true, openWorld: true },
    cli: { words: "artifacts template set", positionals: ["kind", "locator"] },
    input: z.object({
      kind: Kind.describe("The kind of artifact"),
      locator: z.string().describe("A Markdown file inside the workspace, or an https URL"),
    }),
    output: PointerReport,
    run: async (context, input) => {
      const session = await openSession(context, "set_template_pointer", input.locator);
      if (!session.ok) return session;
      const report = await setPointer(templateSources(session.value), input.kind, input.locator);
      if (!report.ok) return report;
      context.touched(report.value.pointer);
      return context.isByPerson ? trustPointer(session.value, report.value) : report;
    },
    text: pointerText,
  },
  { sideEffects: ["writes .specman/templates/{SPEC,IMPL,SCRATCH}", "refreshes .specman/cache/templates/"] },
);

export const removePointerTool = capability(
  "template_orchestration",
  {
    name: "remove_template_pointer",
    title: "Remove template pointer",
    summary: "Removes the template pointer of a kind and shows which template is used instead.",
    icon: "template",
    effects: { ...writing, destructive: true },
    cli: { words: "artifacts template remove", positionals: ["kind"] },
    input: z.object({ kind: Kind.describe("The kind of artifact") }),
    output: PointerReport,
    run: async (context, input) => {
      const session = await openSession(context, "remove_template_pointer");
      if (!session.ok) return session;
      const report = await removePointer(templateSources(session.value), input.kind);
      if (report.ok) context.touched(report.value.pointer);
      return report;
    },
    text: pointerText,
  },
  {
    sideEffects: [
      "deletes .specman/templates/{SPEC,IMPL,SCRATCH}",
      "purges its copy in .specman/cache/templates/",
    ],
  },
);

function pointerText({ kind, pointer, locator, action, effective, purged }: PointerReport): string {
  const head =
    action === "removed"
      ? `Removed ${pointer} (it pointed to ${locator}).`
      : `${pointer} ${action === "unchanged" ? "already points" : "points"} to ${locator}.`;
  const current = `New ${kindFacts[kind].plural} use ${effective.locator} (${effective.tier}).`;
  return [head, current, ...(purged.length > 0 ? [`Purged from the cache: ${purged.join(", ")}.`] : [])].join(
    "\n",
  );
}
