import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { languageFor, languageIdOf } from "../src/code/languages/registry.ts";
import { roleOf } from "../src/code/roles.ts";
import { decodeText } from "../src/code/text/decode.ts";
import { isBenchCopy, isBenchRepository, isLeftOut } from "./bench-repositories.ts";
import { type Blob, blobsOf, contents, headOf } from "./git.ts";
import { licenseOf } from "./license.ts";
import { pairsOf } from "./pairs.ts";

const maxBytes = 5_000_000;
const maxFileBytes = 200_000;
const maxPairs = 5_000;

export interface Collected {
  readonly repository: string;
  readonly commit: string;
  readonly license: string;
  readonly pairs: number;
}

/**
 * Pairs of every repository in the mirror, one file each. Repositories of the bench are collected too, under
 * `bench/`: what they hold is what training must not see.
 */
export async function collect(mirror: string, out: string, shard: number, shards: number): Promise<void> {
  mkdirSync(join(out, "train"), { recursive: true });
  mkdirSync(join(out, "bench"), { recursive: true });
  const names = readdirSync(mirror).filter(
    (name) => name.includes("+") && !name.includes(".part") && !name.endsWith(".tar"),
  );
  for (const [index, name] of names.entries()) {
    if (index % shards !== shard || isLeftOut(name)) continue;
    const file = join(out, isBenchRepository(name) ? "bench" : "train", name);
    if (existsSync(`${file}.json`)) continue;
    try {
      await collectOne(join(mirror, name, "repo"), name.replace("+", "/"), file);
    } catch (error) {
      console.error(name, error instanceof Error ? error.message.slice(0, 200) : error);
    }
  }
}

async function collectOne(repository: string, name: string, file: string): Promise<void> {
  const blobs = blobsOf(repository);
  const license = await licenseOf(repository, blobs);
  const commit = headOf(repository);
  let pairs = 0;
  if (license !== "" || isBenchRepository(name.replace("/", "+"))) {
    const stream = createWriteStream(`${file}.part`);
    const isBench = isBenchRepository(name.replace("/", "+"));
    const own = isBench ? blobs : blobs.filter(({ path }) => !isBenchCopy(path));
    for await (const { blob, bytes } of contents(repository, chosen(own))) {
      if (pairs >= maxPairs) break;
      const text = decodeText(bytes)?.text;
      if (text === undefined || !mayHaveComments(blob.path, text)) continue;
      const role = roleOf(blob.path, languageIdOf(blob.path), text);
      if (role !== "source" && role !== "docs") continue;
      try {
        for (const pair of await pairsOf(blob.path, text)) {
          stream.write(`${blob.sha}\t${languageIdOf(blob.path)}\t${pair.join("\t")}\n`);
          pairs++;
        }
      } catch (error) {
        console.error(name, blob.path, error instanceof Error ? error.message : error);
      }
    }
    await new Promise<void>((done) => stream.end(() => done()));
    renameSync(`${file}.part`, `${file}.tsv`);
  }
  const result: Collected = { repository: name, commit, license, pairs };
  writeFileSync(`${file}.json`, JSON.stringify(result));
  console.log(`${name} ${license || "not permissive"} ${pairs}`);
}

/** A fixed sample of the files: in the order of their hashes, up to a size. */
function chosen(blobs: readonly Blob[]): Blob[] {
  let left = maxBytes;
  return blobs
    .filter(
      ({ path, size }) => size > 200 && size < maxFileBytes && (languageFor(path) || /\.mdx?$/.test(path)),
    )
    .filter(({ path }) => ["source", "docs"].includes(roleOf(path, languageIdOf(path), "")))
    .sort((a, b) => (a.sha < b.sha ? -1 : 1))
    .filter(({ size }) => {
      left -= size;
      return left > 0;
    });
}

function mayHaveComments(path: string, text: string): boolean {
  const language = languageIdOf(path);
  if (language === "markdown") return true;
  if (language === "python") return /"""|'''/.test(text);
  if (language === "go") return /^\/\/ /m.test(text);
  if (language === "ruby") return /^\s*# /m.test(text);
  return /\/\*\*|\/\/\//.test(text);
}
