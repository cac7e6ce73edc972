import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { readNamedFile } from "../../workspace/files/named-file.ts";
import { grantsExample, parseGrants } from "../grants-file.ts";
import { forOperators, withStore } from "./configured.ts";

export const storeGrants = operation({
  name: "store_grants",
  title: "Write grants",
  summary: "Replace the grants of a team server in the shared store by those of a file",
  details:
    "Needs a login with `hewto_granter`. A server refuses calls when `seen_at` is more than a day old.",
  icon: "artifact",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served: forOperators,
  cli: { words: "store grants", positionals: ["file"], examples: ["store grants grants.json"] },
  input: z.object({ file: z.string().min(1).describe("JSON file with `seen_at` and `grants`") }),
  output: z.object({ seen_at: z.string(), principals: z.int() }),
  run: (context, { file }) =>
    withStore(context, async (store) => {
      const text = readNamedFile(file);
      const parsed = text === undefined ? undefined : parseGrants(text);
      if (!parsed)
        return fail(
          fault(
            "invalid_argument",
            `${file} is not a file of grants.`,
            `It must be JSON such as ${grantsExample}.`,
          ),
        );
      const written = await store.grants.replace(parsed.seen_at, parsed.grants);
      const principals = new Set(parsed.grants.map(({ to }) => to)).size;
      return written.ok ? ok({ seen_at: parsed.seen_at, principals }) : written;
    }),
  text: ({ seen_at, principals }) =>
    `Wrote the grants of ${count(principals, "principal")}, confirmed at ${seen_at}.`,
});

export const storeAudit = operation({
  name: "store_audit",
  title: "Read the audit",
  summary: "Show who asked a team server for what, newest first",
  details: "Needs a login with `hewto_auditor`.",
  icon: "artifact",
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  served: forOperators,
  cli: {
    words: "store audit",
    examples: ["store audit --principal ada@example.com --since 2026-11-01T00:00:00Z"],
  },
  input: z.object({
    principal: z.string().optional().describe("Only calls of this subject"),
    since: z.iso.datetime({ offset: true }).optional().describe("Only calls since this time"),
    limit: z.int().min(1).max(10_000).default(100).describe("Most lines to show"),
  }),
  output: z.object({
    calls: z.array(
      z.object({ at: z.string(), principal: z.string(), line: z.record(z.string(), z.unknown()) }),
    ),
  }),
  run: (context, options) =>
    withStore(context, async (store) => {
      const read = await store.audit.read(options);
      return read.ok ? ok({ calls: [...read.value] }) : read;
    }),
  text: ({ calls }) => calls.map(lineOf).join("\n") || "The audit has no such calls.",
});

function lineOf({ at, principal, line }: { at: string; principal: string; line: Record<string, unknown> }) {
  const { event, tool, artifacts, outcome, ms } = line;
  const what = [
    tool ?? event,
    Array.isArray(artifacts) ? artifacts.join(",") : "",
    outcome,
    ms && `${ms} ms`,
  ];
  return printableLine([at, principal, ...what].filter(Boolean).join(" "));
}
