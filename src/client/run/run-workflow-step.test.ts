import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { newFeature } from "../../workflow/new-feature.ts";
import { nobody } from "../answers/person.ts";
import { runWorkflowStep } from "./run-workflow-step.ts";

/** Runs specify for a new feature in a project with this configuration, without a person. */
async function specifyWith(config: string) {
  const root = await temporaryTree({ "hewto.toml": config, "a.md": "" });
  const workspace = { root };
  let created = 0;
  const events: string[] = [];
  const result = await runWorkflowStep({
    step: "specify",
    args: { feature_description: "Season passes" },
    workspace,
    feature: () => {
      created++;
      return newFeature(workspace, { description: "Season passes" });
    },
    configFile: undefined,
    person: nobody,
    trusted: false,
    approved: false,
    wordFault: async (fault) => ({ ...fault, remedy: "Allow it first." }),
    warn: () => {},
    env: { PATH: process.env["PATH"], HOME: root },
    clock: () => new Date(),
    signal: new AbortController().signal,
    onEvent: ({ kind }) => void events.push(kind),
  });
  return { result, created, events };
}

test("invalid settings are a fault, and nothing is created or started", async () => {
  const { result, created, events } = await specifyWith('[mcp]\ndriver = "telepathy"\n');
  expect(result).toMatchObject({ ok: false, fault: { code: "invalid_config" } });
  expect([created, events]).toEqual([0, []]);
});

// [VERIFIES: agent-client/trust-before-the-start#a-cloned-project]
test("an agent of the project without consent is not started, and no feature is created for it", async () => {
  const { result, created, events } = await specifyWith('[mcp]\ncommand = "sh"\nargs = ["-c", "exit 1"]\n');
  expect(result).toMatchObject({
    ok: true,
    value: { feature: undefined, outcome: { state: "unavailable", error: { hint: "Allow it first." } } },
  });
  expect([created, events]).toEqual([0, []]);
});
