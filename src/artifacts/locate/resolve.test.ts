import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchWith, specText } from "../../../test/support/artifacts.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";

const on = (...names: string[]) =>
  specText(`dependencies:\n${names.map((name) => `  - ${name}\n`).join("")}`);

const chain = {
  "spec/a/spec.md": specText(),
  "spec/b/spec.md": on("../a/spec.md"),
  "spec/c/spec.md": on("../b/spec.md"),
};

// covers specman: workspace-discovery, handles-are-bound-to-paths
test("paths outside the workspace are refused, written as such or through links, existing or not", async () => {
  const outside = await temporaryFolder();
  const bench = await benchWith(chain);
  await symlink(outside, join(bench.root, "spec/evil"));
  for (const locator of [
    "../outside.md",
    "../nothing/there.md",
    `${outside}/spec.md`,
    "spec://evil",
    "spec/evil/spec.md",
    "/etc/passwd",
  ]) {
    expect((await bench.call("dependency_tree", { locator })).fault.code, locator).toBe("workspace_boundary");
  }
});

test("backslashes in a path are separators, as on Windows, and results always use slashes", async () => {
  const bench = await benchWith(chain);
  const { value } = await bench.call("describe_specification", { locator: "spec\\a\\spec.md" });
  expect(value["artifact"]).toMatchObject({ handle: "spec://a", path: "spec/a/spec.md" });
});

test("an absolute path inside the workspace resolves to its artifact", async () => {
  const bench = await benchWith({ "spec/a/spec.md": specText() });
  const { value } = await bench.call("describe_specification", {
    locator: join(bench.root, "spec/a/spec.md"),
  });
  expect(value["artifact"]).toMatchObject({ handle: "spec://a" });
});
