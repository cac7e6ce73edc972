import { expect, test } from "vitest";
import { appWith, feature, tree } from "../../../test/support/tui.ts";

const out = (text: string) => ({ stream: "out" as const, text });
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => out(`line ${from + index}`));

/** An app in which `plan` of the first of these specs runs. */
function running(...folders: string[]) {
  const app = appWith(folders.map((folder) => feature(folder)));
  app.type("r", "p");
  const id = app.state.runs[0]?.id ?? 0;
  app.send(
    { type: "run-started", id },
    { type: "run-output", id, running: true, progress: undefined, lines: [] },
  );
  app.takeEffects();
  const hear = (from: number, to: number) =>
    app.send({ type: "run-output", id, running: true, progress: undefined, lines: numbered(from, to) });
  return { app, id, hear };
}

test("output that is scrolled back does not move when new lines arrive", () => {
  const { app, hear } = running("001-a");
  hear(1, 200);
  expect(app.text()).toContain("line 200");
  app.type("4");
  for (let press = 0; press < 40; press++) app.type("k");
  const shown = () => app.text().match(/line \d+/g);
  const before = shown();
  expect(before).not.toContain("line 200");
  hear(201, 230);
  expect(shown()).toEqual(before);
  for (let press = 0; press < 100; press++) app.type("j");
  expect(shown()).toContain("line 230");
});

test("an agent that died in a run is not shown as ready", () => {
  const { app, id } = running("001-a");
  app.send({ type: "agent-answered", name: "test-agent 1.2.3" });
  expect(app.text()).toContain("test-agent 1.2.3");
  const error = { message: "The agent is gone.", hint: "Try again.", retryable: true };
  app.send({ type: "run-ended", id, state: "agent-died", error, log: "", changes: [] });
  expect(app.state.agent).toEqual({ kind: "down", reason: "The agent is gone." });
  expect(app.text()).not.toContain("test-agent 1.2.3");
});

test("a run in 001-ab does not block deleting the worktree of 001-a; a run in 001-a does", () => {
  const deleting = (runIn: string) => {
    const at = (folder: string) =>
      feature(folder, { directory: `/project/.worktrees/${folder}/specs/${folder}` });
    const app = appWith([at(runIn)]);
    app.send({
      type: "trees",
      rows: [tree("/project", { main: true, branch: "main" }), tree("/project/.worktrees/001-a")],
    });
    app.type("r", "p");
    app.type("2", "j", "d");
    return app.text();
  };
  expect(deleting("001-ab")).toContain("Delete this worktree?");
  expect(deleting("001-a")).toContain("plan of 001-a is running in it");
});
