import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { currentOwner, type Owner } from "../../workspace/write/locks/owner.ts";
import { createStaging, type Staging } from "./staging.ts";

async function stage(state: string): Promise<Staging> {
  const staging = await createStaging(state);
  if (!staging.ok) throw new Error(staging.fault.message);
  return staging.value;
}

/** A staging folder of another process, as it is on disk. */
async function leaveBehind(parent: string, name: string, owner: Partial<Owner>, hoursAgo = 0): Promise<void> {
  await mkdir(join(parent, name));
  await writeFile(join(parent, name, "half.txt"), "half");
  const file = join(parent, `${name}.json`);
  await writeFile(file, JSON.stringify({ ...(await currentOwner()), ...owner }));
  const then = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
  for (const path of [file, join(parent, name)]) await utimes(path, then, then);
}

const parentOf = async (state: string): Promise<string> => {
  const first = await stage(state);
  await first.remove();
  return dirname(first.folder.root);
};

test("a staging folder is removed with its owner file", async () => {
  const state = await temporaryFolder();
  const { folder, remove } = await stage(state);
  await writeFile(join(folder.root, "a.txt"), "a");
  await remove();
  expect(await readdir(dirname(folder.root))).toEqual([]);
});

test("an install on another machine loses its staging folder because its pid is free here", async () => {
  const state = await temporaryFolder();
  const parent = await parentOf(state);
  const pid = 2 ** 22 + 1;
  await leaveBehind(parent, `${pid}-aaaaaaaaaaaa`, { pid, host: "elsewhere" });
  await leaveBehind(parent, `${pid}-bbbbbbbbbbbb`, { pid, pid_space: "pid:[1]" });
  await leaveBehind(parent, `${pid}-cccccccccccc`, { pid });
  await stage(state);
  const folders = (await readdir(parent)).filter((name) => !name.endsWith(".json"));
  expect(folders.filter((name) => name.startsWith(`${pid}-`)).sort()).toEqual([
    `${pid}-aaaaaaaaaaaa`,
    `${pid}-bbbbbbbbbbbb`,
  ]);
});

test("a staging folder whose pid now belongs to another process is removed", async () => {
  const state = await temporaryFolder();
  const parent = await parentOf(state);
  await leaveBehind(parent, `${process.pid}-aaaaaaaaaaaa`, { process_start: "1" });
  const { folder } = await stage(state);
  expect(await readdir(parent)).toHaveLength(2);
  expect(await readdir(folder.root)).toEqual([]);
});

test("folders that cannot be attributed are removed after a day", async () => {
  const state = await temporaryFolder();
  const parent = await parentOf(state);
  await leaveBehind(parent, "1-aaaaaaaaaaaa", { host: "elsewhere" }, 25);
  await leaveBehind(parent, "1-bbbbbbbbbbbb", { host: "elsewhere" }, 23);
  await mkdir(join(parent, "1-cccccccccccc"));
  await (await stage(state)).remove();
  expect((await readdir(parent)).sort()).toEqual(["1-bbbbbbbbbbbb", "1-bbbbbbbbbbbb.json", "1-cccccccccccc"]);
});
