import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { leftoverFindings } from "./leftovers.ts";

test("a plan that came with the repository is set aside by the diagnosis itself, which says where it is", async () => {
  const root = await temporaryTree({ ".hewto/journal/0123456789abcdef/plan.json": "{}" });
  const findings = await leftoverFindings({ root });
  expect(findings).toMatchObject([
    { area: "workspace", message: expect.stringContaining(".hewto/rescued/") },
  ]);
  expect(await leftoverFindings({ root })).toEqual(findings);
});
