import { createReadStream, createWriteStream } from "node:fs";
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";
import { unpackTar } from "modern-tar";

/** Playwright's options for a Chromium. */
export interface LaunchOptions {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeout: number;
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Starts the machine's own Chromium (`HEWTO_CHROMIUM` names another one), else the one that npm brought. Throws with
 * what was tried and why it did not start. Playwright is the caller's, because it cannot be bundled for a script.
 *
 * @example await launchChromium((options) => chromium.launch(options))
 */
export async function launchChromium<T>(launch: (options: LaunchOptions) => Promise<T>): Promise<T> {
  const reasons: string[] = [];
  for (const find of [installedChromium, chromiumOfNpm]) {
    try {
      const { program, env } = await find();
      const inherited = Object.entries(process.env).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      return await launch({
        executablePath: program,
        env: { ...Object.fromEntries(inherited), ...env },
        timeout: 30_000,
      });
    } catch (error) {
      reasons.push(firstLines(error));
    }
  }
  throw new Error(`no Chromium starts: ${reasons.join("; ")}`);
}

/** A program to start, and what it needs from its environment. */
interface Candidate {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

async function installedChromium(): Promise<Candidate> {
  const named = process.env["HEWTO_CHROMIUM"];
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = named ? [named] : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const program of places) if (await isProgram(program)) return { program, env: {} };
  throw new Error(named ? `${named} is not a program` : `none of ${names.join(", ")} is installed`);
}

/**
 * The Chromium of `@sparticuz/chromium`, which ships it compressed with the libraries that a machine without a browser
 * lacks (NSS, NSPR, Expat). Its own start-up unpacks them only on Amazon's machines, and into a folder that all users
 * share, so we unpack them here.
 */
async function chromiumOfNpm(): Promise<Candidate> {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("@sparticuz/chromium is for Linux on x64 only");
  const bin = join(packageFolder(), "bin");
  const { version } = JSON.parse(await readFile(join(packageFolder(), "package.json"), "utf8"));
  const folder = await unpackedOnce(`chromium-${version}`, (target) => unpack(bin, target));
  return {
    program: join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: join(folder, "lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") },
  };
}

function packageFolder(): string {
  const entry = createRequire(resolve("package.json")).resolve("@sparticuz/chromium");
  return resolve(dirname(entry), "../..");
}

/** In the cache that all test runs share; where that is another user's, in a folder for this process. */
async function unpackedOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const cache = resolve("node_modules/.cache/hewto-tests");
  const done = join(cache, name);
  if (await isProgram(join(done, "chromium"))) return done;
  const canShare = await mkdir(cache, { recursive: true }).then(
    () =>
      access(cache, constants.W_OK).then(
        () => true,
        () => false,
      ),
    () => false,
  );
  const building = await mkdtemp(join(canShare ? cache : tmpdir(), `${name}-`));
  // Another user runs it too.
  await chmod(building, 0o755);
  await make(building);
  if (!canShare) return building;
  try {
    await rename(building, done);
  } catch {
    // Another worker was faster.
    await rm(building, { recursive: true });
  }
  return done;
}

async function unpack(bin: string, folder: string): Promise<void> {
  await pipeline(
    createReadStream(join(bin, "chromium.br")),
    createBrotliDecompress({ chunkSize: 2 ** 21 }),
    createWriteStream(join(folder, "chromium"), { mode: 0o755 }),
  );
  for (const archive of ["al2023.tar.br", "fonts.tar.br"]) {
    for (const { header, data } of await unpackTar(
      brotliDecompressSync(await readFile(join(bin, archive))),
    )) {
      if (header.type !== "file" || data === undefined || header.name.includes("..")) continue;
      const path = join(folder, header.name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, data);
    }
  }
  await writeFonts(folder);
}

/** Without a font, Chromium lays out no text at all, and `innerText` is empty. The package's own list names Amazon's folders. */
async function writeFonts(folder: string): Promise<void> {
  // Relative to this file: the folder is renamed once it is complete.
  const dirs = `<dir>/usr/share/fonts</dir><dir prefix="relative">fonts</dir>`;
  await writeFile(
    join(folder, "fonts.conf"),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${dirs}</fontconfig>\n`,
  );
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Playwright's messages go on with the whole command line. */
function firstLines(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = /error while loading shared libraries: [^\n]+/.exec(message)?.[0];
  return cause ?? message.split("\n", 1).join("").slice(0, 300);
}
