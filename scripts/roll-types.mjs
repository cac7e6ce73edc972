import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

/**
 * Writes the types of an entry as one file that imports nothing. The compiler makes a declaration file for each
 * source; of these, exactly what the entry's exports lead to is kept. A name that would come from a package fails
 * the build: whoever installs Hewto has no other package.
 */
export async function rollTypes({ root, entry, outfile }) {
  const folder = await mkdtemp(join(tmpdir(), "hewto-types-"));
  try {
    const config = join(folder, "tsconfig.json");
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(root, "src"),
      outDir: join(folder, "out"),
      typeRoots: [join(root, "node_modules/@types")],
    };
    const files = [join(root, entry)];
    const extended = join(root, "tsconfig.json");
    await writeFile(config, JSON.stringify({ extends: extended, compilerOptions, include: [], files }));
    await promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", config]);
    const start = join(folder, "out", entry.replace(/^src\//, "").replace(/\.ts$/, ".d.ts"));
    await writeFile(outfile, await roll(start));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function roll(entry) {
  const modules = new Map();
  const kept = new Map();
  const read = async (file) => {
    if (!modules.has(file)) modules.set(file, parse(await readFile(file, "utf8"), file));
    return modules.get(file);
  };
  /** Keeps a declaration and whatever it names. */
  const keep = async (file, name) => {
    const { declared, imported } = await read(file);
    const text = declared.get(name);
    if (text === undefined) {
      const from = imported.get(name);
      if (from === undefined) throw new Error(`${file} has no declaration of ${name}`);
      if (!from.startsWith("/")) throw new Error(`${name} would be imported from ${from}`);
      return keep(from, name);
    }
    const before = kept.get(name);
    if (before?.file === file) return;
    if (before) throw new Error(`${name} is declared in ${file} and in ${before.file}`);
    kept.set(name, { file, text });
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"(?:[^"\\]|\\.)*"/g, '""');
    for (const word of new Set(code.match(/[A-Za-z_$][\w$]*/g))) {
      if (word !== name && (declared.has(word) || imported.has(word))) await keep(file, word);
    }
  };
  const { passed, stars } = await read(entry);
  for (const [name, from] of passed) await keep(from, name);
  const exported = new Set(passed.keys());
  for (const file of stars) {
    for (const [name, text] of (await read(file)).declared) {
      // `export type *`: values stay inside.
      if (!/^export (type|interface)\b/m.test(text)) continue;
      await keep(file, name);
      exported.add(name);
    }
  }
  const texts = [...kept].map(([name, { text }]) =>
    exported.has(name) ? text : text.replace(/^export (declare )?/m, "declare "),
  );
  // Without this line everything in a declaration file would be exported.
  return `${texts.join("\n")}\nexport {};\n`;
}

/** Top-level statements of what the compiler writes: each starts at the margin, after its comment. */
function parse(text, file) {
  const declared = new Map();
  const imported = new Map();
  const passed = new Map();
  const stars = [];
  const target = (from) =>
    from.startsWith(".") ? resolve(dirname(file), from.replace(/\.ts$/, ".d.ts")) : from;
  for (const statement of text.split(
    /(?<!\*\/)\n(?=(?:\/\*\*|import |export |declare |type |interface )\S*)/,
  )) {
    const names = /^(import|export) (?:type )?\{([^}]*)\} from "([^"]+)"/m.exec(statement);
    const whole = /^import (?:type )?\* as (\w+) from "([^"]+)"/m.exec(statement);
    const star = /^export (?:type )?\* from "([^"]+)"/m.exec(statement);
    if (names) {
      for (const word of names[2].split(",")) {
        const name = word.trim().replace(/^type /, "");
        if (name !== "") (names[1] === "import" ? imported : passed).set(name, target(names[3]));
      }
    } else if (whole) imported.set(whole[1], whole[2]);
    else if (star) stars.push(target(star[1]));
    else {
      const name =
        /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|function|const) ([\w$]+)/m.exec(
          statement,
        )?.[1];
      if (name) declared.set(name, [declared.get(name), statement.trimEnd()].filter(Boolean).join("\n"));
    }
  }
  return { declared, imported, passed, stars };
}
