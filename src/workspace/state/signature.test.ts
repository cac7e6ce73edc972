import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { bundleProgram, startProgram } from "../../../test/support/writer-process.ts";
import { seal, unseal } from "./signature.ts";

const here = { root: "/here" };

afterEach(() => vi.unstubAllEnvs());

/** A home without a key, and the modules as a new process has them. */
async function newProcess(home: string): Promise<{ seal: typeof seal; unseal: typeof unseal }> {
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", "");
  vi.resetModules();
  return import("./signature.ts");
}

test("a text that one process sealed can be opened by another of the same user", async () => {
  const home = await temporaryFolder();
  const sealed = (await newProcess(home)).seal(here, "a note", "text\nwith lines\n");
  expect((await newProcess(home)).unseal(here, "a note", sealed)).toBe("text\nwith lines\n");
  const key = join(home, ".config/hewto/state-key");
  const { mode, size } = await stat(key);
  expect([mode & 0o777, size]).toEqual([0o600, 32]);
  expect((await stat(join(home, ".config/hewto"))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(home, ".config/hewto"))).toEqual(["state-key"]);
});

test("a changed text, purpose, root or signature is refused, and so is a text without a signature", () => {
  const sealed = seal(here, "a note", "text");
  expect(unseal(here, "a note", sealed)).toBe("text");
  expect(unseal(here, "a note", `${sealed} more`)).toBeUndefined();
  expect(unseal(here, "another note", sealed)).toBeUndefined();
  expect(unseal({ root: "/there" }, "a note", sealed)).toBeUndefined();
  for (const text of ["", "text", "\n", `${"0".repeat(64)}\ntext`, `${"é".repeat(64)}\ntext`])
    expect(unseal(here, "a note", text)).toBeUndefined();
});

test("another user's home has another key", async () => {
  const sealed = (await newProcess(await temporaryFolder())).seal(here, "a note", "text");
  expect((await newProcess(await temporaryFolder())).unseal(here, "a note", sealed)).toBeUndefined();
});

test.each(["640", "604", "620", "602"])(
  "a key of mode %s, accessible to others, is replaced",
  async (mode) => {
    const home = await temporaryFolder();
    const key = join(home, ".config/hewto/state-key");
    const sealed = (await newProcess(home)).seal(here, "a note", "text");
    await chmod(key, Number.parseInt(mode, 8));
    expect((await newProcess(home)).unseal(here, "a note", sealed)).toBeUndefined();
    expect((await stat(key)).mode & 0o777).toBe(0o600);
  },
);

test("a key that others could read, or that is cut off, is replaced", async () => {
  const home = await temporaryFolder();
  const key = join(home, ".config/hewto/state-key");
  const sealed = (await newProcess(home)).seal(here, "a note", "text");
  const first = await readFile(key);
  await chmod(key, 0o644);
  expect((await newProcess(home)).unseal(here, "a note", sealed)).toBeUndefined();
  const second = await readFile(key);
  expect(Buffer.compare(first, second)).not.toBe(0);
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  await writeFile(key, "short");
  (await newProcess(home)).seal(here, "a note", "text");
  expect((await readFile(key)).length).toBe(32);
});

test("processes that create the first key at the same time agree on one", async () => {
  const homes = await temporaryFolder();
  const script = await bundleProgram("test/support/sealer.ts", await temporaryFolder());
  vi.stubEnv("XDG_CONFIG_HOME", "");
  // One moment is easily missed by all but one of them, so they meet at many homes.
  const programs = Array.from({ length: 4 }, () => startProgram(script, [homes, "200"]));
  await Promise.all(programs.map((each) => each.hears(({ ready }) => ready === true)));
  const moment = String(Date.now() + 100);
  for (const each of programs) each.tell(moment);
  const said = await Promise.all(programs.map((each) => each.hears(({ sealed }) => sealed !== undefined)));
  await Promise.all(programs.map((each) => each.ends()));
  expect(new Set(said.map(({ sealed }) => JSON.stringify(sealed))).size).toBe(1);
});

test("without a writable home, the key is in the user's temporary folder", async () => {
  const temporary = await temporaryFolder();
  vi.stubEnv("TMPDIR", temporary);
  const sealed = (await newProcess("/dev/null")).seal(here, "a note", "text");
  expect((await newProcess("/dev/null")).unseal(here, "a note", sealed)).toBe("text");
  const [folder = ""] = await readdir(temporary);
  expect((await stat(join(temporary, folder))).mode & 0o777).toBe(0o700);
});
