import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary.ts";
import { ok } from "../../../kernel/result.ts";
import { withLock } from "./lock.ts";
import { trackLocks } from "./tracking.ts";

it("a call knows the locks that its own work holds, and only while it holds them", async () => {
  const folder = await temporaryFolder();
  const held = new Set<string>();
  const other = new Set<string>();
  const file = join(folder, "a.lock");
  await trackLocks(held, () =>
    withLock(file, {}, async () => {
      expect([...held]).toEqual([file]);
      await trackLocks(other, () => withLock(join(folder, "b.lock"), {}, async () => ok(undefined)));
      expect([...held]).toEqual([file]);
      return ok(undefined);
    }),
  );
  expect([held.size, other.size]).toEqual([0, 0]);
});
