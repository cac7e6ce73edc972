import { expect, it } from "vitest";
import { onceKey } from "./context.ts";
import { contextFor, createRuntime } from "./runtime.ts";

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
