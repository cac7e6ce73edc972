import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { isOwnAlone, isOwnPlace } from "../paths/ownership.ts";

interface Loaded {
  readonly exports: object;
}

type Require = (name: string) => unknown;

interface CachedLoader {
  /** The exports of a part of the bundle, named by its path in the bundle's folder. */
  readonly load: (part: string) => unknown;
  /**
   * Writes what was compiled since the last time; the functions that have run by now are in it. Nothing while the
   * engine's flags are others than at the start: the next start could not use it.
   */
  readonly keep: () => void;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Loads the parts of the bundle and keeps what V8 made of them between starts. Node 22 and later do this by
 * themselves (`module.enableCompileCache`); on Node 20 compiling took a third of the time to the first answer.
 * What is kept is one file for each `use` (the command), because each needs other functions.
 */
export function cachedLoader(file: string, folder: string, builtin: Require): CachedLoader {
  const kept = readKept(file);
  // V8 takes back only what was compiled under the same flags, and `compileBriefly` changes one for a while.
  const flags = cachedDataVersionTag();
  const isAsAtStart = () => cachedDataVersionTag() === flags;
  const news = new Map<string, Script>();
  const loaded = new Map<string, Loaded>();
  const load = (part: string): unknown => {
    const known = loaded.get(part);
    if (known) return known.exports;
    const module: Loaded = { exports: {} };
    loaded.set(part, module);
    const path = join(folder, part);
    const beside = dirname(part);
    const requirePart = (name: string) => (name.startsWith(".") ? load(join(beside, name)) : builtin(name));
    const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(path, "utf8")}\n})`;
    const cachedData = kept.get(part);
    const script = new Script(source, { filename: path, ...(cachedData && { cachedData }) });
    if (!cachedData || (script.cachedDataRejected === true && isAsAtStart())) news.set(part, script);
    script.runInThisContext().call(module.exports, module.exports, requirePart, module, path, dirname(path));
    return module.exports;
  };
  const keep = () => {
    if (news.size === 0 || !isAsAtStart()) return;
    for (const [part, script] of news) kept.set(part, script.createCachedData());
    news.clear();
    writeKept(file, kept);
  };
  return { load, keep };
}

/** The file: a line of JSON that tells whose bytes follow, then the bytes. Anything else counts as nothing kept. */
function readKept(file: string): Map<string, Buffer> {
  const kept = new Map<string, Buffer>();
  try {
    const bytes = readOwn(file);
    const end = bytes.indexOf(10);
    const parts: [string, number][] = JSON.parse(bytes.toString("utf8", 0, end));
    let at = end + 1;
    for (const [part, size] of parts) {
      kept.set(part, bytes.subarray(at, at + size));
      at += size;
    }
  } catch {
    kept.clear();
  }
  return kept;
}

/** V8 runs what it is given, so it is given only what this user wrote, and what nobody else can change. */
function readOwn(file: string): Buffer {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || !isOwnAlone(stats)) throw new Error("Another user wrote this.");
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function writeKept(file: string, kept: ReadonlyMap<string, Buffer>): void {
  const head = JSON.stringify([...kept].map(([part, bytes]) => [part, bytes.length]));
  const temporary = `${file}.${process.pid}-${process.hrtime.bigint().toString(36)}`;
  try {
    if (!isOwnPlace(dirname(file))) return;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const bytes = Buffer.concat([Buffer.from(`${head}\n`), ...kept.values()]);
    writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
    forgetOthers(dirname(file));
  } catch {
    // A home that cannot be written costs a tenth of a second, never an answer.
  }
}

/** Other builds that nobody has started for a month. */
function forgetOthers(current: string): void {
  const folder = dirname(current);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isOld = Date.now() - statSync(path).mtimeMs > monthMs;
    if (path !== current && isOld) rmSync(path, { recursive: true, force: true });
  }
}
