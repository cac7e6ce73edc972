import { describe, expect, it } from "vitest";
import { testTerminal } from "../../test/support/cli.ts";
import { temporaryFolder, temporaryTree } from "../../test/support/temporary.ts";
import { allCommands } from "./commands.ts";
import { runCli } from "./main.ts";

async function hewto(...words: string[]) {
  const { terminal, said } = testTerminal({ cwd: await temporaryFolder() });
  return { code: await runCli(words, terminal), ...said };
}

describe("hewto", () => {
  it("says its version", async () => {
    for (const words of ["--version", "-V", "version"]) {
      expect(await hewto(words)).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    }
  });

  it("lists its commands, and without any word that is a usage error", async () => {
    const { code, out } = await hewto("--help");
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}mcp +Serve the tools/m);
    expect(await hewto()).toMatchObject({ code: 2, out });
    expect(await hewto("help")).toMatchObject({ code: 0, out });
  });

  it("alone in a project shows its status, and the help everywhere else", async () => {
    const cwd = await temporaryTree({ "openspec/specs/auth/spec.md": "# auth\n" });
    const { terminal, said } = testTerminal({ cwd });
    expect(await runCli([], terminal)).toBe(0);
    expect(said.out).toContain("1 with 0 requirements");
    expect((await hewto()).out).toContain("Usage: hewto COMMAND");
  });

  it("a family without a command of its own lists its commands: alone with exit 2, with --help with 0", async () => {
    const { code, out } = await hewto("worktree");
    expect([code, out]).toEqual([2, expect.stringContaining("worktree list")]);
    expect(await hewto("worktree", "--help")).toMatchObject({ code: 0, out });
  });

  it("an argument too many is reported, not ignored", async () => {
    for (const words of [
      ["doctor", "foo"],
      ["tui", "foo"],
      ["features", "list", "foo"],
    ]) {
      const { code, err } = await hewto(...words);
      expect([code, err], words.join(" ")).toEqual([2, expect.stringContaining("does not take `foo`")]);
    }
    expect(await hewto("completions", "bash", "zsh")).toMatchObject({ code: 2, out: "" });
  });

  it("helps with every command that it lists", async () => {
    const { out } = await hewto("--help");
    const commands = [...out.matchAll(/^ {2}(\S+(?: \S+)*?) {2,}\S/gm)].map(([, words = ""]) =>
      words.split(" "),
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const words of commands) {
      const { code, out: help, err } = await hewto(...words, "--help");
      expect([code, err], words.join(" ")).toEqual([0, ""]);
      expect(help).toContain(`Usage: hewto ${words.join(" ")}`);
      expect(help).toContain("--workspace DIR");
      expect(await hewto(...words, "-h")).toMatchObject({ code: 0, out: help });
      expect(await hewto("help", ...words)).toMatchObject({ code: 0, out: help });
    }
  });

  it("names the nearest command for an unknown one, exit 2", async () => {
    expect(await hewto("mpc")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("Did you mean `mcp`?"),
    });
    expect((await hewto("serach", "green tea")).err).toContain("Did you mean `search`?");
    expect(await hewto("xyzzy")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no command `hewto xyzzy`"),
    });
    expect((await hewto("constructor")).code).toBe(2);
  });

  it("takes a word behind the head of a family for a command of it that is spelled wrong", async () => {
    const { code, err } = await hewto("specs", "lst", "--json");
    expect(code).toBe(2);
    expect(err).toContain("There is no command `hewto specs lst`. Did you mean `specs list`?");
  });

  it.each([
    [["check", "everything"], "`hewto check` does not take `everything`. Usage: hewto check [flags]"],
    [["check", "--only", "spec"], 'skills; got "spec". Did you mean `specs`?'],
    [
      ["artifacts", "list", "spec"],
      'KIND must be one of specification, implementation, scratch_pad; got "spec". Did you mean `specification`?',
    ],
    [["tasks", "toggle"], "Missing required argument: id. Usage: hewto tasks toggle ID [flags]"],
    [["check", "--sarif", "--junit"], "The output cannot be both SARIF and JUnit."],
  ])("%j is a usage error in the words that were typed", async (words, message) => {
    const { code, err } = await hewto(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it("a word too many is an error in JSON with --json", async () => {
    const { code, out, err } = await hewto("check", "everything", "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out || err)).toMatchObject({
      error: { message: expect.stringContaining("does not take `everything`") },
    });
  });

  it("names a folder that is not there", async () => {
    const { err } = await hewto("index", "nowhere");
    expect(err).toMatch(/^hewto: Path does not exist or is not a directory: .*nowhere\n$/);
  });

  it("init suggests the absolute path instead of a relative one", async () => {
    expect((await hewto("init", "app")).err).toMatch(/Run `hewto init \/.*\/app`\.\n$/);
  });

  it("wants the command before its flags", async () => {
    const { code, err } = await hewto("--profile", "spox", "mcp");
    expect(code).toBe(2);
    expect(err).toContain("A command comes first, then its flags; got --profile.");
  });
});

describe("hewto mcp", () => {
  it.each([
    [["--profle", "all"], "Unknown flag --profle. Did you mean --profile?"],
    [["--profile", "spx"], "Did you mean `spox`?"],
    [["--transport", "htp"], "Did you mean `http`?"],
    [["--toolsets", "speks"], "There is no toolset `speks`. Did you mean `specs`?"],
    [["--toolsets", ""], "There is no toolset"],
    [["--protocol", "2025-11-24"], "--protocol must be one of 2025-11-25, 2026-07-28"],
    [["--port", "eighty"], "--port must be a whole number"],
    [["--port", "65536"], "--port must be from 0 to 65535; got 65536."],
    [["--port", "-1"], "--port must be from 0 to 65535"],
    [["--port"], "--port needs a value"],
    [["--http"], "Unknown flag --http. Did you mean --transport http?"],
    [["--port", "7333"], "--port has no effect with --transport stdio. Add --transport http, or"],
    [["--host", "::1", "--port", "0"], "--host and --port have no effect with --transport stdio"],
    [["--transport", "stdio", "--host", "::1"], "Add --transport http, or leave --host out."],
    [["--no-token"], "--no-token has no effect with --transport stdio."],
    [["--transport", "http", "--token", "short"], "--token must have at least 16 characters"],
    [["--transport", "http", "--token", "has a space in its middle"], "--token must have at least 16"],
    [["--transport", "http", "--token", "x".repeat(16), "--no-token"], "exclude each other"],
    [["--profile", "specman", "--port", "1"], "Leave --port out: this profile serves stdio only."],
    [["--workspace", "nowhere"], "--workspace: Path does not exist or is not a directory"],
    [["--allow-root", "nowhere"], "--allow-root: Path does not exist or is not a directory"],
    [["spox"], "Choose a profile with --profile NAME. Did you mean `spox`?"],
    [["--profile", "specman", "--transport", "http"], "The profile specman serves stdio only, not http"],
    [["--profile", "specman", "--transport", "sse"], "The profile specman serves stdio only, not sse"],
  ])("%j is a usage error that says what is right", async (words, message) => {
    const { code, out, err } = await hewto("mcp", ...words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });

  it("refuses to listen beyond loopback without a token, exit 3", async () => {
    const all = ["--transport", "http", "--host", "0.0.0.0", "--port", "0"];
    const { code, err } = await hewto("mcp", ...all, "--no-token");
    expect(code).toBe(3);
    expect(err).toContain("Leave --no-token out, or listen on 127.0.0.1.");
  });
});

describe("the overview", () => {
  it("fits a screen of 80 columns and 40 lines, and names every command", async () => {
    const { out } = await hewto("--help");
    const lines = out.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(out, "a summary that is cut says less than a short one").not.toContain("…");
    for (const { words } of await allCommands()) {
      const [first = "", second] = words.split(" ");
      expect(out).toMatch(new RegExp(`^ {2}(?:${first} |.*\\b${first}\\b)`, "m"));
      if (second === undefined) continue;
      expect(out + (await hewto(first, "--help")).out, words).toMatch(new RegExp(`\\b${second}\\b`));
    }
  });

  it("is followed by help that fits the width for every command", async () => {
    for (const { words } of await allCommands()) {
      const { out } = await hewto(...words.split(" "), "--help");
      const tooLong = out.split("\n").filter((line) => line.length > 80 && !line.startsWith("Usage:"));
      expect(
        tooLong.filter((line) => !/^ {2}--\S+ \S+$/.test(line)),
        words,
      ).toEqual([]);
    }
  });
});

it("a search before there is an index names the command that makes one", async () => {
  expect(await hewto("search", "x")).toMatchObject({
    code: 3,
    err: expect.stringMatching(/^hewto: No index found for path: .* Run `hewto index .*`\.\n$/),
  });
});
