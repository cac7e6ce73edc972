import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { LiveApp } from "../../../test/support/live-app.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";

async function openWith(agent: string, files: Record<string, string>): Promise<LiveApp> {
  const home = await temporaryTree({
    ".config/hewto/config.toml": `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n`,
  });
  const app = await LiveApp.open(await temporaryTree(files), { PATH: process.env["PATH"], HOME: home });
  onTestFinished(() => app.stop());
  return app;
}

const says = 'if (message.method === "tools/call") { text(message.id, "All done."); return false; }';

test("an agent that reports success and wrote nothing is shown as failed, with what is missing", async () => {
  const app = await openWith(writeAgent(says), { "specs/001-x/spec.md": "# X\n" });
  await (await app.keys("r", "p")).shows("plan · 001-x · failed");
  expect(app.text()).toContain("plan is not done: specs/001-x/plan.md is missing.");
  expect(app.text()).toContain("All done.");
  expect(app.text()).toContain("No file changed.");
});

test("a run of implement shows how many tasks were ticked and which files changed", async () => {
  const act = `import fs from "node:fs"; import { join } from "node:path"; const tick = (folder) => { const file = join(folder, "tasks.md"); fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("[ ] T001", "[x] T001")); fs.writeFileSync("new.ts", "x"); };`;
  const ticks =
    'if (message.method === "tools/call") { tick(message.params.arguments.spec_directory); text(message.id, "Did one."); return false; }';
  const app = await openWith(writeAgent(ticks, act), {
    "specs/001-x/spec.md": "# X\n",
    "specs/001-x/plan.md": "# Plan\n",
    [join("specs", "001-x", "tasks.md")]:
      "# Tasks: x\n\n## Phase 1: Setup\n\n- [ ] T001 one\n- [ ] T002 two\n",
  });
  await (await app.keys("r", "i")).shows("implement · 001-x · done");
  expect(app.text().replace(/[│\s]+/g, " ")).toContain(
    "1 task checked off (T001), 1 of 2 done. 2 files changed: new.ts (created), specs/001-x/tasks.md.",
  );
});
