import { expect, test } from "vitest";
import { runSuite } from "../conformance/run-suite.ts";
import { hewto } from "../support/bundle.ts";
import { startListening } from "../support/processes.ts";
import { skillText, skillTree } from "../support/skills.ts";

test.each([
  ["sep-2640-skills-enumeration", 32],
  ["sep-2640-skills-directory", 7],
  ["sep-2640-skills-manifest", 6],
])("the official suite's scenario %s passes on the shipped server", async (scenario, checks) => {
  const tree = await skillTree({
    "ws/.claude/skills/acme/SKILL.md": skillText("acme", "Does acme things."),
    "ws/.claude/skills/acme/templates/letter.md": "Dear …",
    "home/.codex/skills/pdf/SKILL.md": skillText("pdf"),
  });
  const options = { cwd: tree.ws, env: { HOME: tree.home } };
  const { url } = await startListening(hewto, ["mcp", "--profile", "ccski"], options);
  const result = await runSuite("0.2.0-alpha.12", url, ["--scenario", scenario]);
  expect(result.output).toContain(`Passed: ${checks}/${checks}, 0 failed, 0 warnings`);
  expect(result.code).toBe(0);
});
