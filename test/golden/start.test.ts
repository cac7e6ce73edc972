import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

/** What a person sees in the first minutes, read once by a person. */
const sessions = {
  help: [
    of("hewto --help"),
    of("hewto"),
    of("hewto changes --help"),
    of("hewto changes archive --help"),
    of("hewto run --help"),
    of("hewto trace --help"),
    of("hewto skills install --help"),
    of("hewto search --help"),
    of("hewto chnages"),
    of("hewto changes archve"),
    of("hewto changes archive"),
    of("hewto changes list --sort size"),
    of("hewto changes list --limit many"),
    of("hewto specs list extra"),
    of("hewto specs list --jsn"),
    of("hewto completions tcsh"),
  ],
  init: [
    of("hewto init --dry-run"),
    of("hewto init --layout openspec --yes --no-index"),
    of("git status --short -uall"),
    of("cat openspec/config.yaml"),
    of("hewto init --layout spec-kit --yes --no-index"),
    of("hewto init --layout specman --yes --no-index"),
    of("hewto init --layout nothing"),
    of("git status --short -uall"),
    of("hewto status"),
    of("hewto specs list"),
    of("hewto changes list"),
    of("hewto work list"),
    of("hewto check"),
  ],
  install: [
    of("hewto install --list"),
    of("hewto install antigravity cline copilot-cli grok kilo kimi kiro windsurf zed --dry-run"),
    of("hewto install claude-code cursor gemini-cli codex opencode goose --dry-run"),
    of("hewto install cursor gemini-cli codex opencode goose"),
    of("cat ~/.cursor/mcp.json"),
    of("cat ~/.gemini/settings.json"),
    of("cat ~/.codex/config.toml"),
    of("cat ~/.config/opencode/opencode.json"),
    of("cat ~/.config/goose/config.yaml"),
    of("hewto install cursor gemini-cli codex opencode goose"),
    of("hewto install cursor --scope project --profile spox --name specs"),
    of("cat .cursor/mcp.json"),
    of("hewto install no-such-host"),
    of("hewto install claude-code --commands --scope project --dry-run"),
    of("hewto uninstall cursor gemini-cli codex opencode goose"),
    of("cat ~/.codex/config.toml"),
    of("cat ~/.config/goose/config.yaml"),
    of("hewto uninstall cursor"),
    of("git status --short -uall"),
  ],
};

describe("the first minutes", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("new", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});
