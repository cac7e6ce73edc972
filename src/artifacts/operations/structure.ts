import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { reading } from "../../operation/operation.ts";
import { findHeading, headingEntries, relationKinds, relationsOf } from "../graph/structure.ts";
import { constraintIndex, findArtifact, findConstraint, findDocument } from "../locate/query.ts";
import { renderHeading } from "../render.ts";
import { takeSnapshot } from "../session.ts";
import { readPrefixes } from "../settings.ts";
import { capability } from "./capability.ts";
import { openSession } from "./open-session.ts";
import { locator } from "./shapes.ts";

const Part = z.object({
  path: z.string(),
  slug: z.string(),
  title: z.string(),
  line: z.number(),
  end_line: z.number(),
  depth: z.number(),
});

export const listHeadingsTool = capability("specman_structure", {
  name: "list_headings",
  title: "List headings",
  summary:
    "Lists the headings of an artifact or document with their slugs and constraint groups, and optionally its relationship graph.",
  icon: "graph",
  effects: reading,
  cli: { words: "artifacts headings", positionals: ["locator"] },
  input: z.object({
    locator,
    relations: z
      .boolean()
      .default(false)
      .describe("Also return the relations between headings, constraint groups and files"),
  }),
  output: z.object({
    path: z.string(),
    headings: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        level: z.number(),
        line: z.number(),
        end_line: z.number(),
        role: z.enum(["concept", "entity"]).optional(),
        parent: z.string().optional(),
        constraints: z.array(z.string()).readonly(),
      }),
    ),
    relations: z
      .array(z.object({ kind: z.enum(relationKinds), from: z.string(), to: z.string(), line: z.number() }))
      .optional(),
    invalid: z
      .array(z.object({ from: z.string(), destination: z.string(), reason: z.string(), line: z.number() }))
      .optional()
      .describe("Broken links."),
  }),
  run: async (context, input) => {
    const session = await openSession(context, "list_headings");
    if (!session.ok) return session;
    const snapshot = takeSnapshot(session.value);
    const source = await findDocument(snapshot, input.locator);
    if (!source.ok) return source;
    context.touched(source.value.path);
    const prefixes = await readPrefixes(session.value.workspace);
    if (!prefixes.ok) return prefixes;
    const related = input.relations ? await relationsOf(snapshot, source.value) : {};
    return ok({
      path: source.value.path,
      headings: headingEntries(source.value, prefixes.value),
      ...related,
    });
  },
  text: ({ path, headings, relations, invalid }) =>
    [
      `${path}: ${count(headings.length, "heading")}`,
      ...headings.map(({ level, title, slug, line, constraints }) => {
        const groups = constraints.length === 0 ? "" : `  [${constraints.join(", ")}]`;
        return `${"  ".repeat(level)}${title}  #${slug} (line ${line})${groups}`;
      }),
      ...(relations ?? []).map(({ kind, from, to }) => `${kind}: ${from} → ${to}`),
      ...(invalid ?? []).map(({ line, destination, reason }) => `! line ${line}: ${destination}: ${reason}`),
    ].join("\n"),
});

export const renderHeadingTool = capability("specman_structure", {
  name: "render_heading",
  title: "Render a heading",
  summary:
    "Returns a section with its subheadings and the sections that it links to, each once, in the order of the links.",
  icon: "spec",
  effects: reading,
  cli: { words: "artifacts render", positionals: ["locator", "slug"] },
  input: z.object({
    locator,
    slug: z.string().describe("The heading's slug, such as concept-prompt-catalog"),
  }),
  output: z.object({
    markdown: z.string(),
    parts: z.array(Part).readonly().describe("The source of each part."),
    cut: z.array(z.string()).readonly().describe("Links below a depth of 50, which were not followed."),
  }),
  run: async (context, input) => {
    const session = await openSession(context, "render_heading");
    if (!session.ok) return session;
    const snapshot = takeSnapshot(session.value);
    const source = await findDocument(snapshot, input.locator);
    if (!source.ok) return source;
    context.touched(source.value.path);
    const heading = findHeading(source.value, input.slug);
    return heading.ok ? ok(await renderHeading(snapshot, source.value, heading.value)) : heading;
  },
  text: ({ markdown }) => markdown,
});

const specLocator = z.string().describe("The specification: spec://NAME, its name, or its path");

export const listConstraintsTool = capability("specman_structure", {
  name: "list_constraints",
  title: "List constraint groups",
  summary:
    "Lists the constraint groups of a specification in document order: id, identifier line, resource URI and position.",
  icon: "check",
  effects: reading,
  cli: { words: "artifacts constraints", positionals: ["locator"] },
  input: z.object({ locator: specLocator }),
  output: z.object({
    artifact: z.string(),
    constraints: z
      .array(
        z.object({
          constraint_id: z.string(),
          identifier_line: z.string(),
          uri: z.string(),
          path: z.string(),
          line: z.number(),
        }),
      )
      .readonly(),
  }),
  run: async (context, input) => {
    const session = await openSession(context, "list_constraints");
    if (!session.ok) return session;
    const spec = await findArtifact(takeSnapshot(session.value), input.locator, "specification");
    if (!spec.ok) return spec;
    context.touched(spec.value.path);
    return ok(constraintIndex(spec.value));
  },
  text: ({ artifact, constraints }) =>
    [
      `${artifact}: ${count(constraints.length, "constraint group")}`,
      ...constraints.map(({ constraint_id, line }) => `  ${constraint_id} (line ${line})`),
    ].join("\n"),
});

export const getConstraintTool = capability("specman_structure", {
  name: "get_constraint",
  title: "Read a constraint group",
  summary:
    "Returns one constraint group: its identifier line and all statements; with context also the heading that it constrains.",
  icon: "check",
  effects: reading,
  cli: { words: "artifacts constraint", positionals: ["locator", "constraint_id"] },
  input: z.object({
    locator: specLocator,
    constraint_id: z.string().describe("The text between ! and : of the identifier line; case matters"),
    context: z
      .boolean()
      .default(false)
      .describe("Also return the owning heading with everything it links to"),
  }),
  output: z.object({
    artifact: z.string(),
    constraint_id: z.string(),
    identifier_line: z.string(),
    markdown: z.string(),
    path: z.string(),
    line: z.number(),
    end_line: z.number(),
    heading: z.string().nullable().describe("The slug of the owning heading."),
    context: z.string().optional(),
    parts: z.array(Part).readonly().optional(),
  }),
  run: async (context, input) => {
    const session = await openSession(context, "get_constraint");
    if (!session.ok) return session;
    const snapshot = takeSnapshot(session.value);
    const spec = await findArtifact(snapshot, input.locator, "specification");
    if (!spec.ok) return spec;
    context.touched(spec.value.path);
    const group = findConstraint(spec.value, input.constraint_id);
    if (!group.ok) return group;
    const { id, identifierLine, markdown, line, endLine, owner } = group.value;
    const rendering =
      input.context && owner !== undefined
        ? await renderHeading(snapshot, spec.value.source, owner)
        : undefined;
    return ok({
      artifact: spec.value.handle,
      constraint_id: id,
      identifier_line: identifierLine,
      markdown,
      path: spec.value.path,
      line,
      end_line: endLine,
      heading: owner?.slug ?? null,
      context: rendering?.markdown,
      parts: rendering?.parts,
    });
  },
  text: ({ markdown, context }) => context ?? markdown,
});
