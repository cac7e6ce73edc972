import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";

test("our own specifications are valid and no problem is found", async () => {
  const { code, output } = await run(hewto, ["check", "--strict", "--workspace", ".", "--json"]);
  const { findings, checked } = JSON.parse(output);
  expect(findings).toEqual([]);
  expect(code).toBe(0);
  expect(checked).toEqual(expect.arrayContaining(["specs", "artifacts"]));
});

test("every requirement of ours is read by both readers and ensured by a test", async () => {
  const script = `import { openHewto } from "hewto";
    const hewto = await openHewto({ workspace: "." });
    let total = 0;
    for (const { id } of (await hewto.listSpecs()).specs)
      total += (await hewto.getSpecRequirements({ spec_id: id })).requirements.length;
    const { summary } = await hewto.complianceReport({ locator: "hewto-typescript" });
    console.log(JSON.stringify({ total, summary }));`;
  const { output } = await run("--input-type=module", ["--eval", script]);
  const { total, summary } = JSON.parse(output);
  expect(total).toBeGreaterThan(30);
  expect(summary).toMatchObject({ total, covered: total, missing: 0 });
});
