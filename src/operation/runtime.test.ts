import { expect, it } from "vitest";
import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok } from "../kernel/result.ts";
import { onceKey } from "./context.ts";
import { invoke } from "./invoke.ts";
import { operation, reading } from "./operation.ts";
import { contextFor, createRuntime } from "./runtime.ts";
import { agentSurface, terminalSurface } from "./surface.ts";

const runtime = () => createRuntime({ workspace: { root: "/" }, log: () => {} });
const signal = new AbortController().signal;

it("makes a value once for the process, also one that is undefined", () => {
  const { once } = runtime();
  const key = onceKey<number | undefined>("n");
  let made = 0;
  const make = () => {
    made += 1;
    return undefined;
  };
  once(key, make);
  once(key, make);
  expect(made).toBe(1);
  expect(once(onceKey<number>("m"), () => 2)).toBe(2);
});

it("generates with the client's model where it has one, else with the configured one, else not", () => {
  const provider = { name: "agent", generate: () => Promise.reject(new Error("unused")) };
  const client = {
    canSample: true,
    canElicit: false,
    canListRoots: false,
    ask: () => Promise.reject(new Error("unused")),
    log: async () => {},
    endStream: undefined,
  };
  const configured = createRuntime({ workspace: { root: "/" }, log: () => {}, provider });
  expect(contextFor(configured, { signal, client }).generator?.name).toBe("sampling");
  expect(contextFor(configured, { signal, client: { ...client, canSample: false } }).generator?.name).toBe(
    "agent",
  );
  expect(contextFor(runtime(), { signal }).generator).toBeUndefined();
});

const archived = { operation: "archive", args: { change: "add-login" }, to: "unblock this one" };
const finding = { message: "It is blocked.", fix: "Wait.", suggest: archived, line: undefined };
const common = { title: "t", summary: "s", icon: "check", effects: reading, text: () => "" } as const;
const findings = z.array(z.object({ message: z.string(), fix: z.string().optional() }));
const archive = operation({
  ...common,
  name: "archive",
  input: z.object({ change: z.string() }),
  output: z.string(),
  cli: { words: "changes archive", positionals: ["change"] },
  run: async () => ok(""),
});
const validate = operation({
  ...common,
  name: "validate",
  input: z.object({ refuses: z.boolean().default(false) }),
  output: z.object({ findings, line: z.number().optional() }),
  cli: { never: "a test" },
  run: async (_context, { refuses }) =>
    refuses
      ? fail(fault("archive_refused", "No.", "", { details: { errors: [finding] } }))
      : ok({ findings: [finding, { message: "Bare.", suggest: archived }], line: undefined }),
});
const forAgents = agentSurface(() => archive);
const forPeople = terminalSurface(() => archive);

it("words what a finding suggests for its reader, at the end of its fix", async () => {
  const agent = await invoke(runtime(), validate, {}, { signal, surface: forAgents });
  expect(agent.ok && agent.value.output).toStrictEqual({
    findings: [
      { message: "It is blocked.", fix: 'Wait. Call `archive` with change "add-login" to unblock this one.' },
      { message: "Bare.", fix: 'Call `archive` with change "add-login" to unblock this one.' },
    ],
  });
  const person = await invoke(runtime(), validate, {}, { signal, surface: forPeople });
  expect(person.ok && person.value.output.findings[0]?.fix).toBe(
    "Wait. Run `hewto changes archive add-login` to unblock this one.",
  );
  const program = await invoke(runtime(), validate, {}, { signal });
  expect(program.ok && program.value.output.findings).toStrictEqual([
    { message: "It is blocked.", fix: "Wait." },
    { message: "Bare." },
  ]);
  expect(finding.suggest).toBe(archived);
});

it("words the findings that a fault carries, too", async () => {
  const answer = await invoke(runtime(), validate, { refuses: true }, { signal, surface: forPeople });
  expect(!answer.ok && answer.fault.details).toStrictEqual({
    errors: [
      {
        message: "It is blocked.",
        fix: "Wait. Run `hewto changes archive add-login` to unblock this one.",
      },
    ],
  });
});
