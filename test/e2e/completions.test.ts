import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { needsProgram } from "../support/skip.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** What a real shell offers when Tab is pressed at the end of the line. */
type Offers = (line: string) => string[];

async function script(shell: string): Promise<string> {
  const folder = await temporaryFolder();
  const file = join(folder, shell === "zsh" ? "_hewto" : `hewto.${shell}`);
  const { code, output } = await cli(["completions", shell], { cwd: folder });
  expect(code).toBe(0);
  await writeFile(file, output);
  return file;
}

function lines(program: string, args: readonly string[]): string[] {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((line) => line !== "");
}

const shells: Record<string, (file: string) => Offers> = {
  bash: (file) => (line) => {
    const words = line.split(" ").map((word) => `'${word}'`);
    const code = `source ${file}; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _hewto; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines("bash", ["--norc", "-c", code]);
  },
  fish: (file) => (line) =>
    lines("fish", ["--no-config", "-c", `source ${file}; complete -C '${line}'`]).map(
      (offer) => offer.split("\t")[0] ?? "",
    ),
  // Pressing Tab needs a terminal of zsh's own; the two functions that show what it would offer stand in for it.
  zsh: (file) => (line) => {
    const words = line.split(" ").map((word) => `'${word}'`);
    const stubs =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh fills this in
      '_describe() { local name=${@[-1]}; printf "%s\\n" "${(@P)name%%:*}" }; compadd() { shift; printf "%s\\n" "$@" }; _files() { echo FILES }; compdef() { }';
    const code = `${stubs}; source ${file}; words=(${words.join(" ")}); CURRENT=${words.length}; _hewto`;
    const current = line.split(" ").at(-1) ?? "";
    return lines("zsh", ["-f", "-c", code]).filter((offer) => offer.startsWith(current) || offer === "FILES");
  },
};

describe.each(Object.keys(shells))("completions for %s", (shell) => {
  it("offer commands, their members, flags, and the values of flags", async () => {
    needsProgram(shell);
    const offers = shells[shell]?.(await script(shell)) ?? (() => []);
    expect(offers("hewto in")).toEqual(expect.arrayContaining(["index", "init", "install"]));
    expect(offers("hewto specs ")).toEqual(expect.arrayContaining(["list", "search", "show", "validate"]));
    expect(offers("hewto changes arch")).toEqual(["archive"]);
    expect(offers("hewto check --str")).toEqual(["--strict"]);
    expect(offers("hewto init --layout sp")).toEqual(expect.arrayContaining(["spox", "spec-kit", "specman"]));
    expect(offers("hewto install --dry-run cur")).toEqual(["cursor"]);
    expect(offers("hewto run cl")).toEqual(["clarify"]);
    expect(offers("hewto mcp --workspace /tmp --prof")).toEqual(["--profile"]);
    expect(offers("hewto check --no-co")).toEqual(["--no-color"]);
  });
});

it("an unknown shell is refused with the nearest", async () => {
  const cwd = await temporaryFolder();
  expect(await cli(["completions", "bassh"], { cwd })).toMatchObject({
    code: 2,
    errors: expect.stringContaining("Did you mean `bash`"),
  });
});
