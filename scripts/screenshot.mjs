// `node scripts/screenshot.mjs` draws docs/images/*.svg from the real screen: the shipped app in tmux on a copy of the
// example with some more features; it sends keys and reads the styled cells. Needs tmux and a built dist/.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { terminalSvg } from "./terminal-svg.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const size = { cols: 118, rows: 34 };
const home = join(tmpdir(), "hewto-demo");
const project = join(home, "ferry");
const hewto = join(root, "dist/hewto.js");
const server = `hewto-screenshot-${process.pid}`;
let sent = 0;

try {
  makeProject();
  const env = { HOME: home, LC_ALL: "C.UTF-8", HEWTO_TUI_IDLE: "title" };
  const set = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const app = `'${process.execPath}' '${hewto}' tui`;
  tmux("new-session", "-d", "-x", `${size.cols}`, "-y", `${size.rows}`, "-c", project, ...set, app);
  await idle();
  await work();
  await ask();
  await search();
} finally {
  tmux("kill-server");
  await delay(1000); // the app ends its agent
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** The example with features in every phase. */
function makeProject() {
  rmSync(home, { recursive: true, force: true });
  cpSync(join(root, "examples/ferry"), project, { recursive: true });
  const describe = (words, ...steps) => {
    const made = cli("features", "new", words, "--json");
    const { spec_directory: directory } = JSON.parse(made);
    if (steps.length > 0) cli("run", "specify", directory, "--description", words);
    for (const step of steps.slice(1)) cli("run", step, directory);
    return directory;
  };
  const done = describe("Dogs travel free with their owner", "specify", "plan", "tasks");
  const tasks = join(done, "tasks.md");
  writeFileSync(tasks, readFileSync(tasks, "utf8").replaceAll("- [ ]", "- [x]"));
  describe("Crews scan tickets while the ship has no network", "specify", "plan");
  describe("Bicycles are booked with a crossing", "specify");
  const person = ["-c", "user.name=You", "-c", "user.email=you@example.com", "-c", "init.defaultBranch=main"];
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "example"],
  ])
    execFileSync("git", [...person, ...words], { cwd: project });
}

/** A new spec in its own worktree, up to checked tasks. */
async function work() {
  await keys("n");
  await text("Passengers see a delay within one minute");
  for (const step of [["Enter"], ["r", "s"], ["r", "p"], ["r", "t"], ["w"], ["Enter"], ["Space"], ["j"]])
    await keys(...step);
  for (const step of [["Space"], ["j"], ["Space"], ["j"]]) await keys(...step);
  await quiet();
  save("tui.svg", "The terminal app of Hewto: specs in every phase, the tasks of one of them, its last run");
}

/** A question asked by clarify, with the run behind it. */
async function ask() {
  await keys("1", "g", "h", "h", "r", "c");
  await text("Refunds. The desk handles them as it does today");
  save("tui-question.svg", "The terminal app of Hewto: clarify asks, and the answer goes into the spec");
  await keys("Escape");
}

/** A search over specs and code with a preview. */
async function search() {
  cli("index");
  await keys("s");
  await text("cancel a booking and free its seats");
  await keys("Enter");
  save("tui-search.svg", "The terminal app of Hewto: a search over specs and code, with a preview");
}

async function keys(...names) {
  for (const name of names) {
    tmux("send-keys", name);
    sent++;
    await idle();
  }
}

async function text(words) {
  tmux("send-keys", "-l", "--", words);
  sent += words.length;
  await idle();
}

/** Waits until the footer shows keys again: messages stay for some seconds. */
async function quiet() {
  await delay(6500);
  await keys("k");
}

/** Waits until the app has handled every key and either nothing runs or the run waits for the user. */
async function idle() {
  const isAsking = () =>
    title() === `hewto running ${sent}` && tmux("capture-pane", "-p").includes("The agent asks");
  await until(() => title() === `hewto idle ${sent}` || isAsking());
}

async function until(isSo) {
  for (let tries = 0; tries < 2000; tries++) {
    if (isSo()) return;
    await delay(20);
  }
  throw new Error(`The app did not settle:\n${tmux("capture-pane", "-p")}`);
}

function title() {
  return tmux("display-message", "-p", "#{pane_title}").trim();
}

function cli(...words) {
  const env = { ...process.env, HOME: home, NO_COLOR: "1" };
  return execFileSync(process.execPath, [hewto, ...words], {
    cwd: project,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

function tmux(...words) {
  return execFileSync("tmux", ["-L", server, "-f", "/dev/null", ...words], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", TERM: "xterm-256color" },
  });
}

function save(name, label) {
  mkdirSync(join(root, "docs/images"), { recursive: true });
  const rows = tmux("capture-pane", "-p", "-e", "-N").split("\n").slice(0, size.rows);
  const cursor = tmux("display-message", "-p", "#{cursor_flag} #{cursor_x} #{cursor_y}")
    .trim()
    .split(" ")
    .map(Number);
  const at = cursor[0] === 1 ? { x: cursor[1], y: cursor[2] } : undefined;
  writeFileSync(join(root, "docs/images", name), terminalSvg({ rows, cols: size.cols, label, cursor: at }));
  console.log(`docs/images/${name}`);
}
