import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { temporaryTree } from "../support/temporary.ts";
import { TerminalApp } from "../support/tmux.ts";

const spec = { "specs/001-x/spec.md": "# Feature Specification: X\n\nOne line.\n" };

function settings(agent: string, more = ""): string {
  return `command = "${process.execPath}"\nargs = ["${agent}"]\n${more}`;
}

test("a silent agent times out and the error names the next step; escape sequences in an answer are removed", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call" && message.params.name === "speckit.plan") return false; if (message.method === "tools/call") { text(message.id, "\\u001b[2J\\u001b]52;c;aGk=\\u0007 No questions. 10%\\r 100% \\u009b31mdone\\b!"); return false; }',
  );
  const app = await TerminalApp.start({
    cwd: await temporaryTree(spec),
    config: `[mcp]\n${settings(agent, "timeout_seconds = 1\n")}`,
  });
  await (await app.keys("r", "p")).idle();
  expect(app.screen()).toContain("plan · 001-x · timed out");
  expect(app.screen()).toContain("No progress for 1 s.");
  expect(app.screen()).toMatch(/R retry · d details · L logs/);
  await app.keys("d");
  expect(app.screen()).toContain("log: ");
  await (await app.keys("r", "c")).idle();
  expect(app.screen()).toContain("clarify · 001-x · done");
  expect(app.screen()).toContain("100% don!");
  await app.keys("L");
  expect(app.screen()).toMatch(/001-x-plan-\d{8}T\d{6}/);
});

// covers spec-tui: view-and-edit, explicit-save, unsaved-text, outside-change
test("the editor saves, reports a change on disk as a conflict and asks before leaving; $EDITOR takes over the screen", async () => {
  const root = await temporaryTree({ "specs/001-x/spec.md": "first\r\nsecond\r\n" });
  const file = join(root, "specs/001-x/spec.md");
  const app = await TerminalApp.start({ cwd: root, env: { EDITOR: "printf 'by editor\\n' >>" } });
  await app.keys("Enter", "e", "End");
  await app.type("!");
  expect(readFileSync(file, "utf8")).toBe("first\r\nsecond\r\n");
  await app.keys("C-s");
  expect(readFileSync(file, "utf8")).toBe("first!\r\nsecond\r\n");
  writeFileSync(file, "changed elsewhere\n");
  await app.type("?");
  await app.keys("C-s");
  await app.shows("changed elsewhere");
  await app.keys("k", "Escape");
  await app.shows("The text is not saved");
  await app.keys("Escape", "C-s", "o");
  await app.shows("Saved specs/001-x/spec.md");
  expect(readFileSync(file, "utf8")).toBe("first!?\r\nsecond\r\n");
  await app.keys("Escape", "E");
  await app.shows("by editor");
  expect(readFileSync(file, "utf8")).toBe("first!?\r\nsecond\r\nby editor\n");
  writeFileSync(file, "by somebody else\n");
  await app.shows("by somebody else");
});

test("a search covers specs and code, builds a missing index, and opens the result", async () => {
  const root = await temporaryTree({
    "specs/001-x/spec.md": "# X\n",
    "openspec/specs/ferry/spec.md":
      "# Ferry\n\n## Purpose\nBooking of crossings for commuters and their bicycles.\n\n## Requirements\n\n### Requirement: Booking window\nThe system SHALL open booking fourteen days ahead.\n\n#### Scenario: Early\n- **WHEN** a person books\n- **THEN** it works\n",
    "src/booking.ts": "export function openBookingWindow(days: number) {\n  return days >= 14;\n}\n",
  });
  const app = await TerminalApp.start({ cwd: root });
  await app.keys("s");
  await app.type("booking window");
  await app.keys("Enter");
  await app.shows("Press Ctrl-B");
  await app.keys("C-b");
  await app.shows("src/booking.ts:1");
  expect(app.screen()).toContain("ferry › Booking window");
  await app.keys("Enter");
  await app.shows("[Result]");
});
