import { expect, test } from "vitest";
import { benchWith, specText } from "../../../test/support/artifacts.ts";

const on = (...names: string[]) =>
  specText(`dependencies:\n${names.map((name) => `  - ${name}\n`).join("")}`);

test("a cycle through a plain document is refused", async () => {
  const bench = await benchWith({
    "spec/a/spec.md": specText(),
    "spec/b/spec.md": on("../../docs/x.md"),
    "docs/x.md": on("../spec/a/spec.md"),
  });
  const { fault } = await bench.call("update_artifact", {
    locator: "spec://a",
    ops: [{ op: "add_dependency", ref: "spec://b" }],
  });
  expect(fault).toMatchObject({
    code: "dependency_cycle",
    details: { cycle: ["spec://a", "spec://b", "docs/x.md", "spec://a"] },
  });
});
