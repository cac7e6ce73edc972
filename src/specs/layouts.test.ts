import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { change, requirement, spec, specPlace } from "../../test/support/specs.ts";
import { findChanges } from "../changes/library.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { findLayouts } from "./layouts.ts";
import { findSpec, findSpecs } from "./library.ts";

const text = spec("x", requirement("R"));

async function found(files: Record<string, string>) {
  const { context } = await specPlace(files);
  const layouts = await findLayouts(context.workspace);
  const specs = await findSpecs(context.workspace, layouts);
  const changes = await findChanges(context.workspace, layouts);
  return { layouts, specs, ids: specs.map((each) => each.id), changes: changes.map((each) => each.id) };
}

describe("layouts", () => {
  // [ENSURES: requirement-layouts-side-by-side.rules:TEST]
  // [VERIFIES: spec-catalog/layouts-side-by-side#an-openspec-project]
  it("openspec: specs at any depth by slash path, changes, and an archive that is not a change", async () => {
    const { ids, changes } = await found({
      "openspec/specs/auth/spec.md": text,
      "openspec/specs/platform/billing/spec.md": text,
      "openspec/specs/spec.md": text,
      "openspec/specs/.hidden/spec.md": text,
      "openspec/specs/001-numbered/spec.md": text,
      "openspec/specs/_internal/spec.md": text,
      "openspec/changes/add-x/proposal.md": "",
      "openspec/changes/archive/2025-01-01-old/proposal.md": "",
      "openspec/changes/README.md": "",
    });
    expect(ids).toEqual(["001-numbered", "_internal", "auth", "platform/billing"]);
    expect(changes).toEqual(["add-x"]);
  });

  it("bare specs: no underscore folders, no spec-kit features, no loose files", async () => {
    const { ids, changes, layouts } = await found({
      "specs/mission.md": "",
      "specs/auth/spec.md": text,
      "specs/domain/feature/spec.md": text,
      "specs/001-login/spec.md": text,
      "specs/_changes/add-x/specs/auth/spec.md": "",
      "specs/_archive/2025-01-01-old/specs/auth/spec.md": "",
    });
    expect(ids).toEqual(["auth", "domain/feature"]);
    expect(changes).toEqual(["add-x"]);
    expect(layouts.map((layout) => [layout.name, layout.profile])).toEqual([["spox", "spox"]]);
  });

  it("spox: specs in an archive or in changes that are folders below the specs do not count", async () => {
    const config =
      '[paths]\nspec_folder = "specs"\nchanges_folder = "specs/open"\narchive_folder = "specs/done"\n';
    const { ids } = await found({
      ".spox/config.toml": config,
      "specs/auth/spec.md": text,
      "specs/open/add-x/specs/auth/spec.md": text,
      "specs/done/2025-01-01-old/specs/auth/spec.md": text,
    });
    expect(ids).toEqual(["auth"]);
  });

  // [ENSURES: requirement-layouts-side-by-side.rules:TEST]
  it("spox: the paths of its configuration", async () => {
    const config =
      '[paths]\nspec_folder = "docs/specs/"\nchanges_folder = "docs/changes"\narchive_folder = "docs/old"\n';
    const { ids, changes, layouts } = await found({
      ".spox/config.toml": config,
      "docs/specs/auth/spec.md": text,
      ...change("docs/changes/add-x", {}),
    });
    expect({ ids, changes }).toEqual({ ids: ["auth"], changes: ["add-x"] });
    expect(layouts[0]?.problems).toEqual([]);
  });

  it("errors in a configuration are reported at their line, and once for a file that is not TOML", async () => {
    const told = async (config: string) =>
      (await found({ ".spox/config.toml": config })).layouts.flatMap(({ problems }) =>
        problems.map(({ line, message }) => [line, message.replace(/`[^`]*` is used.*$/, "…")]),
      );
    expect(await told("[paths]\nx = [\n")).toEqual([[3, expect.stringMatching(/not valid TOML: .* …$/)]]);
    const config = '[paths]\nspec_folder = "docs"\nchanges_folder = "../x"\narchive_folder = "old"\n';
    expect(await told(config)).toEqual([[3, expect.stringMatching(/^`paths.changes_folder`: .*climbs/)]]);
  });

  it.each([
    ["[paths", /not valid TOML/],
    ["[paths]\nspec_folder = 3\n", /`paths.spec_folder` is missing; `specs` is used/],
    ['[paths]\nspec_folder = "../../etc"\n', /leads outside|climbs/],
  ])("a broken configuration falls back and says so: %j", async (config, message) => {
    const { ids, layouts } = await found({ ".spox/config.toml": config, "specs/auth/spec.md": text });
    expect(ids).toEqual(["auth"]);
    expect(layouts[0]?.problems.map((problem) => problem.message).join(" ")).toMatch(message);
  });

  it("several at once have distinct ids, and a bare id that fits two is ambiguous", async () => {
    const { ids, specs } = await found({
      "openspec/specs/auth/spec.md": text,
      "openspec/specs/platform/billing/spec.md": text,
      "specs/auth/spec.md": text,
      "specs/billing/spec.md": text,
    });
    expect(ids).toEqual(["billing", "openspec:auth", "platform/billing", "spox:auth"]);
    const ambiguous = findSpec(specs, "auth");
    expect(ambiguous).toMatchObject({
      ok: false,
      fault: { code: "ambiguous_id", details: { candidates: ["openspec:auth", "spox:auth"] } },
    });
    expect(findSpec(specs, "spox:auth")).toMatchObject({ value: { path: "specs/auth/spec.md" } });
    expect(findSpec(specs, "spox:billing")).toMatchObject({ value: { path: "specs/billing/spec.md" } });
  });

  const told = async (context: { workspace: Workspace }) => {
    const specs = await findSpecs(context.workspace, await findLayouts(context.workspace));
    return specs.map(({ id, obstacle }) => (obstacle ? `${id}: ${obstacle.message}` : id));
  };

  it("a capability that is a link inside the root is read there; one that leads out or nowhere is reported", async () => {
    const { context, root } = await specPlace({ "docs/b/spec.md": text, "docs/b/deep/spec.md": text });
    await mkdir(join(root, "specs"));
    await symlink("../docs/b", join(root, "specs/b"));
    await symlink("/etc", join(root, "specs/c"));
    await symlink("nowhere", join(root, "specs/d"));
    await symlink("/etc/hosts", join(root, "specs/README.md"));
    const lost = (id: string) =>
      `${id}: \`specs/${id}\` is a link that leads nowhere or outside the workspace, so no spec is read there.`;
    expect(await told(context)).toEqual(["b", "b/deep", lost("c"), lost("d")]);
  });

  it("links in a circle end, and give nothing that is not there", async () => {
    const { context, root } = await specPlace({ "specs/a/spec.md": text, "other/b/spec.md": text });
    await symlink("..", join(root, "specs/a/up"));
    await symlink("../..", join(root, "specs/a/top"));
    await symlink("../other", join(root, "specs/other"));
    await symlink("../../specs", join(root, "other/b/back"));
    await symlink("../b", join(root, "other/b/self"));
    await symlink("../../specs/a", join(root, "other/b/again"));
    expect(await told(context)).toEqual(["a", "other/b", "other/b/again"]);
  });

  it("a spec whose file is not named exactly spec.md is reported with its path", async () => {
    const { context } = await specPlace({
      "specs/a/SPEC.md": text,
      "specs/b/Spec.md": text,
      "specs/d/spec.md": text,
      "specs/d/README.md": "",
      "specs/e/notes.md": text,
      "openspec/specs/f/spec.MD": text,
    });
    const misnamed = (id: string, path: string) =>
      `${id}: \`${path}\` is not read: the file of a spec is called \`spec.md\`, in small letters.`;
    expect(await told(context)).toEqual([
      misnamed("a", "specs/a/SPEC.md"),
      misnamed("b", "specs/b/Spec.md"),
      "d",
      misnamed("f", "openspec/specs/f/spec.MD"),
    ]);
  });
});
