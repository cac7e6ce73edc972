// Runs the `$` lines of a page's ```console blocks in order, in a fresh folder with a home of its own, and compares what
// they print with the page. `--write` replaces the page's output by what was printed.
//
//   node scripts/run-transcript.mjs docs/getting-started.md [--write]
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [page, flag] = process.argv.slice(2);
if (page === undefined || (flag !== undefined && flag !== "--write")) {
  console.error("Usage: node scripts/run-transcript.mjs PAGE [--write]");
  process.exit(2);
}
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const sandbox = realpathSync(mkdtempSync(join(tmpdir(), "hewto-transcript-")));
const home = join(sandbox, "me");
const bin = join(sandbox, "bin");
for (const folder of [home, bin]) mkdirSync(folder);
writeFileSync(join(bin, "hewto"), `#!/bin/sh\nexec "${process.execPath}" "${root}/dist/hewto.js" "$@"\n`);
chmodSync(join(bin, "hewto"), 0o755);
// A host that `install` finds, as on most machines of the people who read this.
mkdirSync(join(home, ".claude"));
const identity = { GIT_AUTHOR_NAME: "me", GIT_AUTHOR_EMAIL: "me@example.com" };
const env = {
  ...identity,
  GIT_COMMITTER_NAME: identity.GIT_AUTHOR_NAME,
  GIT_COMMITTER_EMAIL: identity.GIT_AUTHOR_EMAIL,
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "init.defaultBranch",
  GIT_CONFIG_VALUE_0: "main",
  HOME: home,
  PATH: [bin, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
  NO_COLOR: "1",
  TERM: "dumb",
};

const text = readFileSync(page, "utf8");
let cwd = home;
const differences = [];
const updated = text.replace(/^```console\n([\s\S]*?)^```$/gm, (_, block) => {
  const steps = block.split(/^(?=\$ )/m).filter((step) => step.trim() !== "");
  return `\`\`\`console\n${steps.map(runStep).join("")}\`\`\``;
});
rmSync(sandbox, { recursive: true, force: true });
if (flag === "--write") writeFileSync(page, updated);
else for (const difference of differences) console.log(difference);
process.exit(flag !== "--write" && differences.length > 0 ? 1 : 0);

/** One `$` line and its output. A blank line after the output belongs to the page. */
function runStep(step) {
  const [, line = "", expected = ""] = /^\$ (.*)\n([\s\S]*)$/.exec(step) ?? [];
  const command = line.replace(/ {2,}# .*$/, "");
  // The shell says where it ended, so that `cd` holds for the next line.
  const script = `${command}\nstatus=$?\nprintf '%s' "$PWD" >&3\nexit $status`;
  const { stdout, stderr, output } = spawnSync("sh", ["-c", script], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    timeout: 120_000,
  });
  cwd = output?.[3] || cwd;
  const actual = `${stdout}${stderr}`.replaceAll(sandbox, "/home").replaceAll(root, "/home/me/hewto");
  const clean = actual
    .replaceAll(process.execPath, "/usr/bin/node")
    // Progress of a command that took longer than a moment.
    .replace(/^\[[#-]+\] .*\n?/gm, "")
    .replace(/[ \t]+$/gm, "")
    .trimEnd();
  if (stable(clean) !== stable(expected.trimEnd()))
    differences.push(`$ ${line}\n--- ${page}\n${expected.trimEnd()}\n--- printed now\n${clean}\n`);
  const gap = /\n\n$/.test(expected) || expected === "\n" ? "\n" : "";
  return `$ ${line}\n${clean === "" ? "" : `${clean}\n`}${gap}`;
}

/** Times, dates and versions differ from run to run. */
function stable(output) {
  return output
    .replace(/\d+ ms/g, "0 ms")
    .replace(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/g, "2026-01-01")
    .replace(/v?\d+\.\d+\.\d+/g, "0.0.0");
}
