import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../test/support/temporary.ts";
import { ok } from "../kernel/result.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { newHolder } from "../workspace/write/locks/file.ts";
import { type ArtifactSession, withArtifactLock } from "./session.ts";
import { DocumentCache } from "./snapshot.ts";
import { unusable } from "./templates/remote.ts";

const ref = { kind: "specification", name: "a" } as const;

async function sessionAt(root: string, waitMs: number): Promise<ArtifactSession> {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  return {
    workspace: workspace.value,
    cache: new DocumentCache(),
    clock: () => new Date(),
    signal: new AbortController().signal,
    fetch: async (url) => unusable(url, "there is no network in tests"),
    tool: "update_artifact",
    touched: () => {},
    waitMs,
  };
}

async function plantLock(root: string, pid: number): Promise<void> {
  const holder = { ...(await newHolder("create_artifact", "7")), pid, process_start: "" };
  await mkdir(join(root, ".specman/locks"), { recursive: true });
  await writeFile(join(root, ".specman/locks/spec-a.lock"), `${JSON.stringify(holder)}\n`);
}

// covers specman: conflicts-wait-or-fail, session-locks
test("an artifact that another process has locked is refused, and the error names the process", async () => {
  const root = await temporaryTree({ ".specman/": "" });
  // The parent of this test lives as long as the test does.
  await plantLock(root, process.ppid);
  const refused = await withArtifactLock(await sessionAt(root, 100), ref, async () => ok("done"));
  expect(refused).toMatchObject({
    ok: false,
    fault: {
      code: "artifact_locked",
      retryable: true,
      message: expect.stringContaining(`spec://a is locked by process ${process.ppid}`),
      details: { holder: { pid: process.ppid, tool: "create_artifact", request_id: "7" } },
    },
  });
});

test("the lock of a process that has died is broken at once", async () => {
  const root = await temporaryTree({ ".specman/": "" });
  const dead = Number(execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }));
  await plantLock(root, dead);
  expect(await withArtifactLock(await sessionAt(root, 100), ref, async () => ok("done"))).toEqual(ok("done"));
});

test("calls on one artifact take turns, calls on two do not wait for each other", async () => {
  const root = await temporaryTree({ ".specman/": "" });
  const session = await sessionAt(root, 5000);
  const order: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = withArtifactLock(session, ref, async () => {
    order.push("first in");
    await held;
    order.push("first out");
    return ok(1);
  });
  const second = withArtifactLock(session, ref, async () => ok(void order.push("second")));
  const other = withArtifactLock(session, { kind: "specification", name: "b" }, async () =>
    ok(void order.push("other")),
  );
  await other;
  release();
  await Promise.all([first, second]);
  expect(order.slice(-2)).toEqual(["first out", "second"]);
  expect(order).toContain("other");
  expect(order.indexOf("other")).toBeLessThan(order.indexOf("first out"));
});
