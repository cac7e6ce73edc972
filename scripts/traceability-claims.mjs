// Reads what the tests of a file cover: `// covers specman: creates-specs, result-has-paths` on the line above a test
// names requirements of a system. A list that ends with a comma continues on the next comment line. A test that does
// not run everywhere has a condition: where it is skipped it covers nothing.
// `node scripts/traceability-claims.mjs FILE` prints them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Claims as { line, system, ids, name, condition }; without a name, no test follows the comment. */
export function claimsIn(text, helpers = new Map()) {
  const lines = text.split("\n");
  const imported = new Map(
    [...helpers].filter(([name]) => new RegExp(`^import[^;]*\\b${name}\\b`, "m").test(text)),
  );
  const skipping = skippingFunctions(text.split(/^(?:test|it|describe)\b/m)[0], imported);
  const aliases = new Map(
    [...text.matchAll(/^const (\w+) = (?:test|it)(\..+);$/gm)].map(([, name, chain]) => [name, chain]),
  );
  return lines.flatMap((line, index) => {
    const [, system, firstIds] = /^\s*\/\/ covers ([\w-]+): (.+)$/.exec(line) ?? [];
    if (system === undefined) return [];
    let ids = firstIds;
    let at = index + 1;
    while (ids.trimEnd().endsWith(",") && /^\s*\/\/ /.test(lines[at] ?? ""))
      ids += lines[at++].replace(/^\s*\/\//, "");
    while (/^\s*\/\//.test(lines[at] ?? "")) at++;
    const test = readTest(lines.slice(at).join("\n"), aliases);
    const condition = test && [
      ...test.conditions,
      ...outerConditions(lines, at),
      ...innerConditions(test.body, skipping),
    ];
    return [
      {
        line: index + 1,
        system,
        ids: ids.split(",").map((id) => id.trim()),
        ...(test ? { name: test.name } : {}),
        ...(condition?.length > 0 ? { condition: condition.join("; ") } : {}),
      },
    ];
  });
}

/** The name, modifiers and text of the test that begins here. */
function readTest(text, aliases) {
  const word = /^\s*(\w+)/.exec(text);
  if (!word || text.startsWith("\n")) return undefined;
  if (word[1] !== "test" && word[1] !== "it" && !aliases.has(word[1])) return undefined;
  let at = word[0].length;
  let chain = aliases.get(word[1]) ?? "";
  for (;;) {
    const modifier = /^\s*(\.\w+)(?:<[^(]*>)?/.exec(text.slice(at));
    if (modifier) {
      chain += modifier[1];
      at += modifier[0].length;
    }
    if (text[at] !== "(") return undefined;
    const end = closing(text, at);
    // What follows .each, .for, .skipIf and .runIf is their argument; the next bracket is the test itself.
    if (!/\.(each|for|skipIf|runIf)$/.test(chain)) {
      const name = /^\s*(["'`])((?:\\.|(?!\1).)+)\1\s*,/s.exec(text.slice(at + 1, end))?.[2];
      return name === undefined ? undefined : { name, conditions: conditionsOf(chain), body: blockOf(text) };
    }
    chain += text.slice(at, end + 1);
    at = end + 1;
  }
}

/** The text up to the line that closes the first one, by its indentation. */
function blockOf(text) {
  const lines = text.split("\n");
  if (/\);$/.test(lines[0])) return lines[0];
  const indent = indentOf(lines[0]);
  const end = lines.findIndex(
    (line, index) => index > 0 && indentOf(line) === indent && /^\s*[})].*\);$/.test(line),
  );
  return lines.slice(0, end < 0 ? lines.length : end).join("\n");
}

function conditionsOf(chain) {
  const found = [];
  if (/\.(skip|todo)\b(?!If)/.test(chain)) found.push("never run");
  for (const match of chain.matchAll(/\.(skipIf|runIf)\(/g)) {
    const start = match.index + match[0].length - 1;
    const what = chain.slice(start + 1, closing(chain, start)).trim();
    found.push(match[1] === "runIf" ? `only if \`${what}\`` : `not if \`${what}\``);
  }
  return found;
}

/** Conditions of the `describe` blocks around a line, found by their indentation. */
function outerConditions(lines, at) {
  const found = [];
  let indent = indentOf(lines[at] ?? "");
  for (let above = at - 1; above >= 0 && indent > 0; above--) {
    const line = lines[above] ?? "";
    if (line.trim() === "" || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    const chain = /^\s*describe(\.[^"'`]*)\(\s*(?:["'`]|$)/.exec(line)?.[1];
    if (chain !== undefined) found.push(...conditionsOf(chain));
  }
  return found;
}

/** Calls in a test that skip it: `needsProgram("tmux")`, `skipTest("…")`, or a helper that calls one of them. */
function innerConditions(body, helpers) {
  const found = new Set();
  for (const [, args] of body.matchAll(/\bneedsProgram\(([^)]*)\)/g))
    found.add(
      `needs ${args
        .replace(/["\n,]/g, " ")
        .trim()
        .replace(/ +/g, " and ")}`,
    );
  for (const [, reason] of body.matchAll(/\bskipTest\(\s*["'`]([^"'`]*)["'`]/g))
    found.add(`may be skipped: ${reason}`);
  for (const [name, condition] of helpers) if (new RegExp(`\\b${name}[.(]`).test(body)) found.add(condition);
  return [...found];
}

/** The functions of a file that may skip the test which calls them, each with its condition. */
export function skippingFunctions(text, known = new Map()) {
  const parts = text.split(/^(?=(?:export )?(?:async )?(?:function|const|class) \w+)/m).flatMap((part) => {
    const name = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(part)?.[1];
    return name === undefined ? [] : [{ name, body: part.slice(part.indexOf(name) + name.length) }];
  });
  const found = new Map(known);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { name, body } of parts) {
      const conditions = innerConditions(body, found);
      if (conditions.length > 0) found.set(name, conditions.join("; "));
    }
  }
  for (const name of ["skipTest", "needsProgram"]) found.delete(name);
  return found;
}

function indentOf(line) {
  return /^ */.exec(line)[0].length;
}

/** The index of the bracket that closes the one at `start`; quotes, templates and comments are skipped. */
function closing(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const rest = text.slice(at, at + 2);
    if (rest === "//") at = text.indexOf("\n", at);
    else if (`"'\``.includes(text[at])) at = endOfText(text, at);
    else if ("([{".includes(text[at])) depth++;
    else if (")]}".includes(text[at]) && --depth === 0) return at;
    if (at < 0) break;
  }
  return text.length;
}

function endOfText(text, start) {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  console.log(JSON.stringify(claimsIn(readFileSync(process.argv[2], "utf8")), null, 2));
