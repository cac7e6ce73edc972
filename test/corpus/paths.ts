import { symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeTree } from "../support/temporary.ts";

/**
 * A workspace with a secret beside it and links of every kind, for the corpora below.
 *
 *     folder/root/…          the workspace
 *     folder/root-twin/…     a sibling whose name starts like the root's
 *     folder/outside/…       what nobody may reach
 */
export async function plantHostileTree(folder: string): Promise<{ root: string; outside: string }> {
  const [root, outside] = [join(folder, "root"), join(folder, "outside")];
  await writeTree(folder, {
    "root/a.md": "inside",
    "root/docs/b.md": "inside",
    "root/docs/deep/er/c.md": "inside",
    "root/name\\with\\backslashes.md": "inside",
    "root/%2e%2e/d.md": "inside",
    "root-twin/secret.md": "secret",
    "outside/secret.md": "secret",
    "outside/folder/secret.md": "secret",
  });
  const links: Record<string, string> = {
    "out-absolute": outside,
    "out-relative": "../outside",
    "out-file.md": "../outside/secret.md",
    "out-twin": "../root-twin",
    "out-parent": "..",
    "out-system": "/",
    "out-dangling": "../outside/not-there.md",
    "out-dangling-absolute": join(outside, "not-there", "x.md"),
    "out-through-in": "docs/to-out",
    "docs/to-out": "../../outside",
    "chain-1": "chain-2",
    "chain-2": "docs/chain-3",
    "docs/chain-3": "../chain-4",
    "chain-4": "../outside/folder",
    // The kernel follows `deep` first and then climbs, so this leaves although its text does not.
    deep: "docs/deep/er",
    "out-climbing": "deep/../../../../outside",
    "out-dangling-climbing": "deep/../../../../outside/not-there",
    "loop-self": "loop-self",
    "loop-a": "loop-b",
    "loop-b": "loop-a",
    "docs/loop-folder": "loop-folder/x",
    "in-file.md": "docs/b.md",
    "in-folder": "docs",
    "in-absolute": join(root, "docs"),
    "in-dangling": "docs/not-there.md",
    "in-self": ".",
    "in-twice": "in-folder",
    "docs/in-up": "../a.md",
    "in-out-and-back": `../${basename(root)}/docs`,
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  return { root, outside };
}

/** Inputs that must be refused, whatever asks. Some are plain names on one system and traps on another. */
export function hostilePaths(root: string, outside: string): string[] {
  const name = basename(root);
  const climbing = [
    ..."1 2 3 5 9 40".split(" ").map((n) => "../".repeat(Number(n))),
    ..."1 2 3 9".split(" ").map((n) => `docs/${"../".repeat(Number(n) + 1)}`),
    "./../",
    ".//..//",
    "docs/./../../",
    "docs/deep/../../../",
    "not-there/../../",
    "not-there/./x/../../../",
    "docs//../../",
    "a.md/../../",
    "in-folder/../../",
    "%2e%2e/../../",
    "..//",
    "../././",
    "... /../../",
    " /../../",
    "docs/\n/../../../",
    "~/../../",
    `../${name}/`,
    `../${name}/../`,
  ];
  const goals = ["outside/secret.md", "root-twin/secret.md", "etc/passwd", "not-there.md", ""];
  const climbs = climbing.flatMap((way) => goals.map((goal) => way + goal));
  const backslashes = climbs.map((path) => path.replaceAll("/", "\\"));
  const mixed = climbs.map((path) => path.replaceAll("../", "..\\"));
  return [...new Set([...climbs, ...backslashes, ...mixed, ...elsewhere(root, outside), ...throughLinks()])];
}

function elsewhere(root: string, outside: string): string[] {
  const parent = dirname(root);
  const absolute = [
    [
      "/",
      "/etc/passwd",
      "/etc/../etc/passwd",
      "/proc/self/environ",
      "/proc/self/cwd/../..",
      "/dev/null",
      "/.",
    ],
    [outside, `${outside}/secret.md`, `${outside}/not-there.md`, parent, `${parent}/`, `${parent}/root-twin`],
    [`${root}-twin/secret.md`, `${root}x`, `${root}.`, `${root} `, `${root}\n`, `${root}%2f..`],
    [`${root}/..`, `${root}/../outside/secret.md`, `${root}/docs/../../outside`, `${root}/../../../../etc`],
    [`${root}/docs/..\\..\\..\\outside`, `${root}\\..\\outside`, `${root}/..\\outside`, `${root}\\docs`],
    [`/${root}/a.md`, `//${root}/a.md`, `//etc/passwd`, `///etc/passwd`, `//localhost/c$/x`, `//./pipe/x`],
  ];
  const drives = [
    [
      "C:",
      "C:\\",
      "c:/",
      "C:/Windows/win.ini",
      "C:\\Windows\\win.ini",
      "C:secret.md",
      "z:..\\x",
      "C:../x",
      "a:b",
    ],
    ["\\\\server\\share\\x", "\\\\?\\C:\\x", "\\\\.\\C:\\x", "\\\\.\\pipe\\x", "\\\\?\\UNC\\server\\share"],
    [
      "\\/server/share",
      "/\\server\\share",
      "docs\\deep/../../outside",
      "\\Windows\\win.ini",
      "\\",
      "\\..\\outside",
      "\\??\\C:\\x",
    ],
    [
      "file:///etc/passwd",
      "FILE:///etc/passwd",
      "file://localhost/etc/passwd",
      `file://${outside}/secret.md`,
    ],
    [
      "http://example.com/x",
      "https://example.com/../x",
      "data://text/plain",
      "spec://../outside",
      "impl://../../x",
    ],
    ["scratch://..%2f..", "spec://auth/../../..", "skill://x", "git+ssh://example.com/x"],
  ];
  const nul = [
    "\0",
    "a.md\0",
    "\0a.md",
    "docs\0/../..",
    "../outside/secret.md\0.md",
    "a\0b/c",
    `${root}/a.md\0`,
  ];
  return [...absolute.flat(), ...drives.flat(), ...nul, ""];
}

function throughLinks(): string[] {
  const folders = [
    "out-absolute",
    "out-relative",
    "out-twin",
    "out-through-in",
    "docs/to-out",
    "chain-1",
    "chain-2",
  ];
  const more = [
    "out-climbing",
    "in-folder/to-out",
    "in-self/out-relative",
    "in-twice/to-out",
    "docs/chain-3",
  ];
  const below = [
    "",
    "/",
    "/.",
    "/secret.md",
    "/folder/secret.md",
    "/not-there/new.md",
    "/folder/../secret.md",
  ];
  const files = ["out-file.md", "out-dangling", "out-dangling/x", "out-dangling-absolute", "out-parent"];
  const rest = ["out-parent/outside/secret.md", "out-system/etc/passwd", "in-self/in-self/out-file.md"];
  const loops = [
    "loop-self",
    "loop-self/x",
    "loop-a",
    "loop-b/x/y",
    "docs/loop-folder",
    "out-dangling-climbing",
  ];
  const long = ["a".repeat(300), `docs/${"a".repeat(256)}/x`, "x/".repeat(5000)];
  return [
    ...[...folders, ...more].flatMap((link) => below.map((rest) => link + rest)),
    ...files,
    ...rest,
    ...loops,
    ...long,
  ];
}

/** Inputs that look odd and are plain names or ways inside, with the path that they mean on POSIX. */
export function strangePaths(root: string): Record<string, string> {
  return {
    ".": "",
    "./": "",
    "././.": "",
    "docs/..": "",
    "docs/": "docs",
    "docs//b.md": "docs/b.md",
    "./docs/./b.md": "docs/b.md",
    "docs/../a.md": "a.md",
    "docs/deep/../../a.md": "a.md",
    "not-there/../a.md": "a.md",
    "a.md/x": "a.md/x",
    "...": "...",
    "....//a": "..../a",
    "..a": "..a",
    "a..": "a..",
    ".. ": ".. ",
    " ..": " ..",
    "..;/a": "..;/a",
    "a.md.": "a.md.",
    "a.md ": "a.md ",
    " a.md": " a.md",
    "%2e%2e/d.md": "%2e%2e/d.md",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd": "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%2foutside": "..%2foutside",
    "..%5coutside": "..%5coutside",
    "%252e%252e/x": "%252e%252e/x",
    "..%00/x": "..%00/x",
    "..%c0%afx": "..%c0%afx",
    "．．/x": "．．/x",
    "․․/x": "․․/x",
    "‥/x": "‥/x",
    "…": "…",
    "..∕outside": "..∕outside",
    "..／outside": "..／outside",
    "..⁄outside": "..⁄outside",
    ".\u200b./x": ".\u200b./x",
    "\u202e..": "\u202e..",
    "~": "~",
    "~/x": "~/x",
    "~root/x": "~root/x",
    "$HOME/x": "$HOME/x",
    "`id`": "`id`",
    "-rf": "-rf",
    "--help": "--help",
    "a\nb": "a\nb",
    "a\tb": "a\tb",
    "*": "*",
    con: "con",
    "NUL.txt": "NUL.txt",
    "a.md::$DATA": "a.md::$DATA",
    "A.MD": "A.MD",
    "docs\\b.md": "docs/b.md",
    "docs\\new\\x.md": "docs/new/x.md",
    ".\\docs\\..\\a.md": "a.md",
    "name\\with\\backslashes.md": "name\\with\\backslashes.md",
    "in-file.md": "in-file.md",
    "in-folder/b.md": "in-folder/b.md",
    "in-twice/deep/er/c.md": "in-twice/deep/er/c.md",
    "in-absolute/new.md": "in-absolute/new.md",
    "in-dangling": "in-dangling",
    "in-self/in-self/a.md": "in-self/in-self/a.md",
    "in-folder/in-up": "in-folder/in-up",
    "in-out-and-back/b.md": "in-out-and-back/b.md",
    "docs/to-out/../b.md": "docs/b.md",
    [root]: "",
    [`${root}/`]: "",
    [`${root}/a.md`]: "a.md",
    [`${root}//docs/./b.md`]: "docs/b.md",
    [`${root}/docs/../a.md`]: "a.md",
    [`${root}/../${basename(root)}/a.md`]: "a.md",
  };
}
