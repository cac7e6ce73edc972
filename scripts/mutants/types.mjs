import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Unused names and comparisons that cannot be true are style: such a program runs. */
const style = new Set(["6133", "6192", "6196", "6198", "7027", "2367"]);

/** The changes that the compiler refuses, which say nothing about tests. Each run of it tries one of each file. */
export async function refusedByCompiler(copy, mutants, sources) {
  const refused = new Set();
  let ahead = [...mutants];
  while (ahead.length > 0) {
    const round = new Map();
    for (const mutant of ahead) if (!round.has(mutant.file)) round.set(mutant.file, mutant);
    ahead = ahead.filter((mutant) => round.get(mutant.file) !== mutant);
    for (const [file, { from, to, replacement }] of round) {
      const source = sources.get(file);
      writeFileSync(join(copy, file), source.slice(0, from) + replacement + source.slice(to));
    }
    for (const file of filesWithErrors(copy)) {
      const own = round.get(file);
      if (own !== undefined) refused.add(own);
      else {
        // The error of a changed type shows where the type is used.
        const imported = [...round.values()].filter((mutant) => imports(sources.get(file), mutant.file));
        if (imported.length === 1) refused.add(imported[0]);
      }
    }
    for (const file of round.keys()) writeFileSync(join(copy, file), sources.get(file));
  }
  return refused;
}

function imports(source, file) {
  const name = file.split("/").at(-1);
  return source?.includes(`/${name}"`) ?? false;
}

function filesWithErrors(copy) {
  const args = ["node_modules/typescript/bin/tsc", "--noEmit", "--pretty", "false", "-p", "src-only.json"];
  try {
    execFileSync(process.execPath, args, {
      cwd: copy,
      encoding: "utf8",
      maxBuffer: 1 << 26,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return [];
  } catch (error) {
    const lines = [...String(error.stdout).matchAll(/^(src\/[^(]+)\(\d+,\d+\): error TS(\d+)/gm)];
    return [...new Set(lines.filter(([, , code]) => !style.has(code)).map(([, file]) => file))];
  }
}
