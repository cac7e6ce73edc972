import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { bundleProgram } from "../../../test/support/writer-process.ts";
import { isProgramOnPath, runProgram, spawnPiped } from "./run.ts";

const node = process.execPath;

describe("runProgram", () => {
  test("returns exit code and both streams, and passes arguments without a shell", async () => {
    const script =
      "console.log(JSON.stringify(process.argv.slice(1))); console.error('e'); process.exitCode = 3";
    const args = ["$HOME `id` ; rm -rf *", "", "a\nb", "ü"];
    expect(await runProgram(node, ["-e", script, ...args])).toEqual({
      ok: true,
      value: { code: 3, signal: null, stdout: `${JSON.stringify(args)}\n`, stderr: "e\n", truncated: false },
    });
  });

  test("writes the input and survives a program that does not read it", async () => {
    const megabyte = "x".repeat(1_000_000);
    expect(await runProgram("wc", ["-c"], { input: megabyte })).toMatchObject({
      value: { stdout: expect.stringContaining("1000000") },
    });
    expect(await runProgram("true", [], { input: megabyte.repeat(5) })).toMatchObject({ value: { code: 0 } });
    expect(await runProgram("cat", [])).toMatchObject({ value: { code: 0, stdout: "" } });
  });

  test("runs in the given folder with the given environment", async () => {
    const folder = await temporaryFolder();
    const ran = await runProgram("sh", ["-c", "pwd; echo $COLOUR"], {
      cwd: folder,
      env: { PATH: process.env["PATH"], COLOUR: "blue" },
    });
    expect(ran).toMatchObject({ value: { stdout: `${folder}\nblue\n` } });
  });

  test("keeps the first bytes of too much output, whole characters only, and reports the truncation", async () => {
    const script = "process.stdout.write('é'.repeat(1e6)); process.stderr.write('fine')";
    const ran = await runProgram(node, ["-e", script], { maxOutputBytes: 101 });
    expect(ran).toMatchObject({
      value: { code: 0, stdout: "é".repeat(50), stderr: "fine", truncated: true },
    });
    const exact = await runProgram("printf", ["12345"], { maxOutputBytes: 5 });
    expect(exact).toMatchObject({ value: { stdout: "12345", truncated: false } });
  });

  test("passes on whole characters as they arrive", async () => {
    const parts: string[] = [];
    const script =
      "process.stdout.write(Buffer.from([0xc3])); setTimeout(() => process.stdout.write(Buffer.from([0xa9])), 50)";
    const ran = await runProgram(node, ["-e", script], { onStdout: (text) => parts.push(text) });
    expect(ran).toMatchObject({ value: { stdout: "é" } });
    expect(parts.join("")).toBe("é");
  });

  test("reports a missing program, and does not confuse it with a missing folder", async () => {
    expect(await runProgram("no-such-program-here", [])).toMatchObject({
      fault: { code: "program_missing", message: expect.stringContaining("no-such-program-here") },
    });
    expect(await runProgram("true", [], { cwd: "/no/such/folder" })).toMatchObject({
      fault: { code: "not_a_directory", message: expect.stringContaining("/no/such/folder") },
    });
    const folder = await temporaryTree({ "not-executable": "#!/bin/sh\n" });
    expect(await runProgram(join(folder, "not-executable"), [])).toMatchObject({
      fault: { code: "program_missing", message: expect.stringContaining("EACCES") },
    });
    expect(await runProgram("true", ["a\0b"])).toMatchObject({ ok: false });
  });

  test("the signal that killed a program is reported", async () => {
    expect(await runProgram("sh", ["-c", "kill -9 $$"])).toMatchObject({
      value: { code: null, signal: "SIGKILL" },
    });
  });

  test("after an abort nothing is looked for or started", async () => {
    const gone = await runProgram("no-such-program-here", [], { signal: AbortSignal.abort() });
    expect(gone).toMatchObject({ ok: false, fault: { code: "cancelled" } });
  });

  test("an abort ends the program and its children", async () => {
    const folder = await temporaryFolder();
    const controller = new AbortController();
    const running = runProgram("sh", ["-c", "sleep 100 & echo $! > pid; wait"], {
      cwd: folder,
      signal: controller.signal,
    });
    const grandchild = await pidIn(join(folder, "pid"));
    controller.abort();
    expect(await running).toMatchObject({ fault: { code: "cancelled" } });
    await untilGone(grandchild);
    expect(await runProgram("true", [], { signal: controller.signal })).toMatchObject({
      fault: { code: "cancelled" },
    });
  });

  test("a program that times out is stopped, and the fault is retryable", async () => {
    expect(await runProgram("sleep", ["100"], { timeoutMs: 50 })).toMatchObject({
      fault: { code: "timed_out", retryable: true },
    });
  });

  test("a program that ignores SIGTERM is killed after the grace period, with its children", async () => {
    const folder = await temporaryFolder();
    const controller = new AbortController();
    const stubborn =
      "trap '' TERM; (trap '' TERM; echo $$ > leader; sh -c 'echo $$ > pid; exec sleep 100') & wait; sleep 100";
    const { signal } = controller;
    const running = runProgram("sh", ["-c", stubborn], { cwd: folder, signal, graceMs: 200 });
    const grandchild = await pidIn(join(folder, "pid"));
    controller.abort();
    expect(await running).toMatchObject({ fault: { code: "cancelled" } });
    await untilGone(grandchild);
  });

  test("does not wait for a background process that keeps the pipe open", async () => {
    const folder = await temporaryFolder();
    const ran = await runProgram("sh", ["-c", "sleep 100 & echo $! > pid; echo done"], { cwd: folder });
    process.kill(await pidIn(join(folder, "pid")), "SIGKILL");
    expect(ran).toMatchObject({ value: { code: 0, stdout: "done\n" } });
  });
});

describe("spawnPiped", () => {
  test("holds a conversation and ends when its stdin is closed", async () => {
    const cat = await spawnPiped("cat", []);
    if (!cat.ok) throw new Error(cat.fault.message);
    cat.value.stdin.write("hello\n");
    const heard = await new Promise((resolve) => cat.value.stdout.once("data", resolve));
    expect(String(heard)).toBe("hello\n");
    expect(await cat.value.stop()).toEqual({ code: 0, signal: null });
  });

  test("kills a program that ignores both the end of its input and SIGTERM", async () => {
    const deaf = await spawnPiped("sh", ["-c", "trap '' TERM; echo up; sleep 100; sleep 100"]);
    if (!deaf.ok) throw new Error(deaf.fault.message);
    await new Promise((resolve) => deaf.value.stdout.once("data", resolve));
    expect(await deaf.value.stop(100)).toEqual({ code: null, signal: "SIGKILL" });
    expect(await deaf.value.stop(100)).toEqual({ code: null, signal: "SIGKILL" });
  });

  test("reports an unexpected exit, and accepts writes after it", async () => {
    const short = await spawnPiped("sh", ["-c", "exit 7"]);
    if (!short.ok) throw new Error(short.fault.message);
    expect(await short.value.exited).toEqual({ code: 7, signal: null });
    short.value.stdin.write("too late\n");
    await delay(20);
    expect(await spawnPiped("no-such-program-here", [])).toMatchObject({
      fault: { code: "program_missing" },
    });
  });

  test("does not outlive our process", async () => {
    const folder = await temporaryTree({
      "starter.ts": `import { once } from "node:events";
      import { spawnPiped } from ${JSON.stringify(join(import.meta.dirname, "run.ts"))};
      const started = await spawnPiped("sh", ["-c", "echo $$ > pid; echo; exec sleep 100"]);
      await once(started.value.stdout, "data");
      process.exit(0);`,
    });
    const program = await bundleProgram(join(folder, "starter.ts"), folder);
    const ran = await runProgram(node, [program], { cwd: folder });
    expect(ran).toMatchObject({ value: { code: 0 } });
    await untilGone(await pidIn(join(folder, "pid")));
  });
});

test("isProgramOnPath searches the same folders as a start", async () => {
  const folder = await temporaryTree({ "plain.txt": "", "folder/x": "" });
  expect(await isProgramOnPath("sh")).toBe(true);
  expect(await isProgramOnPath("no-such-program-here")).toBe(false);
  expect(await isProgramOnPath(node, { PATH: "" })).toBe(true);
  for (const name of ["plain.txt", "folder"])
    expect(await isProgramOnPath(name, { PATH: folder })).toBe(false);
});

async function pidIn(file: string): Promise<number> {
  for (;;) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (text.endsWith("\n")) return Number(text);
    await delay(10);
  }
}

/** Fails by the test's own time limit when the process stays. */
async function untilGone(pid: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (state === "" || / Z /.test(state)) return;
    await delay(10);
  }
}
