/** A small seeded generator: the same seed gives the same trees on every machine. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const names = [
  ...[
    "a",
    "b",
    "ab",
    "abc",
    "A",
    "AB",
    "foo",
    "bar",
    "foo.js",
    "a.log",
    "b.txt",
    ".hid",
    "a-c",
    "日本",
    "é",
    "éa",
  ],
  ...[
    "#x",
    "!y",
    "a b",
    "a ",
    "a  ",
    " a",
    "[a]",
    "a\\b",
    "-",
    "]",
    "^",
    "x]",
    "*",
    "?",
    "**",
    "\t",
    "a\t",
    "{a,b}",
  ],
];

const pieces = [
  ...[
    "a",
    "b",
    "ab",
    "abc",
    "foo",
    "bar",
    "log",
    ".log",
    ".",
    "-",
    "A",
    "é",
    "日",
    "(a)",
    "+",
    "$",
    "^",
    "{a,b}",
  ],
  ...[
    "*",
    "**",
    "***",
    "?",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[A-Z]",
    "[]-]",
    "[]]",
    "[!]]",
    "[c-a]",
    "[a-]",
    "[",
  ],
  ...[
    "[[:alpha:]]",
    "[![:upper:]]",
    "[[:foo:]]",
    "[[:alpha]",
    "[[:]",
    "[[::]]",
    "[a\\]]",
    "[\\a-c]",
    "[a-\\c]",
    "[é]",
  ],
  ...[
    "\\a",
    "\\*",
    "\\\\",
    "\\?",
    "\\[",
    "\\]",
    "\\/",
    "\\#",
    "\\!",
    "#",
    "!",
    " ",
    "\\ ",
    "\t",
    "[a-é]",
    "[!-~]",
  ],
];

const wholeLines = [
  ...[
    "#c",
    "",
    "\\#x",
    "\\!y",
    "a\\ ",
    "a\\  ",
    "  ",
    "!",
    "/",
    "//",
    "!/",
    "\\",
    "a\\",
    "/a\\/",
    "**\\/b",
    "a/**\\/b",
  ],
  ...[
    "**",
    "**/",
    "/**",
    "*/",
    "*",
    "!*/",
    "!*",
    "/*",
    "/*/",
    "*/*",
    "**/*",
    "**/**",
    "!**/",
    "***",
    "/***/",
    "**/a/**",
  ],
  ...[
    "a**b",
    "a/**b",
    "a**/b",
    "foo/a**/b",
    "**/**/a",
    "**a/b",
    "*/**",
    "a/***/b",
    "foo/**/bar/**/a",
    "**/foo/**/*.js",
  ],
];

export function randomIgnoreFile(random: Random): string {
  const lines = Array.from({ length: 1 + Math.floor(random() * 5) }, () => randomLine(random));
  const ending = random() < 0.1 ? "\r\n" : "\n";
  return (random() < 0.05 ? "\ufeff" : "") + lines.join(ending) + (random() < 0.7 ? ending : "");
}

function randomLine(random: Random): string {
  if (random() < 0.15) return pick(random, wholeLines);
  const segments = Array.from({ length: 1 + Math.floor(random() ** 2 * 4) }, () => randomSegment(random));
  let line = segments.join(random() < 0.03 ? "//" : "/");
  if (random() < 0.2) line = `/${line}`;
  if (random() < 0.25) line += "/";
  if (random() < 0.3) line = `!${line}`;
  if (random() < 0.05) line += " ";
  if (random() < 0.05) line += "\\ ";
  if (random() < 0.03) line = ` ${line}`;
  if (random() < 0.02) line = `./${line}`;
  return line;
}

function randomSegment(random: Random): string {
  if (random() < 0.35) return pick(random, names);
  if (random() < 0.25) return "**";
  return Array.from({ length: 1 + Math.floor(random() ** 2 * 4) }, () => pick(random, pieces)).join("");
}

/** Paths of files, and ignore files in some of the folders. */
export function randomTree(random: Random): Record<string, string> {
  const files = new Map<string, string>();
  const folders = new Set<string>([""]);
  for (let count = 6 + Math.floor(random() * 16); count > 0; count--) {
    const parts = Array.from({ length: Math.floor(random() * 4) }, () => pick(random, names));
    const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const path = [...parts, pick(random, names)].join("/");
    if (folders.has(path) || above.some((folder) => files.has(folder))) continue;
    for (const folder of above) folders.add(folder);
    files.set(path, "");
  }
  for (const folder of folders) {
    const isWanted = folder === "" || random() < 0.3;
    if (isWanted) files.set(folder === "" ? ".gitignore" : `${folder}/.gitignore`, randomIgnoreFile(random));
  }
  return Object.fromEntries(files);
}

function pick(random: Random, choices: readonly string[]): string {
  return choices[Math.floor(random() * choices.length)] ?? "";
}
