import * as z from "zod";
import { localDate } from "../../kernel/calendar.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { operation, writing } from "../../operation/operation.ts";
import { readText } from "../../workspace/files/files.ts";
import { commit } from "../../workspace/write/commit.ts";
import { inFeature } from "../documents.ts";
import { requirementsOf } from "../review/analyze-change.ts";
import { checklistDomains, checklistItems, checklistText } from "../review/quality-checklist.ts";
import { resolveTemplate } from "../templates/resolve.ts";
import { neverServed, openReview, spec } from "./review.ts";

const checklistDomain = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "use lowercase letters, digits and hyphens")
  .describe(`What to review; ${checklistDomains.join(", ")} have questions of their own`);

/** The domain, if a checklist can have this name. */
export function parseDomain(domain: unknown): Result<string> {
  const parsed = checklistDomain.safeParse(domain);
  if (parsed.success && parsed.data !== "requirements") return ok(parsed.data);
  return parsed.success
    ? fail(
        fault(
          "invalid_argument",
          "checklists/requirements.md belongs to specify and clarify.",
          "Choose another domain.",
        ),
      )
    : fail(
        fault(
          "invalid_argument",
          "A checklist needs a domain of lowercase letters, digits and hyphens.",
          `Name what to review, such as ${checklistDomains.join(", ")}.`,
        ),
      );
}

export const qualityChecklist = operation({
  name: "features_checklist",
  title: "Checklist of a feature or change",
  summary:
    "Writes a review checklist about how complete and clear the requirements of a feature or change are.",
  details:
    "Creates checklists/<domain>.md, or adds the questions that it lacks. Every box is open: a reviewer checks it.",
  icon: "check",
  effects: writing,
  served: neverServed,
  cli: {
    words: "run checklist",
    positionals: ["domain"],
    examples: ["run checklist security", "run checklist ux --spec 2"],
  },
  input: z.object({
    domain: checklistDomain,
    spec,
  }),
  output: z.object({ feature: z.string(), file: z.string(), added: z.number(), total: z.number() }),
  run: async (context, input) => {
    const opened = await openReview(context, input.spec, "plan");
    if (!opened.ok) return opened;
    const { feature, documents, change } = opened.value;
    const domain = parseDomain(input.domain);
    if (!domain.ok) return domain;
    const path = inFeature(feature, `checklists/${input.domain}.md`);
    const existing = await readText(feature.workspace, path);
    if (!existing.ok && existing.fault.code !== "path_not_found") return existing;
    const template = await resolveTemplate(feature.workspace, "checklist-template");
    const head = {
      folder: feature.folder,
      date: localDate(context.clock()),
      input: "",
      title: documents.title || feature.folder,
      domain: input.domain,
    };
    const before = existing.ok ? existing.value.text : undefined;
    const content = checklistText(
      before,
      template.text,
      head,
      checklistItems(
        documents.spec ?? "",
        input.domain,
        change === undefined ? undefined : requirementsOf(change),
      ),
    );
    const boxes = (text: string) => text.match(/^- \[.?\] CHK/gm)?.length ?? 0;
    const result = {
      feature: feature.folder,
      file: path,
      added: boxes(content) - boxes(before ?? ""),
      total: boxes(content),
    };
    if (content === before) return ok(result);
    const expect = existing.ok ? existing.value.sha256 : ("absent" as const);
    const plan = {
      label: `checklist ${input.domain}`,
      edits: [{ kind: "write", path, content, expect } as const],
    };
    const written = await commit(feature.workspace, plan, { signal: context.signal, tool: "run checklist" });
    if (!written.ok) return written;
    context.touched(path);
    return ok(result);
  },
  text: ({ file, added, total }) =>
    added === 0
      ? `${file} already has all ${count(total, "question")}.`
      : `Added ${count(added, "question")} to ${file} (${total} in all). Check each box yourself when it holds.`,
});
