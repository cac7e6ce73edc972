import { existsSync } from "node:fs";
import { chmod, readFile, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { runHere } from "../support/cli.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { temporaryFolder, writeTree } from "../support/temporary.ts";

/** A project whose agent says which text of it ran, and a person who has allowed it. */
async function allowedProject(toml: string) {
  const agent = (mark: string) =>
    writeAgent(`if (message.method === "tools/call") { text(message.id, "ran ${mark}"); return false; }`);
  const code = async (mark: string) => readFile(agent(mark), "utf8");
  const root = await temporaryRepository({
    "specs/001-x/spec.md": "# Feature Specification: x\n",
    "specs/001-x/plan.md": "# Plan\n",
    "hewto.toml": toml,
    "agent.mjs": await code("one"),
    "agent.sh": `#!/bin/sh\nexec '${process.execPath}' agent.mjs\n`,
  });
  await chmod(join(root, "agent.sh"), 0o755);
  runGit(root, "add", "-A");
  runGit(root, "commit", "-qm", "agent");
  const env = { HOME: await temporaryFolder(), XDG_CONFIG_HOME: "" };
  const at = (...words: string[]) => runHere(words, { cwd: root, env });
  const trusted = await at("doctor", "--trust");
  expect(await at("run", "plan", "1")).toMatchObject({ output: "ran one\n" });
  return { root, at, code, trusted };
}

const node = JSON.stringify(process.execPath);

test("a script that a pull has changed does not run before another yes, and what changed is said", async () => {
  const { root, at, code, trusted } = await allowedProject(
    `[mcp]\ncommand = ${node}\nargs = ["./agent.mjs"]\n`,
  );
  expect(trusted.output).toMatch(/Allowed from now on: .*\(agent\.mjs sha256:[0-9a-f]{16}\)/);
  await writeTree(root, { "agent.mjs": await code("two") });
  const refused = await at("run", "plan", "1");
  expect(refused).toMatchObject({ code: 3, output: "" });
  expect(refused.errors).toContain("agent.mjs changed since you allowed it.");
  expect((await at("doctor")).output).toContain("agent.mjs changed since you allowed it.");
  await at("doctor", "--trust");
  expect((await at("run", "plan", "1")).output).toBe("ran two\n");
});

test("a link in the place of an allowed script does not run before another yes", async () => {
  const { root, at, code } = await allowedProject('[mcp]\ncommand = "./agent.sh"\n');
  await writeTree(root, {
    "other.mjs": await code("other"),
    "other.sh": `#!/bin/sh\nexec ${node} other.mjs\n`,
  });
  await chmod(join(root, "other.sh"), 0o755);
  await unlink(join(root, "agent.sh"));
  await symlink("other.sh", join(root, "agent.sh"));
  const refused = await at("run", "plan", "1");
  expect(refused).toMatchObject({ code: 3, output: "" });
});

test("an allowed command with other variables, or as another kind of agent, does not run before another yes", async () => {
  const toml = `[mcp]\ncommand = ${node}\nargs = ["./agent.mjs"]\n`;
  const { root, at } = await allowedProject(toml);
  for (const more of [
    'env = { NODE_OPTIONS = "--no-warnings" }\n',
    'driver = "acp"\n',
    'driver = "exec"\n',
  ]) {
    await writeTree(root, { "hewto.toml": toml + more });
    const refused = await at("run", "plan", "1");
    expect(refused, more).toMatchObject({ code: 3, output: "" });
    expect(refused.errors, more).toContain("you have not allowed that yet");
  }
});

test("a yes holds in a worktree where the script is the same, and not where it is another", async () => {
  const { root, at, code } = await allowedProject(`[mcp]\ncommand = ${node}\nargs = ["./agent.mjs"]\n`);
  const made = await at("features", "new", "Season passes", "--worktree", "--json");
  const { folder } = JSON.parse(made.output);
  await writeTree(join(root, ".worktrees", folder, "specs", folder), { "plan.md": "# Plan\n" });
  expect((await at("run", "plan", folder)).output).toBe("ran one\n");
  await writeTree(join(root, ".worktrees", folder), { "agent.mjs": await code("two") });
  const refused = await at("run", "plan", folder);
  expect(refused).toMatchObject({ code: 3, errors: expect.stringContaining("changed since you allowed it") });
});

test("a new worktree whose committed script was never allowed does not run it, though the one here is allowed", async () => {
  const { root, at, code } = await allowedProject(`[mcp]\ncommand = ${node}\nargs = ["./agent.mjs"]\n`);
  await writeTree(root, { "agent.mjs": await code("two") });
  runGit(root, "commit", "-qam", "another agent");
  await writeTree(root, { "agent.mjs": await code("one") });
  const refused = await at("run", "specify", "--description", "Season passes", "--worktree");
  expect(refused).toMatchObject({ code: 3, output: "" });
  expect(refused.errors).toContain("agent.mjs changed since you allowed it.");
  expect(existsSync(join(root, ".worktrees/002-season-passes"))).toBe(false);
});
