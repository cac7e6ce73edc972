import { readdir, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { benchWith, implText, specText } from "../../../test/support/artifacts.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";

const base = {
  "spec/auth/spec.md": specText("", "## Concepts\n\n### Concept: Login\n\n### Concept: Logout\n"),
  "impl/auth-ts/impl.md": implText("../../spec/auth/spec.md"),
};

// [ENSURES: requirement-checks-before-the-first-byte.rules:TEST]
// covers specman: boundary-checked-before-writing, handles-outside-are-rejected, no-escaping-paths
test("targets, dependencies and locations outside the workspace are refused before anything is written", async () => {
  const outside = await temporaryFolder();
  const bench = await benchWith(base);
  await symlink(outside, join(bench.root, "spec/evil"));
  const attempts = [
    { kind: "implementation", name: "x-ts", target: "/etc/passwd" },
    { kind: "implementation", name: "x-ts", target: "../../../outside.md" },
    { kind: "implementation", name: "x-ts", target: "spec://evil" },
    { kind: "implementation", name: "x-ts", target: "spec://auth", location: "../../../elsewhere" },
    { kind: "specification", name: "x", dependencies: [{ ref: `${outside}/spec.md` }] },
  ];
  for (const attempt of attempts) {
    expect((await bench.call("create_artifact", attempt)).fault.code, JSON.stringify(attempt)).toBe(
      "workspace_boundary",
    );
  }
  expect(await readdir(join(bench.root, "impl"))).toEqual(["auth-ts"]);
});

// covers specman: boundary-checked-before-writing, no-escaping-paths, handles-outside-are-rejected
test("a path outside the workspace is refused, whether it exists or not", async () => {
  const bench = await benchWith(base);
  const outside = await temporaryTree({ "out/spec.md": specText() });
  await symlink(join(outside, "out"), join(bench.root, "spec/linked"));
  await symlink(join(outside, "nothing"), join(bench.root, "spec/dangling"));
  const up = relative(bench.root, outside);
  const paths = ["spec/linked/spec.md", "spec/dangling/spec.md", "spec://linked", "spec://dangling"];
  for (const name of ["out", "nothing"]) paths.push(`${up}/${name}/spec.md`, `${outside}/${name}/spec.md`);
  const pad = { kind: "scratch_pad", name: "p", work_type: { draft: {} } };
  for (const path of paths) {
    const { fault } = await bench.call("create_artifact", { ...pad, target: path });
    expect([path, fault.code]).toEqual([path, "workspace_boundary"]);
    for (const attempt of [
      { kind: "implementation", name: "x-ts", target: path },
      { kind: "implementation", name: "x-ts", target: "spec://auth", references: [{ ref: path }] },
      { kind: "specification", name: "x", dependencies: [{ ref: path, optional: true }] },
    ])
      expect((await bench.call("create_artifact", attempt)).fault.code).toBe("workspace_boundary");
    const ops = [{ op: "add_dependency", ref: path }];
    const updated = await bench.call("update_artifact", { locator: "spec://auth", ops });
    expect([path, updated.fault.code]).toEqual([path, "workspace_boundary"]);
  }
});
