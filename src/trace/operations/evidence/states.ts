import * as z from "zod";
import { fault } from "../../../kernel/fault.ts";
import { fail, ok } from "../../../kernel/result.ts";
import { count, printableLine } from "../../../kernel/text.ts";
import { operation } from "../../../operation/operation.ts";
import { withRepo } from "../../../store/operations/configured.ts";
import { newestPublished, publish } from "../../../store/published.ts";
import { gitStatus } from "../../../workspace/git/queries.ts";
import { isLeaf } from "../../model/node.ts";
import { specCounts } from "../../report/overview.ts";
import { SpecCounts } from "../../report/shapes.ts";
import { requiredFor } from "../../settings.ts";
import { isVerified, states } from "../../state/state.ts";
import { openTrace } from "../open.ts";

const kind = "trace";
const served = { never: "a step of a CI moves states between machines" };

/** The states of all requirements at one commit, without their texts. */
const States = z.object({
  live: z.int(),
  verified: z.int(),
  require: z.string(),
  by_spec: z.array(SpecCounts),
  leaves: z.array(
    z.object({
      address: z.string(),
      state: z.enum(states),
      revision: z.string(),
      tests: z.array(z.string()).describe("`file:line` of the tests that count"),
    }),
  ),
});

export const pushTrace = operation({
  name: "push_trace",
  title: "Push trace",
  summary: "Publishes the states of all requirements in the shared store",
  icon: "artifact",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served,
  cli: { words: "trace push" },
  input: z.object({}),
  output: z.object({ repo: z.string(), commit: z.string(), live: z.int(), verified: z.int() }),
  run: (context) =>
    withRepo(context, async (store, repo) => {
      const opened = await openTrace(context);
      if (!opened.ok) return opened;
      const trace = opened.value;
      const live = [...trace.states.values()].filter(({ node }) => isLeaf(node) && node.phase === "live");
      const verified = live.filter(({ state, node }) =>
        isVerified(state, requiredFor(trace.settings, node.address)),
      ).length;
      const body: z.infer<typeof States> = {
        live: live.length,
        verified,
        require: trace.settings.require ?? "passed",
        by_spec: specCounts(trace),
        leaves: live.map(({ node, state, links }) => ({
          address: node.address,
          state,
          revision: node.revision,
          tests: links.flatMap(({ link }) =>
            link.test === undefined ? [] : [`${link.test.file}:${link.test.range.startLine}`],
          ),
        })),
      };
      const commit = (await gitStatus(context.workspace)).head ?? "";
      const at = context.clock().toISOString();
      const published = await publish(store, kind, repo.id, { at, commit, body });
      return published.ok ? ok({ repo: repo.name, commit, live: live.length, verified }) : published;
    }),
  text: ({ repo, commit, live, verified }) =>
    printableLine(
      `Published ${count(live, "live leaf", "live leaves")} of ${repo} at ${commit.slice(0, 12)}, ${verified} of them verified.`,
    ),
});

export const pulledTrace = operation({
  name: "published_trace",
  title: "Published trace",
  summary: "Shows the states of all requirements as they were last published in the shared store",
  icon: "artifact",
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  served,
  cli: { words: "trace published" },
  input: z.object({
    state: z.array(z.enum(states)).optional().describe("Also the leaves in these states"),
  }),
  output: z.object({ repo: z.string(), at: z.string(), commit: z.string(), ...States.shape }),
  run: (context, { state = [] }) =>
    withRepo(context, async (store, repo) => {
      const newest = await newestPublished(store, kind, repo.id, States);
      if (!newest.ok) return newest;
      if (!newest.value)
        return fail(
          fault("evidence_missing", `No states of ${repo.name} were ever published.`, "", {
            suggest: { operation: "push_trace", to: "publish them" },
          }),
        );
      const { at, commit, body } = newest.value;
      const leaves = body.leaves.filter((leaf) => state.includes(leaf.state));
      return ok({ repo: repo.name, at, commit, ...body, leaves });
    }),
  text: ({ repo, at, commit, live, verified, require, by_spec, leaves }) =>
    [
      `${repo} at ${commit.slice(0, 12)}, published ${at}`,
      `${verified} of ${count(live, "live leaf", "live leaves")} verified (asked for: ${require}).`,
      ...by_spec.map(
        ({ spec, states: counts }) =>
          `  ${spec}: ${Object.entries(counts)
            .map(([name, number]) => `${number} ${name}`)
            .join(", ")}`,
      ),
      ...leaves.map(({ address, state, tests }) => `${state} ${address} ${tests.join(" ")}`.trimEnd()),
    ]
      .map(printableLine)
      .join("\n"),
});
