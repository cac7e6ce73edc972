import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { reading, writing } from "../../operation/operation.ts";
import { templateRequest } from "../../workspace/trust/request.ts";
import { trust } from "../../workspace/trust/trust.ts";
import { conceptFailure } from "../model/faults.ts";
import { kindFacts } from "../model/kinds.ts";
import { workTypes } from "../model/work-types.ts";
import { templateSources } from "../session.ts";
import { removePointer, searchOrder, setPointer } from "../templates/pointers.ts";
import { resolveTemplate } from "../templates/resolve.ts";
import { type Scenario, scenarioName } from "../templates/scenario.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { Kind, Provenance } from "./shapes.ts";

const workType = z.enum(workTypes).optional().describe("For scratch pads: the work type");

export const resolveTemplateTool = capability(
  "template_orchestration",
  {
    name: "resolve_template",
    title: "Effective template",
    summary: "Tells which template a new artifact would be made from, and the tokens that it needs.",
    details:
      "Search order: a file under .specman/templates/, what the pointer file (SPEC, IMPL, SCRATCH) names, the packaged default.",
    icon: "template",
    effects: { ...reading, openWorld: true },
    cli: { words: "artifacts template", positionals: ["kind"] },
    input: z.object({ kind: Kind.describe("The kind of artifact"), work_type: workType }),
    output: z.object({
      scenario: z.string(),
      template: Provenance,
      tokens: z.array(z.string()).readonly().describe("What the template's body asks for."),
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
  { sideEffects: ["keeps a copy of a remote template under .specman/cache/templates/"] },
);

const PointerReport = z.object({
  kind: Kind,
  pointer: z.string(),
  locator: z.string(),
  action: z.enum(["set", "unchanged", "removed"]),
  effective: Provenance,
  search_order: z.array(z.string()).readonly(),
  purged: z.array(z.string()).readonly().describe("Cached copies that were removed."),
});
type PointerReport = z.infer<typeof PointerReport>;

export const setPointerTool = capability(
  "template_orchestration",
  {
    name: "set_template_pointer",
    title: "Set template pointer",
    summary:
      "Points the templates of a kind at a Markdown file of the workspace or an HTTPS URL, after checking it.",
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
      const done = await setPointer(templateSources(session.value), input.kind, input.locator);
      if (!done.ok) return done;
      context.touched(done.value.pointer);
      const { locator, pointer, effective } = done.value;
      // Who typed the address and saw it work has allowed it.
      if (context.isByPerson && effective.tier === "PointerUrl") {
        const { root } = session.value.workspace;
        const kept = await trust(root, templateRequest(locator, pointer), process.env, context.clock());
        if (!kept.ok) return kept;
      }
      return done;
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
    summary: "Removes the template pointer of a kind and tells which template counts now.",
    icon: "template",
    effects: { ...writing, destructive: true },
    cli: { words: "artifacts template remove", positionals: ["kind"] },
    input: z.object({ kind: Kind.describe("The kind of artifact") }),
    output: PointerReport,
    run: async (context, input) => {
      const session = await openSession(context, "remove_template_pointer");
      if (!session.ok) return session;
      const done = await removePointer(templateSources(session.value), input.kind);
      if (done.ok) context.touched(done.value.pointer);
      return done;
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

export function scenarioFor(
  kind: z.infer<typeof Kind>,
  type: (typeof workTypes)[number] | undefined,
): Result<Scenario> {
  if (kind !== "scratch_pad") return ok({ kind });
  if (type !== undefined) return ok({ kind, workType: type });
  const message = "The template of a scratch pad depends on its work type.";
  return conceptFailure(
    "template_orchestration",
    "invalid_work_type",
    message,
    `Give work_type: ${workTypes.join(", ")}.`,
    {
      data_model_heading: "Work Type",
      constraint_group: "concept-scratch-pads.work-type",
    },
  );
}

function pointerText({ kind, pointer, locator, action, effective, purged }: PointerReport): string {
  const head =
    action === "removed"
      ? `Removed ${pointer} (it named ${locator}).`
      : `${pointer} names ${locator}${action === "unchanged" ? " already" : ""}.`;
  const now = `New ${kindFacts[kind].plural} are made from ${effective.locator} (${effective.tier}).`;
  return [head, now, ...(purged.length > 0 ? [`Purged from the cache: ${purged.join(", ")}.`] : [])].join(
    "\n",
  );
}
