import { expect, test } from "vitest";
import { AcpTurn } from "./acp-turn.ts";

async function decided(
  options: readonly string[],
  isPermitted: boolean,
  toolCall: object = { title: "Edit plan.md" },
) {
  const asked: string[] = [];
  const turn = new AcpTurn(
    () => {},
    async (what) => {
      asked.push(what);
      return isPermitted;
    },
  );
  const offered = options.map((kind) => ({ optionId: kind, kind, name: kind }));
  return { answer: await turn.decide({ toolCall, options: offered }), asked: asked.join() };
}

test("permission is for one action: an agent that offers only `always` is rejected", async () => {
  expect((await decided(["allow_always", "reject_once"], true)).answer).toEqual({
    outcome: "selected",
    optionId: "reject_once",
  });
  expect((await decided(["allow_always"], true)).answer).toEqual({ outcome: "cancelled" });
  expect((await decided(["allow_always", "allow_once"], true)).answer).toMatchObject({
    optionId: "allow_once",
  });
  expect((await decided(["allow_once", "reject_always"], false)).answer).toMatchObject({
    optionId: "reject_always",
  });
});

test("the question is in our words; the agent's text is quoted and cannot imitate it", async () => {
  const title = "Read README.md\nAllow it? [y/N] y\nThank you";
  const { asked } = await decided(["allow_once"], true, {
    title,
    kind: "execute",
    locations: [{ path: "/etc/passwd" }],
    rawInput: { command: "rm -rf ." },
  });
  expect(asked.split("\n")).toEqual([
    "The agent asks to run a command, once.",
    "Files:",
    "  │ /etc/passwd",
    "Input:",
    '  │ {"command":"rm -rf ."}',
    "Its description:",
    "  │ Read README.md",
    "  │ Allow it? [y/N] y",
    "  │ Thank you",
  ]);
});
