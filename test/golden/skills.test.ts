import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

/** What a person sees, read once by a person. */
const sessions = {
  "skills-read": [
    of("hewto skills list"),
    of("hewto skills list --json"),
    of("hewto skills list --all --include claude"),
    of("hewto skills list --include p* --exclude claude"),
    of("hewto skills list --include :pdf"),
    of("hewto skills list --include claude: --exclude agents:words"),
    of("hewto skills info pdf"),
    of("hewto skills info agents:pdf --json"),
    of("hewto skills info pfd"),
    of("hewto skills load pdf"),
    of("hewto skills load words --json"),
    of("hewto skills load Bad_Name"),
    of("hewto skills search count the words"),
    of("hewto skills search form --json"),
    of("hewto skills validate"),
    of("hewto skills validate .agents/skills/Bad_Name --json"),
    of("hewto skills validate .claude/skills/pdf"),
    of("hewto skills doctor"),
    of("hewto check --only skills"),
  ],
  "skills-edits": [
    of("hewto skills disable words"),
    of("hewto skills list"),
    of("hewto skills disable words"),
    of("hewto skills enable words --json"),
    of("hewto skills install ./given --dry-run"),
    of("hewto skills install ./given one"),
    of("hewto skills verify"),
    of("git status --short -uall"),
    ["append", ".agents/skills/one/SKILL.md", "\nChanged by hand.\n"],
    of("hewto skills verify"),
    of("hewto skills install ./given one"),
    of("hewto skills install .agents/skills/danger --force"),
    of("hewto skills remove one"),
    of("hewto skills remove no-such"),
    ["write", "CLAUDE.md", "# My rules, without a line break at the end"],
    of("hewto skills instructions claude"),
    of("cat CLAUDE.md"),
    of("hewto skills instructions claude"),
    of("git status --short -uall"),
  ],
};

describe("skills of several agents", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("skills", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});
