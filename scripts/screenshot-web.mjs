// `node scripts/screenshot-web.mjs` draws the pictures of docs/web.md: every view of the page on a copy of the example
// workspace, in a real Chromium; names of views after it draw only those. Needs the build.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { bundleSource } from "./bundle-source.mjs";
import { withPalette } from "./png-palette.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "docs/images");
const temporary = mkdtempSync(join(tmpdir(), "hewto-pictures-"));
const hewto = join(root, "dist/hewto.js");
/** A picture must not take longer to load than the page that it shows. */
const maxBytes = 80_000;

/** Places that the rail does not lead to. */
const inner = [
  ["work-item", "#/work/add-waiting-list?tab=redline"],
  ["spec", "#/specs/booking"],
  ["research", "#/code/ask?q=how+is+a+booking+confirmed"],
  ["treemap", "#/graph/treemap"],
];
/** What a view shows only when it is asked. */
const opened = {
  code: "#/code?q=cancel+a+booking",
  reviews: "#/reviews/openspec%2Fchanges%2Fadd-waiting-list",
};

let server;
try {
  const workspace = prepareWorkspace();
  const address = await startServer(workspace);
  await callAsAgent(workspace);
  await takePictures(address);
} finally {
  server?.kill();
  rmSync(temporary, { recursive: true, force: true });
}

/** The example as a repository on a branch, with an index, a test result and a comment: every view has something to show. */
function prepareWorkspace() {
  const workspace = join(temporary, "ferry");
  cpSync(join(root, "examples/ferry"), workspace, { recursive: true });
  const write = (path, text) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  const git = (...words) => execFileSync("git", words, { cwd: workspace });
  const tests = "Tests/FerryTests/BookingServiceTests.swift";
  const tag = "// [VERIFIES: booking/reserve-a-place#the-crossing-is-full]\n";
  write(tests, readFileSync(join(workspace, tests), "utf8").replace(/^@Test/m, `${tag}@Test`));
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  git("add", "-A");
  git("commit", "-qm", "The ferry");
  git("switch", "-qc", "night-crossings");
  const change = "openspec/changes/add-night-crossings";
  write(
    `${change}/proposal.md`,
    "# Change: Add night crossings\n\n## Why\n\nThe last ferry leaves at nine, and the bars close at two.\n\n## What Changes\n\n- Crossings after midnight.\n",
  );
  write(`${change}/tasks.md`, "## 1. Work\n\n- [x] 1.1 Ask the crews\n- [x] 1.2 Light the pier\n");
  write(
    `${change}/specs/booking/spec.md`,
    "## MODIFIED Requirements\n\n### Requirement: Reserve a place\n\nThe system SHALL reserve a place on a crossing by day and by night.\n",
  );
  git("add", "-A");
  git("commit", "-qm", "Proposes night crossings", "--author", "Grace <grace@example.com>");
  write(
    "results.xml",
    '<testsuite name="FerryTests"><testcase classname="FerryTests" name="aFullCrossingRefusesAndNamesTheNext()"/></testsuite>\n',
  );
  run(workspace, "index");
  run(workspace, "evidence", "add", "results.xml");
  rmSync(join(workspace, "results.xml"));
  run(
    workspace,
    "reviews",
    "add",
    "add-waiting-list",
    "How long is a returned place kept for the first one?",
  );
  return workspace;
}

/** Calls of an agent, for the view that shows them. */
async function callAsAgent(workspace) {
  const agent = spawn(process.execPath, [hewto, "mcp", "--workspace", workspace], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const info = { name: "claude-code", version: "2.0.0" };
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info };
  const calls = [
    ["project_status", {}],
    ["get_change", { change_id: "add-waiting-list" }],
    ["trace_gaps", {}],
    ["search_code", { query: "cancel a booking" }],
    ["validate_change", { change_id: "add-nothing" }],
  ];
  const say = (message) => agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  say({ id: 0, method: "initialize", params: hello });
  say({ method: "notifications/initialized" });
  for (const [id, [name, args]] of calls.entries())
    say({ id: id + 1, method: "tools/call", params: { name, arguments: args } });
  let text = "";
  for await (const part of agent.stdout) {
    text += part;
    if (text.split("\n").length > calls.length + 1) break;
  }
  agent.kill();
}

function run(workspace, ...words) {
  execFileSync(process.execPath, [hewto, ...words, "--workspace", workspace], { stdio: "ignore" });
}

function startServer(workspace) {
  server = spawn(process.execPath, [hewto, "web", "--port", "0", "--write", "--workspace", workspace], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr.on("data", (chunk) => {
      said += chunk;
      const address = /address\s+(\S+)/.exec(said);
      if (address) resolve(address[1]);
    });
    server.on("exit", () => reject(new Error(said)));
  });
}

async function takePictures(address) {
  const support = join(root, "node_modules/.cache/hewto-pictures.mjs");
  await bundleSource(join(root, "test/support/chromium.ts"), support);
  const { launchChromium } = await import(pathToFileURL(support).href);
  const browser = await launchChromium((options) => chromium.launch(options));
  const page = await browser.newPage({ viewport: { width: 1120, height: 640 }, colorScheme: "light" });
  mkdirSync(folder, { recursive: true });
  let asked = 0;
  const isCall = (request) => request.method() === "POST";
  page.on("request", (request) => isCall(request) && asked++);
  page.on("requestfinished", (request) => isCall(request) && asked--);
  page.on("requestfailed", (request) => isCall(request) && asked--);
  /** Until the page has waited for no answer for a second. */
  const answered = async () => {
    for (let quiet = 0; quiet < 10; quiet = asked > 0 ? 0 : quiet + 1) await page.waitForTimeout(100);
  };
  await page.goto(address);
  await page.locator("#rail a").first().waitFor();
  const views = await page
    .locator("#rail a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const { origin } = new URL(address);
  const all = [...views.map((view) => [view.slice(2), opened[view.slice(2)] ?? view]), ...inner];
  const only = process.argv.slice(2);
  for (const [name, place] of all.filter(([name]) => only.length === 0 || only.includes(name))) {
    await page.goto(`${origin}/${place}`);
    await page.locator("main :is(h1, .state-title)").first().waitFor({ state: "attached" });
    await answered();
    await page.locator(".state.loading").first().waitFor({ state: "detached" });
    await answered();
    const file = join(folder, `web-${name}.png`);
    const picture = withPalette(await page.screenshot());
    if (picture.length > maxBytes) throw new Error(`The picture of ${name} has ${picture.length} bytes.`);
    writeFileSync(file, picture);
    console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
  }
  await browser.close();
}
