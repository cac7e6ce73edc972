import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { currentOwner, isRunning, ownerStatus } from "./owner.ts";

describe("the identity of a process", () => {
  it("names this process, machine and boot as far as the system knows them", async () => {
    const owner = await currentOwner();
    expect(owner.pid).toBe(process.pid);
    const known = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
    expect(owner.boot).toBe(known("/proc/sys/kernel/random/boot_id"));
    expect(owner.machine).toBe(known("/etc/machine-id"));
    expect(await ownerStatus(owner)).toBe("alive");
  });

  it("is dead after a restart of the machine, or when its pid belongs to another process", async () => {
    const owner = await currentOwner();
    expect(await ownerStatus({ ...owner, boot: "another boot" })).toBe("dead");
    expect(await ownerStatus({ ...owner, pid: 2 ** 22 - 3 })).toBe("dead");
    expect(await isRunning(process.pid)).toBe(true);
    if (owner.process_start !== "") expect(await ownerStatus({ ...owner, process_start: "1" })).toBe("dead");
  });

  it("is unknown on another machine or in another container", async () => {
    const owner = await currentOwner();
    expect(await ownerStatus({ ...owner, host: "elsewhere" })).toBe("unknown");
    expect(await ownerStatus({ ...owner, machine: "another machine" })).toBe("unknown");
    expect(await ownerStatus({ ...owner, pid_space: "another container" })).toBe("unknown");
  });
});
