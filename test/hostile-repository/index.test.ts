import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CodeIndex } from "../../src/code/index/fresh.ts";
import { indexFolder as indexPlace } from "../../src/code/index/home.ts";
import { hewto } from "../support/bundle.ts";
import { indexFolder, searchFolder } from "../support/code-index.ts";
import { run } from "../support/processes.ts";
import { snapshot } from "../support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

const source = {
  "auth.ts": "export function verifyToken(token: string) {\n  return checkSignature(token);\n}\n",
};

/** A repository that brings the index of its author along, as Hewto 0.1.0 kept it in the root. */
async function withCommittedIndex(): Promise<{ root: string; index: string }> {
  const root = await temporaryTree(source);
  await indexFolder(root);
  const index = join(root, ".hewto/index");
  await mkdir(index, { recursive: true });
  for (const name of await readdir(indexPlace({ root })))
    await copyFile(join(indexPlace({ root }), name), join(index, name));
  await rm(indexPlace({ root }), { recursive: true });
  return { root, index };
}

describe("a repository that brings an index", () => {
  it("is not searched by it: the code was not indexed yet", async () => {
    const { root } = await withCommittedIndex();
    await expect(searchFolder(root, "verifyToken")).rejects.toThrow("No index found");
  });

  it("shows neither changed texts nor a file outside, and its index stays as it is", async () => {
    const { root, index } = await withCommittedIndex();
    const outside = await temporaryTree({ id_rsa: "PRIVATE KEY checkSignature verifyToken" });
    const texts = (await readdir(index)).find((name) => name.endsWith(".texts")) ?? "";
    await rm(join(index, texts));
    await symlink(join(outside, "id_rsa"), join(index, texts));
    const before = snapshot(join(root, ".hewto"));
    await indexFolder(root);
    const [hit] = await searchFolder(root, "verifyToken");
    expect(hit?.content).toContain("return checkSignature(token);");
    expect(JSON.stringify(await searchFolder(root, "private key"))).not.toContain("PRIVATE");
    expect(snapshot(join(root, ".hewto"))).toEqual(before);
  });

  it("costs nothing with a manifest that never ends and temporary names that lead into the home", async () => {
    const home = await temporaryTree({ ".profile": "# mine\n" });
    const root = await temporaryTree({ ...source, ".hewto/index/": "" });
    await symlink("/dev/zero", join(root, ".hewto/index/manifest.json"));
    for (let pid = 1; pid < 2_000; pid++)
      await symlink(join(home, ".profile"), join(root, `.hewto/index/manifest.json.${pid}.tmp`));
    const env = { HOME: home, XDG_CACHE_HOME: "", XDG_CONFIG_HOME: "" };
    expect((await run(hewto, ["index"], { cwd: root, env })).code).toBe(0);
    expect((await run(hewto, ["search", "verifyToken"], { cwd: root, env })).output).toContain(
      "checkSignature",
    );
    expect(await readFile(join(home, ".profile"), "utf8")).toBe("# mine\n");
  });

  it("gets a note from doctor that its index is not used", async () => {
    const { root } = await withCommittedIndex();
    const { output } = await run(hewto, ["doctor"], { cwd: root });
    expect(output).toContain(".hewto/index is no longer used: the index is in your cache folder.");
  });

  it("is indexed without a file in it", async () => {
    const root = await temporaryTree(source);
    const cwd = await temporaryFolder();
    expect((await run(hewto, ["index", root], { cwd })).code).toBe(0);
    expect(await readdir(root)).toEqual(["auth.ts"]);
  });
});

describe("an index that is damaged", () => {
  const damages = process.env["HEWTO_HOSTILE"] ? 2_000 : 150;

  it(`answers, or says that it is missing, after each of ${damages} random changes, and is built again`, async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `m${n}.ts`,
        `export class Model${n} { make(message: string) { return message + ${n}; } }\n`,
      ]),
    );
    const root = await temporaryTree({ ...source, ...files });
    await indexFolder(root);
    const folder = indexPlace({ root });
    const names = (await readdir(folder)).filter((name) => /^(s\d|manifest)/.test(name));
    const whole = new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
    );
    const random = seeded(7);
    for (let round = 0; round < damages; round++) {
      const name = names[random(names.length)] ?? "";
      const bytes = Buffer.from(whole.get(name) ?? []);
      for (let change = 0; change <= round % 4; change++) damage(bytes, random);
      await writeFile(join(folder, name), round % 10 === 9 ? bytes.subarray(0, random(bytes.length)) : bytes);
      const started = performance.now();
      for (const query of ["make", "message", "verifyToken"])
        await searchFolder(root, query).catch((error: Error) => expect(error.message).toContain("index"));
      expect(performance.now() - started, `${name} in round ${round}`).toBeLessThan(10_000);
      for (const [other, content] of whole) await writeFile(join(folder, other), content);
    }
    await writeFile(join(folder, names.find((name) => name.endsWith(".search")) ?? ""), "nothing");
    expect(new CodeIndex({ root }).stored()).toBeUndefined();
    await indexFolder(root);
    expect((await searchFolder(root, "verifyToken"))[0]?.path).toBe("auth.ts");
  }, 600_000);

  it("is not searched for ever when its lists say that they never end", async () => {
    const root = await temporaryTree(source);
    await indexFolder(root);
    const folder = indexPlace({ root });
    const name = (await readdir(folder)).find((each) => each.endsWith(".search")) ?? "";
    const bytes = await readFile(join(folder, name));
    const head = bytes.readUInt32LE(8);
    const base = Math.ceil((12 + head) / 8) * 8;
    const [from, size] = JSON.parse(bytes.toString("utf8", 12, 12 + head)).listStarts;
    for (let at = 0; at < size; at += 8) bytes.writeUInt32LE(0xffffffff, base + from + at);
    await writeFile(join(folder, name), bytes);
    await expect(searchFolder(root, "verifyToken")).rejects.toThrow("is damaged or unfinished");
  });
});

function damage(bytes: Buffer, random: (below: number) => number): void {
  const at = random(bytes.length);
  const kind = random(3);
  if (kind === 0) bytes[at] = random(256);
  else bytes.fill(kind === 1 ? 0xff : 0, at, Math.min(bytes.length, at + 1 + random(16)));
}

/** The same numbers each time, so that a failure can be seen again. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
