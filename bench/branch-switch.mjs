// After checking out another branch: the time until the first answer, the time until everything is read, and whether
// any snippet differs from the disk (it must not). Floors: `git checkout` of the same files, and
// reading each of them once. `npm run bench branch-switch -- --files 1000,10000` limits the sizes.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { connect } from "./support/stdio-client.mjs";

const hewto = resolve(import.meta.dirname, "../dist/hewto.js");
const sizes = (flag("--files") ?? "1000,10000,100000").split(",").map(Number);
const questions = [
  "parse the request header",
  "handlerOf7",
  "retry after a timeout",
  "where is the total computed",
];

let wrong = 0;
console.log(
  "files     server  checkout   read   first answer  (× checkout)  until fresh  (× checkout)  answers  snippets  not on disk",
);
for (const size of sizes) {
  const root = mkdtempSync(join(tmpdir(), "hewto-branch-"));
  try {
    makeRepository(root, size);
    execFileSync(process.execPath, [hewto, "index", root], { stdio: "ignore" });
    for (const state of ["cold", "warm"]) await switchBranch(root, size, state);
    if (size === sizes[0]) await asCommand(root);
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}
console.log(
  "\ncold: the server starts after the checkout; warm: it has answered on the other branch before.",
);
console.log(`Snippets that differ from the disk: ${wrong} (goal: 0)${wrong === 0 ? "" : " MISSED"}`);
process.exit(wrong === 0 ? 0 : 1);

async function switchBranch(root, size, state) {
  const server = state === "warm" ? await started(root) : undefined;
  if (server) await server.ask(questions[0]);
  const branch = git(root, "branch", "--show-current") === "main" ? "other" : "main";
  const checkoutMs = timed(() => git(root, "checkout", "-q", branch));
  const readMs = timed(() => readAll(root, size));
  const begun = performance.now();
  const asked = server ?? (await started(root));
  let firstMs;
  let answers = 0;
  let snippets = 0;
  let bad = 0;
  for (let stale = 1; stale > 0; answers++) {
    const { results, freshness } = await asked.ask(questions[answers % questions.length]);
    firstMs ??= performance.now() - begun;
    snippets += results.length;
    bad += results.filter((result) => !isOnDisk(root, result)).length;
    stale = freshness.stale;
  }
  const freshMs = performance.now() - begun;
  asked.stop();
  wrong += bad;
  const cells = [
    String(size).padEnd(8),
    state.padEnd(6),
    seconds(checkoutMs),
    seconds(readMs),
    seconds(firstMs).padStart(13),
    ratio(firstMs, checkoutMs),
    seconds(freshMs).padStart(12),
    ratio(freshMs, checkoutMs),
    String(answers).padStart(8),
    String(snippets).padStart(9),
    String(bad).padStart(12),
  ];
  console.log(cells.join(" "));
}

/** `hewto search` as a command waits until everything is read. */
async function asCommand(root) {
  const branch = git(root, "branch", "--show-current") === "main" ? "other" : "main";
  const checkoutMs = timed(() => git(root, "checkout", "-q", branch));
  let answer;
  const ms = timed(() => {
    const args = [hewto, "search", questions[0], "--workspace", root, "--json"];
    answer = JSON.parse(
      execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  });
  const bad = answer.results.filter((result) => !isOnDisk(root, result)).length;
  wrong += bad;
  console.log(
    `as a command: ${seconds(ms).trim()}, ${(ms / checkoutMs).toFixed(1)} × checkout, stale ${answer.freshness.stale}, ${bad} of ${answer.results.length} snippets not on disk`,
  );
}

async function started(root) {
  const server = connect([hewto, "mcp", "--profile", "swiftindex", "--workspace", root]);
  await server.initialize();
  const ask = async (query) => {
    const { result } = await server.request("tools/call", { name: "search_code", arguments: { query } });
    if (result.isError) throw new Error(result.content[0].text);
    return result.structuredContent;
  };
  return { ask, stop: server.stop };
}

function isOnDisk(root, { path, content, start_line, end_line }) {
  try {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    return lines.slice(start_line - 1, end_line).join("\n") === content;
  } catch {
    return false;
  }
}

/** Every file differs between the branches; one in ten exists on one of them only. */
function makeRepository(root, size) {
  git(root, "init", "-q", "-b", "main");
  for (const branch of ["main", "other"]) {
    if (branch === "other") git(root, "checkout", "-q", "-b", "other");
    for (let n = 0; n < size; n++) {
      const place = join(root, pathOf(n, branch));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, sourceOf(n, branch));
      if (branch === "other" && n % 10 === 0) rmSync(join(root, pathOf(n, "main")));
    }
    git(root, "add", "-A");
    git(root, "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", branch);
  }
  git(root, "checkout", "-q", "main");
}

function pathOf(n, branch) {
  return `src/part${Math.floor(n / 200)}/${n % 10 === 0 ? branch : "file"}${n}.ts`;
}

function sourceOf(n, branch) {
  const lead = branch === "main" ? "" : "// The other branch has a line more here.\n";
  return `${lead}/** Computes the total of request ${n} on ${branch}, and tries again after a timeout. */
export function handlerOf${n}(header: string): number {
  const parsed = parseRequestHeader${n % 97}(header, "${branch}");
  return parsed.total + ${n};
}

export class Request${n} {
  retry${branch}(times: number): void {
    for (let at = 0; at < times; at++) handlerOf${n}(String(at));
  }
}
`;
}

function readAll(root, size) {
  const branch = git(root, "branch", "--show-current");
  for (let n = 0; n < size; n++) readFileSync(join(root, pathOf(n, branch)));
}

function git(root, ...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}

function timed(work) {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`.padStart(9);
}

function ratio(ms, floor) {
  return `${(ms / floor).toFixed(1)} ×`.padStart(13);
}

function flag(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
