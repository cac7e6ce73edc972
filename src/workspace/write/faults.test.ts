import { expect, it } from "vitest";
import { errnoFault } from "./faults.ts";

it("a fault about an unfinished file of ours names its folder", () => {
  const path = "/w/.specman/locks/.hewto-tmp-12-0123456789ab";
  const error = Object.assign(new Error("no"), { code: "EACCES", path });
  expect(errnoFault(error, "lock", "nothing was changed", "/w").fault).toMatchObject({
    path: ".specman/locks",
    message: expect.stringContaining("Could not write `.specman/locks`"),
  });
});
