import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { change, requirement } from "../support/specs.ts";
import { temporaryTree } from "../support/temporary.ts";

test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "an archive and a feature of the same minute have the same date, the local one of %s",
  async (TZ) => {
    const root = await temporaryTree(
      change("openspec/changes/add-bell", { bell: `## ADDED Requirements\n\n${requirement("Bell")}` }),
    );
    const at = { cwd: root, env: { TZ } };
    const before = dateIn(TZ);
    expect(await run(hewto, ["changes", "archive", "add-bell"], at)).toMatchObject({ code: 0 });
    expect(
      await run(hewto, ["run", "specify", "--as", "feature", "--description", "Export the table"], at),
    ).toMatchObject({
      code: 0,
    });
    const [archived] = await readdir(join(root, "openspec/changes/archive"));
    const [feature = ""] = await readdir(join(root, "specs"));
    const created = /\*\*Created\*\*: (\S+)/.exec(
      await readFile(join(root, "specs", feature, "spec.md"), "utf8"),
    )?.[1];
    // Midnight may pass between the commands.
    const days = [before, dateIn(TZ)];
    expect(days).toContain(created);
    expect(days.map((day) => `${day}-add-bell`)).toContain(archived);
  },
);

/** The date there, by another way than the code's. */
function dateIn(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(new Date());
}
