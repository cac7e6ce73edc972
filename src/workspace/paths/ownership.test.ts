import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asNobody, openToAll } from "../../../test/support/as-nobody.ts";
import { needsRoot } from "../../../test/support/skip.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { isUserFolder } from "./ownership.ts";

test("a folder that `sudo` created in a user's home is not theirs, but one that does not exist yet is", async () => {
  needsRoot();
  const home = await temporaryFolder();
  openToAll(home);
  await mkdir(join(home, "hewto"));
  await asNobody(async () => {
    expect(isUserFolder(join(home, "hewto"))).toBe(false);
    expect(isUserFolder(join(home, "new", "hewto"))).toBe(true);
  });
});
