import * as z from "zod";
import { Severity } from "../../kernel/finding.ts";
import { ok } from "../../kernel/result.ts";
import { operation, reading } from "../../operation/operation.ts";

const Finding = z.object({
  area: z.enum(["machine", "workspace", "configuration", "skills", "hosts"]),
  severity: Severity,
  message: z.string(),
  remedy: z.string(),
});

const DoctorOverview = z.object({
  version: z.string(),
  node: z.string(),
  root: z.string(),
  branch: z.string().optional(),
  layouts: z.array(
    z.object({ name: z.string(), path: z.string(), holds: z.record(z.string(), z.number().int()) }),
  ),
  index: z.object({
    built: z.boolean(),
    files: z.number().int().optional(),
    changed: z.number().int().optional().describe("Files that the next search reads again"),
    outdated: z.boolean().optional(),
    bytes: z.number().optional(),
  }),
  agent: z.string().describe("The configured agent; empty if its settings cannot be read"),
  agents: z.array(z.object({ title: z.string(), command: z.string(), found: z.boolean() })),
  hosts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      scope: z.enum(["project", "user"]).optional().describe("Where it is connected; absent: it is not"),
      file: z.string().optional(),
      problem: z.string().optional(),
    }),
  ),
  waiting: z.array(Finding).describe("What the project asks for and you have not allowed"),
  findings: z.array(Finding),
});
export type DoctorOverview = z.infer<typeof DoctorOverview>;

/** What `hewto doctor` reports, apart from the handshake with the agent: a page that is opened must start nothing. */
export const projectDoctor = operation({
  name: "project_doctor",
  title: "Project doctor",
  summary: "Reports layouts, hosts, index, agents and what waits for permission.",
  icon: "check",
  effects: reading,
  served: { never: "it is about the machine of a person" },
  cli: { never: "`hewto doctor` reports the same and tries the agent too", command: "doctor" },
  input: z.object({}),
  output: DoctorOverview,
  run: async (context) =>
    ok(await (await import("./overview.ts")).overviewOf(context.workspace, context.signal)),
  text: ({ findings }) =>
    findings.length === 0
      ? "No problems found."
      : findings.map(({ severity, message, remedy }) => `${severity} ${message} ${remedy}`.trim()).join("\n"),
});
