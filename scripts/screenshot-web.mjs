// `node scripts/screenshot-web.mjs` draws the pictures of docs/web.md: every view of the page on a copy of the example
// workspace, in a real Chromium. Needs the build.
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
  ["requirement", "#/trace/booking%2Fcancel-a-booking%23too-late"],
  ["symbol", "#/code/symbol/BookingService.book"],
  ["research", "#/code/ask?q=how+is+a+booking+confirmed"],
  ["treemap", "#/graph/treemap"],
];
/** What a view shows only when it is asked. */
const asked = { code: "#/code?q=cancel+a+booking" };

let server;
try {
  const workspace = prepareWorkspace();
  const address = await startServer(workspace);
  await takePictures(address);
} finally {
  server?.kill();
  rmSync(temporary, { recursive: true, force: true });
}

/** The example as a repository with an index and a test result, so that every view has something to show. */
function prepareWorkspace() {
  const workspace = join(temporary, "ferry");
  cpSync(join(root, "examples/ferry"), workspace, { recursive: true });
  const tests = join(workspace, "Tests/FerryTests/BookingServiceTests.swift");
  const tag = "    // [VERIFIES: booking/reserve-a-place#the-crossing-is-full]\n";
  writeFileSync(tests, readFileSync(tests, "utf8").replace(/^( *)@Test/m, `${tag}$1@Test`));
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words], {
      cwd: workspace,
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "The ferry");
  run(workspace, "index");
  return workspace;
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
  await page.goto(address);
  await page.locator("#rail a").first().waitFor();
  const views = await page
    .locator("#rail a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const { origin } = new URL(address);
  const places = [...views.map((view) => [view.slice(2), asked[view.slice(2)] ?? view]), ...inner];
  for (const [name, place] of places) {
    await page.goto(`${origin}/${place}`);
    await page.locator("main :is(h1, .state-title)").first().waitFor({ state: "attached" });
    await page.waitForTimeout(1500);
    await page.locator(".state.loading").first().waitFor({ state: "detached" });
    const file = join(folder, `web-${name}.png`);
    const picture = withPalette(await page.screenshot());
    if (picture.length > maxBytes) throw new Error(`The picture of ${name} has ${picture.length} bytes.`);
    writeFileSync(file, picture);
    console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
  }
  await browser.close();
}
