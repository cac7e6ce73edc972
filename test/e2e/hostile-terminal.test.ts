import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allCommands } from "../../src/cli/commands.ts";
import { runCli } from "../../src/cli/main.ts";
import { createStyle } from "../../src/operation/style.ts";
import { hewto } from "../support/bundle.ts";
import { cli, testTerminal } from "../support/cli.ts";
import { run } from "../support/processes.ts";
import { skillText } from "../support/skills.ts";
import { needsProgram } from "../support/skip.ts";
import { change, requirement, spec } from "../support/specs.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

/** A window title, a cleared screen, the clipboard, a C1 control, direction and zero-width marks, a tag. */
const hostile =
  "\u001b]0;owned\u0007\u001b[2J\u001b]52;c;aGk=\u0007\u009b31m\u0085\u202eevil\u2066\u200b\u{e0041}\rover\b\u007f";
/** The same where a line break would end the name. */
const name = "x\u001b[2J\u009b31m\u202e\u200bx";
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is sought
const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

/** Colors, and the progress line, which is redrawn. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of our own
const ours = /\r\u001b\[K|\u001b\[(?:1|2|22|3[12369])m/g;

const artifact = (kind: string, title: string, body: string) =>
  `---\nname: ${kind}\ntitle: ${JSON.stringify(title)}\nversion: "1.0.0"\n---\n\n# ${title}\n\n${body}\n`;

/** A repository whose every name and text tries to speak to the terminal. */
async function hostileRepository(): Promise<string> {
  const delta = `## ADDED Requirements\n\n${requirement(`New ${hostile}`)}\n`;
  const root = await temporaryTree({
    "openspec/specs/auth/spec.md": spec(`Auth ${hostile}`, requirement(`Login ${hostile}`)),
    [`openspec/specs/${name}/spec.md`]: `# ${hostile}\n\n${hostile}\n`,
    ...change("openspec/changes/add-x", { auth: delta }),
    "openspec/changes/add-x/proposal.md": `# Change: ${hostile}\n\n## Why\n\n${hostile}\n\n## What Changes\n\n- ${hostile}\n`,
    "openspec/changes/add-x/tasks.md": `## 1. ${hostile}\n\n- [ ] 1.1 ${hostile}\n`,
    [`openspec/changes/${name}/proposal.md`]: `# Change: ${hostile}\n`,
    "specs/001-thing/spec.md": `# Feature Specification: ${hostile}\n\n**Feature Branch**: \`${hostile}\`\n\n- **FR-001**: System MUST ${hostile} [NEEDS CLARIFICATION: ${hostile}]\n`,
    "specs/001-thing/plan.md": `# Plan ${hostile}\n`,
    "specs/001-thing/tasks.md": `# Tasks ${hostile}\n\n- [ ] T001 ${hostile}\n`,
    [`specs/002-${name}/spec.md`]: `# Feature Specification: ${hostile}\n`,
    ".specman/": "",
    "spec/thing/spec.md": artifact(
      "thing",
      hostile,
      `## ${hostile}\n\n[${hostile}](./${name}.md)\n\n## Constraints\n\n!thing.rules:\n\n- ${hostile}`,
    ),
    "impl/thing/impl.md": artifact("thing-impl", hostile, `## ${hostile}\n\n${hostile}`),
    [`spec/${name}/spec.md`]: `---\nname: ${JSON.stringify(hostile)}\n---\n# ${hostile}\n`,
    ".claude/skills/pdf/SKILL.md": skillText("pdf", JSON.stringify(`Does ${hostile}`), `# ${hostile}\n`),
    [`.claude/skills/${name}/SKILL.md`]: `---\nname: "${JSON.stringify(hostile).slice(1, -1)}"\n---\n`,
    [`.claude/skills/broken${name}/SKILL.md`]: `---\n${hostile}: [\n---\n`,
    [`src/${name}.ts`]: `// ${hostile}\nexport function evilName() { return "${hostile}"; }\n`,
    [`test/${name}.test.ts`]: `// [ENSURES: auth/${name}]\ntest("Login ${hostile}", () => { evilName(); });\n`,
    "unit.xml": `<testsuites><testcase classname="a" name="Login ${hostile.replace(/[<&"]/g, "")}"/></testsuites>`,
    ".trace/gone.toml": `address = "openspec:${name}"\n`,
    [`docs/${name}.md`]: `# ${hostile}\n\nevilName ${hostile}\n`,
    "hewto.toml": `["unknown \\u001b[2J\\u009b\\u202e"]\nx = 1\n`,
  });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...words], { cwd: root });
  git("init", "-q", "-b", "\u009b31m\u202ebranch");
  git("add", "-A");
  git("commit", "-qm", hostile.replaceAll("\u0000", ""));
  return root;
}

/** Every command, with arguments that make it show names and texts of the repository, or fail over them. */
const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  mcp: [
    ["--profile", hostile],
    ["--transport", hostile],
  ],
  lsp: [[hostile], [`--${hostile}`]],
  check: [[], ["--sarif"], ["--junit"], ["--strict"], ["--changed-since", hostile]],
  completions: [[hostile]],
  init: [["--dry-run"]],
  install: [[hostile], ["claude-code", "--dry-run"]],
  uninstall: [[hostile]],
  run: [[hostile], ["plan", hostile], ["clarify", "1", "--driver", "exec", "--agent", hostile]],
  doctor: [[], ["--config", hostile]],
  tui: [[hostile]],
  web: [[hostile], ["--port", hostile]],
  serve: [[hostile], ["--store", hostile, "--issuer", "http://127.0.0.1:1", "--grants", hostile]],
  specs: [[]],
  "specs list": [[]],
  "specs show": [["auth"], [hostile]],
  "specs search": [["evil"], [hostile]],
  "specs requirements": [["auth"], [hostile]],
  "specs scenario": [
    ["auth", "Login"],
    [hostile, hostile],
  ],
  "symbols context": [["evil"], [hostile]],
  "symbols find": [["evil"], [hostile]],
  "symbols references": [["evil"], [hostile]],
  "specs validate": [[], ["auth"], [hostile]],
  "changes fix": [["add-x"], [hostile]],
  "changes instructions": [
    ["proposal", "--change", "add-x"],
    ["apply", "--change", "add-x"],
    [hostile, "--change", "add-x"],
  ],
  "changes search": [["evil"], [hostile]],
  "specs blame": [["auth"], ["auth", hostile]],
  "changes status": [[], [hostile]],
  "changes list": [[], ["--sort", "recent"], ["--archived"]],
  "changes show": [["add-x"], [hostile], ["add-x", "--diff"], ["add-x", "--file", hostile]],
  "changes validate": [[], [hostile], ["--archived", hostile]],
  "changes new": [[hostile]],
  "changes archive": [["add-x", "--dry-run"], [hostile], ["add-x", "--skip-specs"]],
  "changes undo": [[hostile]],
  "changes rebase": [["add-x"], [hostile]],
  "skills load": [["pdf"], [hostile]],
  "skills list": [[]],
  "skills info": [["pdf"], [hostile]],
  "skills search": [["evil"], [hostile]],
  "skills validate": [[], ["--sarif"], [hostile]],
  "skills enable": [[hostile]],
  "skills disable": [[hostile]],
  "skills install": [[hostile], [".claude/skills", "--all", "--dry-run"]],
  "skills remove": [[hostile]],
  "changes schemas": [[], [hostile]],
  "changes fork-schema": [["ours", hostile]],
  "skills instructions": [[]],
  "skills verify": [[]],
  "skills push": [[]],
  "skills published": [[]],
  "skills doctor": [[]],
  link: [[], [hostile], ["auth/login", "--test", hostile]],
  prove: [[], [hostile], ["--revert", "--changed-since", hostile]],
  trace: [[], [hostile], ["--changed-since", hostile]],
  "evidence add": [[hostile], ["unit.xml"]],
  "evidence attest": [[]],
  "evidence export": [[hostile]],
  "evidence list": [[]],
  "evidence pull": [[]],
  "evidence push": [[]],
  "trace export": [[], ["--format", "csv"], ["--format", "manifest"]],
  "trace impact": [[], ["--changed-since", hostile], [hostile]],
  "trace published": [[]],
  "trace push": [[]],
  "trace accept": [["--all"], [hostile]],
  "trace rename": [[hostile, hostile]],
  "trace tidy": [["--dry-run"]],
  "trace waive": [[hostile, "--until", hostile, "--reason", hostile]],
  index: [[], [hostile]],
  "store add": [[hostile]],
  "store audit": [
    ["--principal", hostile],
    ["--since", hostile],
  ],
  "store gc": [[]],
  "store grants": [[hostile]],
  "store init": [["--reader", hostile]],
  "store remove": [[hostile]],
  "store status": [[]],
  "store verify": [[]],
  worker: [["--once", "--repo", hostile]],
  search: [["evilName"], ["evilName", "--format", "json"], ["evilName", "--format", "human"], [hostile]],
  docs: [["evilName"]],
  research: [["evilName"], [hostile]],
  "artifacts info": [[]],
  "artifacts list": [[]],
  "artifacts status": [[]],
  "artifacts show": [["spec://thing"], [hostile]],
  "artifacts headings": [["spec://thing"], [hostile]],
  "artifacts render": [
    ["spec://thing", "constraints"],
    ["spec://thing", hostile],
  ],
  "artifacts deps": [["spec://thing"], ["impl://thing"]],
  "artifacts references": [["spec://thing"]],
  "artifacts constraints": [["spec://thing"]],
  "artifacts constraint": [
    ["spec://thing", "thing.rules"],
    ["spec://thing", hostile],
  ],
  "artifacts compliance": [["impl://thing"]],
  "artifacts tags": [["impl://thing"]],
  "artifacts template": [["specification"], [hostile]],
  "artifacts template set": [["specification", hostile]],
  "artifacts template remove": [[hostile]],
  "artifacts capabilities": [[]],
  "artifacts create": [["specification", hostile, "--mode", "preview"]],
  "artifacts update": [
    ["spec://thing", "--mode", "preview", "--ops", JSON.stringify([{ op: "set_title", value: hostile }])],
  ],
  "artifacts delete": [[hostile]],
  "artifacts init": [[hostile]],
  "features list": [[]],
  "features show": [["1"], [hostile]],
  "features new": [["--dry-run", hostile]],
  "run analyze": [["1"], [hostile]],
  "run converge": [["1"], [hostile]],
  "run checklist": [[hostile], ["security", "--spec", hostile]],
  "run constitution": [["--principle", hostile]],
  "run workflow": [
    ["--description", "x", "--name", hostile],
    ["1", "--approve", hostile],
  ],
  "tasks export": [["1"], [hostile], ["1", "--existing", hostile]],
  "tasks toggle": [[hostile], [hostile, "--spec", "1"]],
  activity: [[]],
  "runs list": [[]],
  "runs show": [[hostile]],
  "reviews list": [[], ["add-x", "--state", "all"], [hostile]],
  "reviews add": [
    ["add-x", hostile],
    [hostile, hostile],
    ["add-x", "x", "--quote", hostile],
  ],
  "reviews show": [["add-x"], [hostile]],
  "reviews reply": [[hostile, hostile]],
  "reviews resolve": [[hostile, hostile]],
  "reviews approvals": [[], [hostile]],
  "reviews approve": [["add-x", hostile], [hostile]],
  status: [[]],
  graph: [[], ["--around", hostile]],
  map: [[], [hostile]],
  "work list": [[]],
  "work run": [["add-x", "plan"], ["1", hostile], [hostile]],
  "work show": [["add-x"], ["1"], [hostile]],
  "work since": [[], ["HEAD"], [hostile]],
  "work tick": [[hostile], [hostile, "--work", "add-x"], ["1.1", "--work", hostile]],
  "work archive": [["add-x", "--dry-run"], [hostile]],
  "work history": [[]],
  "work log": [["add-x"], [hostile]],
  "worktree list": [[]],
  "worktree add": [[hostile]],
  "worktree remove": [[hostile]],
};

const commandLines = Object.entries(lines).flatMap(([words, variants]) =>
  variants.map((more) => [...words.split(" "), ...more]),
);
const firstLines = Object.entries(lines).map(([words, [more = []]]) => [...words.split(" "), ...more]);
const showing = (words: readonly string[]) => JSON.stringify(words.join(" ").replaceAll(hostile, "HOSTILE"));

test("every command is in the table of hostile command lines", async () => {
  const known = (await allCommands()).map(({ words }) => words);
  expect(Object.keys(lines).sort()).toEqual(known.sort());
});

test("no command passes a control sequence of a repository on: text, JSON, SARIF, JUnit, errors", async () => {
  const cwd = await hostileRepository();
  const env = { HOME: await temporaryFolder(), PATH: process.env.PATH ?? "" };
  let shown = 0;
  for (const words of firstLines) {
    // What a terminal changes: colors, and a progress line that is redrawn.
    const { terminal, said } = testTerminal({ cwd, env });
    const style = createStyle(true, 80);
    await runCli(words, { ...terminal, isInteractive: true, style, errStyle: style });
    const rest = (said.out + said.err).replace(ours, "");
    expect(raw.exec(rest)?.[0], `colored ${showing(words)}`).toBeUndefined();
  }
  for (const words of commandLines) {
    for (const more of [[], ["--json"]]) {
      const { output, errors } = await cli([...words, ...more], { cwd, env });
      expect(raw.exec(output)?.[0], `stdout of ${showing([...words, ...more])}`).toBeUndefined();
      expect(raw.exec(errors)?.[0], `stderr of ${showing([...words, ...more])}`).toBeUndefined();
      if (/evil|␛|\\u202e/.test(output + errors)) shown++;
    }
  }
  // Most of them did show something of the repository.
  expect(shown).toBeGreaterThan(commandLines.length);
}, 240_000);

test("what a style paints stays a sequence of the terminal, and JSON keeps its meaning", async () => {
  const cwd = await hostileRepository();
  const listed = await run(hewto, ["changes", "list", "--json"], { cwd });
  expect(listed.output).toContain("\\u202e");
  expect(JSON.parse(listed.output).changes[0].title).toContain("\u202eevil");
  const painted = await run(hewto, ["check"], { cwd, env: { FORCE_COLOR: "1", NO_COLOR: "" } });
  const without = painted.output.replace(ours, "");
  expect(without).not.toBe(painted.output);
  expect(raw.test(without)).toBe(false);
});

/** Commands that show most of the repository, and one that fails; `npm run test:hostile` runs every line. */
const onTerminal = [
  "check",
  "index",
  "search",
  "specs show",
  "changes show",
  "skills list",
  "trace",
  "status",
  "run",
];

test("on a terminal nothing but colors reaches the screen, in any command", async () => {
  needsProgram("script");
  const cwd = await hostileRepository();
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  // All lines run above, with and without colors; here the streams of a process are a terminal.
  const some = onTerminal.flatMap((words) =>
    (lines[words] ?? []).map((more) => [...words.split(" "), ...more]),
  );
  const script = (process.env["HEWTO_HOSTILE"] ? commandLines : some)
    .filter(([first]) => first !== "tui")
    .map((words) => `${[process.execPath, hewto, ...words].map(quote).join(" ")} </dev/null; echo`);
  const env = { PATH: process.env.PATH, HOME: await temporaryFolder(), TERM: "xterm", LANG: "C.UTF-8" };
  const file = join(await temporaryTree({ "all.sh": script.join("\n") }), "all.sh");
  const ran = spawnSync("script", ["-qfec", `sh ${file}`, "/dev/null"], {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  // The terminal itself writes CR before LF.
  const rest = ran.stdout.replaceAll("\r\n", "\n").replace(ours, "");
  expect(ran.stdout.length).toBeGreaterThan(10_000);
  const at = rest.search(raw);
  expect(at < 0 ? "" : JSON.stringify(rest.slice(at - 200, at + 40))).toBe("");
}, 240_000);
