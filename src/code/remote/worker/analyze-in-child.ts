import { fileURLToPath } from "node:url";
import { fault } from "../../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../../kernel/result.ts";
import { printable } from "../../../kernel/text.ts";
import { residentBytes } from "../../../workspace/process/memory.ts";
import { spawnPiped } from "../../../workspace/process/run.ts";
import { analyzeFrames } from "../analysis-child.ts";
import { type Frame, readFrames, writeFrame } from "../frames.ts";

export interface AnalysisLimits {
  readonly memoryMb: number;
  readonly seconds: number;
}

/** A file as a commit has it; one over the limit of the index comes without bytes. */
export interface FileContent {
  readonly path: string;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** Its files are the next `files` of those that were sent. */
export interface AnalyzedSegment {
  readonly search: Uint8Array;
  readonly texts: Uint8Array;
  readonly files: number;
  readonly chunks: number;
}

export interface AnalysisOptions {
  readonly limits: AnalysisLimits;
  readonly signal: AbortSignal;
  /** The program of the child; undefined when Hewto runs from source, which has none: then it happens here. */
  readonly script: URL | undefined;
  readonly onSegment: (segment: AnalyzedSegment) => Promise<Result<unknown>>;
}

/**
 * Parses files in a process of its own, which has a limit of memory and time and an empty environment: it knows no
 * password of the store. A failure says which file it was at.
 */
export async function analyzeInChild(
  files: AsyncIterable<FileContent>,
  options: AnalysisOptions,
): Promise<Result<undefined>> {
  if (!options.script) return analyzeHere(files, options.onSegment);
  const { memoryMb, seconds } = options.limits;
  const args = [`--max-old-space-size=${memoryMb}`, fileURLToPath(options.script)];
  const started = await spawnPiped(process.execPath, args, { env: {} });
  if (!started.ok) return started;
  const child = started.value;
  let ended: string | undefined;
  const end = (reason: string) => {
    ended ??= reason;
    void child.stop(0);
  };
  const timer = setTimeout(() => end(`took more than ${seconds} s`), seconds * 1000);
  const watch = setInterval(() => {
    if ((residentBytes(child.pid) ?? 0) > (memoryMb + 512) * 1024 * 1024)
      end(`took more than ${memoryMb} MB`);
  }, 200);
  const onAbort = () => end("was cancelled");
  options.signal.addEventListener("abort", onAbort, { once: true });
  child.stderr.resume();
  const sent: string[] = [];
  let at = -1;
  try {
    const feeding = feed(files, sent, (file) => writeFrame(child.stdin, file.header, file.body)).finally(() =>
      child.stdin.end(),
    );
    // Reported by the loop below, which ends when the child does.
    feeding.catch(() => {});
    const taken = await takeFrames(readFrames(child.stdout), options.onSegment, (number) => {
      at = number;
    });
    if (!taken.ok) return taken;
    if (taken.value) {
      await feeding;
      return ok(undefined);
    }
    await feeding;
    const { code, signal } = await child.exited;
    return stopped(
      ended ?? `ended (${signal ?? `exit code ${code}`}), which running out of memory does too`,
      sent[at],
    );
  } catch (error) {
    if (ended === undefined) return failed(error);
    return stopped(ended, sent[at]);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    options.signal.removeEventListener("abort", onAbort);
    await child.stop(0);
  }
}

async function feed(
  files: AsyncIterable<FileContent>,
  sent: string[],
  send: (frame: Frame) => Promise<void>,
): Promise<void> {
  for await (const { path, size, bytes } of files) {
    sent.push(path);
    await send({ header: { path, size }, body: bytes });
  }
}

/** True when the child said that it was done. */
async function takeFrames(
  frames: AsyncIterable<Frame>,
  onSegment: AnalysisOptions["onSegment"],
  onFile: (number: number) => void,
): Promise<Result<boolean>> {
  for await (const { header, body } of frames) {
    if (header["kind"] === "end") return ok(true);
    if (header["kind"] === "file") onFile(Number(header["number"]));
    if (header["kind"] !== "segment") continue;
    const [search, files, chunks] = [header["search"], header["files"], header["chunks"]].map(Number);
    const split = search ?? 0;
    const segment = {
      // Copies: columns need an aligned start.
      search: new Uint8Array(body.subarray(0, split)),
      texts: new Uint8Array(body.subarray(split)),
      files: files ?? 0,
      chunks: chunks ?? 0,
    };
    const taken = await onSegment(segment);
    if (!taken.ok) return taken;
  }
  return ok(false);
}

async function analyzeHere(
  files: AsyncIterable<FileContent>,
  onSegment: AnalysisOptions["onSegment"],
): Promise<Result<undefined>> {
  let failure: Failure | undefined;
  async function* frames(): AsyncGenerator<Frame> {
    for await (const { path, size, bytes } of files) yield { header: { path, size }, body: bytes };
  }
  await analyzeFrames(frames(), async (header, body) => {
    const one = async function* () {
      yield { header, body };
    };
    const taken = await takeFrames(one(), onSegment, () => {});
    if (!taken.ok) failure ??= taken;
  });
  return failure ?? ok(undefined);
}

function stopped(reason: string, path: string | undefined): Failure {
  const where = path === undefined ? "" : ` at \`${printable(path)}\``;
  return fail(fault("index_failed", `The analysis ${reason}${where}.`, ""));
}

function failed(error: unknown): Failure {
  const why = error instanceof Error ? error.message : String(error);
  return fail(fault("index_failed", `The analysis failed: ${why}`, ""), error);
}
