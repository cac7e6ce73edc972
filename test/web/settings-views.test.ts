import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { browserForFile } from "../support/browser.ts";
import { hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { startPage } from "../support/page-server.ts";
import { runGit, temporaryRepository } from "../support/repository.ts";
import { change, requirement, spec } from "../support/specs.ts";
import { temporaryTree } from "../support/temporary.ts";
import { openWire } from "../support/wire.ts";

const browser = browserForFile();
const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it when needed.\n---\n\n${more}\n`;

/** An agent that asks for a port and waits for the answer. */
const agent = () =>
  writeAgent(
    `if (message.method === "tools/call") { call = message.id; send({ id: 900, method: "elicitation/create", params: { message: "Which port? \\u001b[31m<img src=x>", requestedSchema: { type: "object", properties: { port: { type: "integer", title: "Port" } }, required: ["port"] } } }); return false; }
     if (message.id === 900) { if (message.result.action === "accept") text(call, "port " + message.result.content.port); return false; }`,
    "let call;",
  );

const server = sharedByFile(async () => {
  const home = await temporaryTree({
    ".config/hewto/config.toml": `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent()}"]\n`,
  });
  const root = await temporaryRepository({
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
    ".claude/skills/sail/SKILL.md": skill("sail"),
    ".claude/skills/bad/SKILL.md": "no front matter",
    "specs/001-x/spec.md": "# Feature Specification: X\n\n- **FR-001**: System MUST export.\n",
  });
  runGit(root, "branch", "base");
  const { writeFile, mkdir } = await import("node:fs/promises");
  for (const [path, text] of Object.entries(
    change("openspec/changes/broken", {
      auth: "## MODIFIED Requirements\n\n### Requirement: <i>Nope</i>\n\nIt SHALL.\n",
    }),
  )) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, ...(await startPage(root, { write: true, env: { HOME: home } })) };
});

async function open(view: string, options = {}) {
  const { address, origin } = await server();
  const page = await browser.open(options);
  await page.goto(address);
  await page.goto(`${origin}/#/${view}`);
  return page;
}

it("Check groups findings by rule and file, each has an address, and the branch switch is in the address", async () => {
  const page = await open("check");
  const row = page.locator(".finding-groups li").filter({ hasText: "<i>Nope</i>" }).first();
  await row.waitFor();
  await row.getByRole("link").first().click();
  await expect.poll(() => page.locator(".finding-groups li.here").count()).toBe(1);
  expect(page.url()).toContain("openspec");
  await page.reload();
  await page.locator(".finding-groups li.here").waitFor();
  await page.getByLabel("Group by").selectOption("file");
  await page.getByText("openspec/changes/broken/specs/auth/spec.md").first().waitFor();
  await row.getByRole("button", { name: "Fix…" }).click();
  await page.getByRole("dialog").getByText("hewto changes fix broken --yes").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("New on this branch").check();
  await page.getByText("origin/main", { exact: false }).first().waitFor();
  await page.getByRole("textbox", { name: "since" }).fill("base");
  await page.keyboard.press("Enter");
  await page.getByText("hewto check --changed-since base").waitFor();
  await row.waitFor();
});

it("Skills shows what each agent gets and why not, and a skill is disabled and enabled", async () => {
  const { root } = await server();
  const page = await open("skills");
  const sail = page.getByRole("row").filter({ hasText: "sail" }).first();
  await sail.getByText("served").waitFor();
  await page.getByRole("row").filter({ hasText: "bad" }).getByText("invalid").first().waitFor();
  await page.getByText("of 2,048 characters").waitFor();
  await sail.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable", exact: true }).click();
  await sail.getByText("disabled", { exact: true }).waitFor();
  expect(existsSync(join(root, ".claude/skills/sail/.SKILL.md"))).toBe(true);
  await sail.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Enable", exact: true }).click();
  await sail.getByText("served").waitFor();
});

it("Activity shows the calls of another process as they end", async () => {
  const { root } = await server();
  const page = await open("activity");
  await page.getByRole("heading", { name: "Activity" }).waitFor();
  const wire = openWire(hewto, ["mcp", "--workspace", root, "--no-plugins"]);
  await wire.initialize();
  await wire.call("list_specs");
  await page
    .getByRole("row")
    .filter({ hasText: "list_specs" })
    .getByText("ok", { exact: true })
    .first()
    .waitFor();
});

it("a run started in the page asks there, goes on with the answer, and its log appears", async () => {
  const page = await open("activity?tab=runs");
  await page.getByLabel("Work").selectOption("specs/001-x");
  await page.getByLabel("Step").selectOption("plan");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const question = page.getByRole("region", { name: "Questions of runs" });
  await question.getByText("<img src=x>", { exact: false }).waitFor();
  await question.getByLabel("Port").fill("8080");
  await question.getByRole("button", { name: "Send" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "plan 001-x" }).first().click();
  await page.getByRole("log").getByText("port 8080").first().waitFor();
});

it("Settings names layouts, hosts, the index and what waits, at 400 pixels too", async () => {
  const page = await open("settings", { viewport: { width: 400, height: 800 }, colorScheme: "dark" });
  await page.getByText("openspec/specs").waitFor();
  await page.getByText("hewto index").first().waitFor();
  await page.getByRole("heading", { name: "Waiting for your permission" }).waitFor();
  const width = await page.evaluate("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(400);
});
