import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { openProject } from "../../specs/project.ts";
import { Overlay, withOverlay } from "../../workspace/files/overlay.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { findChanges, loadChange } from "../library.ts";
import { specsWhenWritten } from "./git-bases.ts";

const spec = "openspec/specs/booking/spec.md";
const delta = "openspec/changes/more/specs/booking/spec.md";

test("a process that asks again sees what was committed, staged and typed since", async () => {
  const root = await temporaryRepository({ [spec]: "# One\n", [delta]: "## MODIFIED Requirements\n" });
  const opened = await openWorkspace(root);
  if (!opened.ok) throw new Error(opened.fault.message);
  const workspace = opened.value;
  const base = async () => {
    const [entry] = await findChanges(workspace, (await openProject(workspace)).layouts);
    if (entry === undefined) throw new Error("no change");
    const change = await loadChange(workspace, entry);
    return (await specsWhenWritten(workspace, [change])).texts.get(change)?.get("booking");
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], { cwd: root });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  expect(await base()).toBe("# One\n");
  write(spec, "# Two\n");
  git("commit", "-qam", "The spec moves");
  expect(await base()).toBe("# One\n");
  write(delta, "## MODIFIED Requirements\n\nMore.\n");
  expect(await base()).toBeUndefined();
  git("add", "-A");
  expect(await base()).toBeUndefined();
  git("commit", "-qm", "The delta follows");
  expect(await base()).toBe("# Two\n");
  const overlay = new Overlay();
  overlay.set(join(workspace.root, delta), "## MODIFIED Requirements\n\nUnsaved.\n");
  expect(await withOverlay(overlay, base)).toBeUndefined();
  expect(await base()).toBe("# Two\n");
});
