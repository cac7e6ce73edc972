// `npm run bench page`: the page in a real Chromium. The first view of 500 specs from navigation to content, compared
// with an empty page from the same kind of server at the same time; a key in the filter and in the search; a scroll
// through 10,000 requirements; the memory of the server. On a busy machine the processor times are the ones to trust.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { bundled } from "./support/bundled.mjs";

const hewto = resolve("dist/hewto.js");
const { launchChromium } = await bundled("test/support/chromium.ts");
const { manyRequirements, specsWorkspace } = await bundled("test/support/page-workspaces.ts");
const temporary = mkdtempSync(join(tmpdir(), "hewto-bench-page-"));
const started = [];
const rows = [];
const repeats = 5;

/** Scrolls by a screen in each frame and looks in the next whether every place in sight has a row. */
const scroll = `(async () => {
  const frame = document.querySelector(".matrix .virtual");
  const next = () => new Promise((done) => requestAnimationFrame(done));
  let [gaps, frames, slowest, last] = [0, 0, 0, performance.now()];
  const step = Math.max(frame.clientHeight, frame.scrollHeight / 300);
  for (let top = 0; top < frame.scrollHeight - frame.clientHeight; top += step) {
    frame.scrollTop = top;
    await next();
    await next();
    frames++;
    slowest = Math.max(slowest, performance.now() - last);
    last = performance.now();
    const { top: from, height } = frame.getBoundingClientRect();
    const boxes = [...frame.querySelectorAll("li")].map((row) => row.getBoundingClientRect());
    for (let y = from + 1; y < from + height - 1; y += 10)
      if (!boxes.some((box) => box.top <= y && y <= box.bottom)) gaps++;
  }
  return { gaps, frames, slowest };
})()`;

const browser = await launchChromium((options) => chromium.launch(options));
const browserSession = await browser.newBrowserCDPSession();
try {
  await firstView();
  await tenThousand();
} finally {
  await browser.close();
  for (const child of started) child.kill();
  rmSync(temporary, { recursive: true, force: true });
}
console.log("| what | median | goal |\n|---|---|---|");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);

async function firstView() {
  const { origin, page, child } = await open("specs", specsWorkspace(500));
  const empty = await emptyPage();
  const [ours, floors, oursCpu, floorsCpu] = [[], [], [], []];
  await loadTime(page, `${origin}/#/specs`, "main [data-row]");
  const timed = async (address, content, times, cpuTimes) => {
    await page.goto("about:blank");
    // What the page before asked for must not count.
    await page.waitForTimeout(2000);
    const before = (await browserCpu()) + serverCpu(child);
    times.push(await loadTime(page, address, content));
    cpuTimes.push((await browserCpu()) + serverCpu(child) - before);
  };
  for (let n = 0; n < repeats; n++) {
    await timed(`${origin}/#/home`, "main [data-row]", ours, oursCpu);
    await timed(empty, "[data-row]", floors, floorsCpu);
  }
  const [time, floor] = [median(ours), median(floors)];
  rows.push(["Home of 500 specs, navigation to content", `${time.toFixed(0)} ms`, "under 1,000 ms"]);
  rows.push(["the same, compared with an empty page", `${(time / floor).toFixed(1)}×`, ""]);
  rows.push(["processor time of server and browser until then", `${median(oursCpu).toFixed(0)} ms`, ""]);
  rows.push(["the same for an empty page", `${median(floorsCpu).toFixed(0)} ms`, ""]);
  const specs = [];
  for (let n = 0; n < repeats; n++) specs.push(await loadTime(page, `${origin}/#/specs`, "main [data-row]"));
  rows.push(["Specs of 500 specs, navigation to content", `${median(specs).toFixed(0)} ms`, ""]);
  await page.keyboard.press("/");
  await page.locator(".search input").waitFor();
  await page
    .locator(".search [role=option]")
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => {});
  rows.push([
    "a key in the search of everything",
    `${(await keyTime(page, "crossing")).toFixed(0)} ms`,
    "under 50 ms",
  ]);
  rows.push(["memory of the server, 500 specs", `${memoryOf(child)} MB`, ""]);
}

async function tenThousand() {
  const { origin, page, child } = await open("many", manyRequirements());
  const shown = await loadTime(page, `${origin}/#/trace`, ".matrix [data-row]");
  rows.push(["Trace of 10,000 requirements, first time", `${shown.toFixed(0)} ms`, ""]);
  const { gaps, frames, slowest } = await page.evaluate(scroll);
  rows.push([`rows missing in ${frames} frames of a scroll through 10,000`, String(gaps), "0"]);
  rows.push(["slowest frame of that scroll", `${slowest.toFixed(0)} ms`, ""]);
  await page.getByLabel("Filter requirements").focus();
  rows.push([
    "a key in the filter of 10,000",
    `${(await keyTime(page, "depart")).toFixed(0)} ms`,
    "under 50 ms",
  ]);
  rows.push(["memory of the server, 10,000 requirements", `${memoryOf(child)} MB`, ""]);
}

/** Starts a server on a workspace and a page that has its cookie. */
async function open(name, files) {
  const root = join(temporary, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const child = spawn(process.execPath, [hewto, "web", "--port", "0", "--workspace", root], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  started.push(child);
  const address = await new Promise((done) => {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
      const found = /address\s+(\S+)/.exec(said);
      if (found) done(found[1]);
    });
  });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(address);
  return { origin: new URL(address).origin, page, child };
}

/** An address whose page has one row and nothing else. */
async function emptyPage() {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>x</title><p data-row>x");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  return `http://127.0.0.1:${server.address().port}/`;
}

async function loadTime(page, address, content) {
  await page.goto("about:blank");
  const begun = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(content).first().waitFor({ timeout: 60_000 });
  return performance.now() - begun;
}

/** From a key to the frame that shows its effect, as the page measures it. */
async function keyTime(page, word) {
  await page.evaluate(`window.keyTimes = []; addEventListener("keydown", () => {
    const at = performance.now();
    requestAnimationFrame(() => setTimeout(() => window.keyTimes.push(performance.now() - at)));
  }, true)`);
  for (const letter of word) {
    await page.keyboard.press(letter);
    await page.waitForTimeout(60);
  }
  return median(await page.evaluate("window.keyTimes"));
}

/** Milliseconds of all processes of the browser. */
async function browserCpu() {
  const { processInfo } = await browserSession.send("SystemInfo.getProcessInfo");
  return 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Milliseconds of the server; Linux counts in hundredths of a second. */
function serverCpu({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function memoryOf({ pid }) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
