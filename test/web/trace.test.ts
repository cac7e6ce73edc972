import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import * as z from "zod";
import { browserForFile } from "../support/browser.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { startPage } from "../support/page-server.ts";
import { manyRequirements } from "../support/page-workspaces.ts";
import { temporaryRepository } from "../support/repository.ts";
import { requirement, scenario, spec } from "../support/specs.ts";
import { temporaryTree } from "../support/temporary.ts";

const browser = browserForFile();

const booking = spec(
  "booking",
  requirement("Reserve", scenario("Full", "the booking is refused")),
  requirement("Cancel", scenario("Too late")),
);
const test = (line: string) =>
  `import { test } from "vitest";\n\n// [VERIFIES: booking/reserve#full]\ntest("a full crossing", () => {\n  ${line}\n});\n// [VERIFIES: booking/gone]\ntest("an orphan", () => {});\n`;

/** One requirement is suspect: its text changed after its test. */
async function suspectWorkspace(): Promise<string> {
  const root = await temporaryRepository({
    "openspec/specs/booking/spec.md": booking,
    "openspec/specs/boarding/spec.md": spec("boarding", requirement("Board")),
    "test/booking.test.ts": test("return;"),
  });
  const changed = booking.replace("the booking is refused", "the next crossing is offered");
  await writeFile(join(root, "openspec/specs/booking/spec.md"), changed);
  return root;
}

const suspect = sharedByFile(async () => startPage(await suspectWorkspace()));

async function rowsIn(page: Page): Promise<string[]> {
  return page.locator(".matrix [data-row]").allTextContents();
}

it("the matrix shows gaps first, filters by state and spec, and each filter is in the address", async () => {
  const { address, origin } = await suspect();
  const page = await browser.open();
  await page.goto(address);
  await page.goto(`${origin}/#/trace`);
  await page.getByText("4 rows").or(page.getByText("3 rows")).waitFor();
  const [first = ""] = await rowsIn(page);
  expect(first).toContain("Reserve");
  expect(first).toContain("suspect");
  await page.getByRole("button", { name: /^open/ }).click();
  await page.getByText(/of \d rows/).waitFor();
  expect(page.url()).toContain("state=open");
  for (const row of await rowsIn(page)) expect(row).toContain("open");
  await page.getByLabel("Spec", { exact: true }).selectOption("boarding");
  await expect.poll(() => rowsIn(page)).toHaveLength(1);
  await page.reload();
  await expect.poll(() => rowsIn(page)).toHaveLength(1);
  await page.getByLabel("Filter requirements").fill("no such words");
  await page.getByText("No requirement matches these filters").waitFor();
});

it("a suspect text is shown as a word diff, and accepting it clears the state without a reload", async () => {
  const root = await suspectWorkspace();
  const { address, origin } = await startPage(root, { write: true });
  const page = await browser.open();
  await page.goto(address);
  await page.goto(`${origin}/#/trace`);
  await page.getByRole("link", { name: "Reserve" }).first().click();
  const panel = page.getByRole("region", { name: "Requirement Reserve" });
  await panel.getByText("Accept the text").waitFor();
  expect(await panel.locator("del").allTextContents()).not.toEqual([]);
  expect((await panel.locator("ins").allTextContents()).join(" ")).toContain("offered");
  await panel.getByText("hewto trace accept", { exact: false }).waitFor();
  await panel.getByRole("button", { name: "Accept the text" }).click();
  await panel.getByText("claimed", { exact: true }).waitFor();
  expect(readdirSync(join(root, ".trace"), { recursive: true }).join(" ")).toContain("booking");
});

it("without --write nothing can be accepted, and the command is shown instead", async () => {
  const { address, origin } = await suspect();
  const page = await browser.open();
  await page.goto(address);
  await page.goto(`${origin}/#/trace/${encodeURIComponent("booking/reserve#full")}`);
  await page.getByText("hewto trace accept", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Accept the text" }).count()).toBe(0);
});

it("orphan tags are listed with their place, and the trace can be saved in each format", async () => {
  const { address, origin } = await suspect();
  const page = await browser.open();
  await page.goto(address);
  await page.goto(`${origin}/#/trace?tab=tags`);
  await page.getByText("test/booking.test.ts:7").waitFor();
  await page.goto(`${origin}/#/trace?tab=export`);
  for (const [file, start] of [
    ["trace.html", "<!doctype html>"],
    ["trace.csv", "address"],
    ["trace.json", "{"],
    ["trace-manifest.json", "{"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: file }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(file);
    expect(
      readFileSync(await saved.path(), "utf8")
        .slice(0, 200)
        .toLowerCase(),
    ).toContain(start);
  }
});

/** Runs in the page: scrolls, waits two frames and counts the places in sight that no row covers. */
const scrolledTo = `async (frame, share) => {
  frame.scrollTop = share * (frame.scrollHeight - frame.clientHeight);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { top, height } = frame.getBoundingClientRect();
  const boxes = [...frame.querySelectorAll("li")].map((row) => row.getBoundingClientRect());
  let gaps = 0;
  for (let y = top + 1; y < top + height - 1; y += 5)
    if (!boxes.some((box) => box.top <= y && y <= box.bottom)) gaps++;
  return { rows: boxes.length, gaps };
}`;
const Seen = z.object({ rows: z.number(), gaps: z.number() });

const large = sharedByFile(async () => startPage(await temporaryTree(manyRequirements())));

it("ten thousand requirements scroll without a gap, and few rows are in the document", async () => {
  const { address, origin } = await large();
  const page = await browser.open();
  await page.goto(address);
  await page.goto(`${origin}/#/trace`);
  await page.getByText("10000 rows").waitFor({ timeout: 20_000 });
  for (const share of [0, 0.1, 0.5, 0.777, 1]) {
    const seen = Seen.parse(
      await page.evaluate(`(${scrolledTo})(document.querySelector(".matrix .virtual"), ${share})`),
    );
    expect(seen.gaps, `at ${share}`).toBe(0);
    expect(seen.rows).toBeLessThan(120);
  }
  await page.getByLabel("Filter requirements").fill("Departure 99.99");
  await page.getByText("1 of 10000 rows").waitFor();
});
