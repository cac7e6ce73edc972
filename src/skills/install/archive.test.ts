import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Entry, makeTar, makeZip } from "../../../test/support/archives.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { readArchive } from "./archive.ts";
import { checkNames } from "./entry-names.ts";

const makers = { tar: makeTar, zip: makeZip, tgz: (entries: readonly Entry[]) => gzipSync(makeTar(entries)) };
const kinds = ["tar", "zip", "tgz"] as const;

async function unpack(bytes: Uint8Array) {
  const read = await readArchive(bytes);
  return read.ok
    ? read.value.map(({ path, content, executable }) => [path, Buffer.from(content).toString(), executable])
    : read.fault.code;
}

test.each(kinds)("a %s archive gives its files with their bytes and executable bits", async (kind) => {
  const bytes = makers[kind]([
    { name: "pdf/SKILL.md", content: "text" },
    { name: "pdf/scripts/run.sh", content: "#!/bin/sh", mode: 0o100755 },
    { name: "pdf/empty.txt" },
  ]);
  expect(await unpack(bytes)).toEqual([
    ["pdf/SKILL.md", "text", false],
    ["pdf/scripts/run.sh", "#!/bin/sh", true],
    ["pdf/empty.txt", "", false],
  ]);
});

test.each(kinds)("a %s archive with one unsafe name is refused as a whole", async (kind) => {
  for (const name of [
    "../x",
    "a/../../x",
    "/etc/x",
    "C:/x",
    "a\\..\\..\\x",
    "a/CON",
    "nul.txt",
    "a/.git/hooks/x",
    "a:b",
    "x.",
    "a//b",
    "GIT~1/config",
    "a/git~12",
    ".g\u200cit/config",
    ".GIT/config",
    "\uff0egit/x",
    "a\u001b[2Jb",
    "a\nb",
    "a\u202eb",
    "a\u009bb",
    "..",
    "./../x",
    "a/..",
    "..\\x",
    "\\\\server\\share\\x",
    "\\x",
    "c:x",
    "a/com1.md",
    "LPT9",
    "aux ",
    "a/prn.tar.gz",
    "a ",
    "a/x. ",
    ".git",
    ".Git/hooks/post-checkout",
    ".git\u200d/x",
    "a/.git./config",
    "a/.git::$INDEX_ALLOCATION/config",
    "file.md:stream",
    "a*b",
    "a?b",
    'a"b',
    "a<b",
    "a|b",
    "a\rb",
    "a\tb",
    "a\u007fb",
    "a\u200bb",
    "a\ufeffb",
    "a\u2066b",
    "a\u{e0041}b",
  ]) {
    expect(await unpack(makers[kind]([{ name: "ok.md", content: "x" }, { name }])), name).toBe(
      "skill_install_refused",
    );
  }
});

const saying = async (bytes: Uint8Array) => {
  const started = performance.now();
  const read = await readArchive(bytes);
  return { why: read.ok ? "" : read.fault.message, ms: performance.now() - started };
};

test("archives with too many files, levels or long names are refused with the limit, without delay", async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `a/f${n}`, content: "x" }));
  const deep = `${"d/".repeat(200)}f`;
  for (const [bytes, limit] of [
    [makeTar(many(20_000)), "more than 2000 files"],
    [makeZip(many(30_000)), "more than 2000 files"],
    [makeZip(many(2001)), "more than 2000 files"],
    [gzipSync(makeTar(many(20_000))), "more than 2000 files"],
    [makeZip([{ name: `${"d/".repeat(2000)}f` }]), "longer than 1024 bytes"],
    [makeZip([{ name: deep }]), "more than 32 levels"],
    [makeZip([{ name: "n".repeat(256) }]), "longer than 255 bytes"],
    [makeTar([{ name: "x", type: "x", content: "9 path=a\n".repeat(10_000) }]), "larger than 65536 bytes"],
  ] as const) {
    const { why, ms } = await saying(bytes);
    expect(why).toContain(limit);
    expect(ms).toBeLessThan(10_000);
  }
  expect((await saying(makeTar(many(2000)))).why).toBe("");
});

test("a line break in the name of a pax record is refused", async () => {
  const record = (text: string) => {
    const length = text.length + 3 + String(text.length).length - 1;
    return `${length} ${text}\n`;
  };
  const tar = makeTar([
    { name: "p", type: "x", content: record("path=a\nb") },
    { name: "a", content: "x" },
  ]);
  expect((await saying(tar)).why).toContain("invisible characters");
  const plain = makeTar([
    { name: "p", type: "x", content: record("path=long/name.md") },
    { name: "a", content: "x" },
  ]);
  expect(await unpack(plain)).toEqual([["long/name.md", "x", false]]);
});

test("names that differ only in case are refused, folders too", async () => {
  expect(checkNames(["a/x", "a/y", "b"]).ok).toBe(true);
  for (const names of [
    ["a/x", "A/y"],
    ["a/b/x", "a/B"],
    ["é/x", "e\u0301/y"],
  ])
    expect(checkNames(names)).toMatchObject({
      ok: false,
      fault: { message: expect.stringContaining("are the same file on many systems") },
    });
});

test("a tar whose first name begins like a zip is still a tar", async () => {
  expect(await unpack(makeTar([{ name: "Pdf/SKILL.md", content: "text" }]))).toEqual([
    ["Pdf/SKILL.md", "text", false],
  ]);
});

test("a folder in a zip is not a file, whether its name ends with a slash or its mode says so", async () => {
  const bytes = makeZip([
    { name: "pdf", mode: 0o040755 },
    { name: "pdf/scripts/" },
    { name: "pdf/SKILL.md", content: "text" },
  ]);
  expect(await unpack(bytes)).toEqual([["pdf/SKILL.md", "text", false]]);
});

test("links and devices in archives are refused", async () => {
  for (const type of ["1", "2", "3", "4", "6"]) {
    expect(await unpack(makeTar([{ name: "a", type, link: "/etc/passwd" }])), type).toBe(
      "skill_install_refused",
    );
  }
  expect(await unpack(makeZip([{ name: "a", content: "/etc/passwd", mode: 0o120777 }]))).toBe(
    "skill_install_refused",
  );
});

test("an archive that unpacks to more than it declares, or to more than the limit, is refused", async () => {
  const zeros = Buffer.alloc(65 * 1024 * 1024);
  expect(await unpack(makeZip([{ name: "a", content: zeros }]))).toBe("skill_install_refused");
  expect(await unpack(makeZip([{ name: "a", content: Buffer.alloc(1_000_000), claimedSize: 10 }]))).toBe(
    "skill_install_refused",
  );
  expect(await unpack(gzipSync(makeTar([{ name: "a", content: zeros }])))).toBe("skill_install_refused");
});

test("real tar files with long names are read", async () => {
  const long = `${"deep/".repeat(30)}${"n".repeat(90)}.md`;
  const root = await temporaryTree({ [`in/${long}`]: "long", "in/short.md": "short" });
  for (const format of ["gnu", "pax", "ustar"]) {
    const file = join(root, `${format}.tar`);
    const names = format === "ustar" ? ["short.md"] : ["."];
    execFileSync("tar", [`--format=${format}`, "-cf", file, "-C", join(root, "in"), ...names]);
    const paths = await unpack(await readFile(file));
    expect(Array.isArray(paths) && paths.map(([path]) => path).sort(), format).toEqual(
      format === "ustar" ? ["short.md"] : [long, "short.md"],
    );
  }
});

test("a tar header with a wrong checksum is refused", async () => {
  const whole = makeTar([{ name: "pdf/SKILL.md", content: "text" }]);
  expect(await unpack(whole)).toEqual([["pdf/SKILL.md", "text", false]]);
  whole.write("q", 0);
  expect(await unpack(whole)).toBe("skill_install_refused");
});

test("a pax record that changes the size of a file cannot hide one file in the content of another", async () => {
  const hidden = makeTar([{ name: "hidden.md", content: "x" }]).subarray(0, 1024);
  const tar = makeTar([
    { name: "p", type: "x", content: `13 size=${hidden.length}\n` },
    { name: "shown.md", content: "" },
  ]);
  const header = tar.subarray(1024, 1536);
  const whole = Buffer.concat([tar.subarray(0, 1024), header, hidden, Buffer.alloc(1024)]);
  expect(await unpack(whole)).toEqual([["shown.md", hidden.toString(), false]]);
});

test("damaged and random bytes are refused, never thrown on", async () => {
  for (const whole of [
    makeZip([{ name: "a.md", content: "hello ".repeat(100) }]),
    makeTar([{ name: "a.md", content: "hello ".repeat(100) }]),
  ])
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        expect(["object", "string"]).toContain(typeof (await unpack(damaged)));
      }),
    );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => void (await unpack(bytes))),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 500 }),
      async (bytes) => void (await unpack(Buffer.concat([Buffer.from("PK"), bytes]))),
    ),
  );
});
