import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";

const maxBytes = 4 * 1024 * 1024;

/**
 * Writes a text into a file that a person named on the command line, such as the summary of a CI job, which is
 * outside the workspace. Everything from the marker on is replaced; what is before it stays. A link is not followed.
 */
export function writeFromMarker(path: string, marker: string, text: string): Result<undefined> {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o644);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes)
      return refused(path, "it is not a file, or it is too large");
    const before = readFileSync(file);
    const at = before.indexOf(marker);
    const from = at < 0 ? before.length : at;
    const newline = from > 0 && before[from - 1] !== 0x0a ? "\n" : "";
    const bytes = Buffer.from(newline + text);
    ftruncateSync(file, from);
    writeSync(file, bytes, 0, bytes.length, from);
    return ok(undefined);
  } catch (error) {
    return refused(path, error instanceof Error ? error.message : String(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function refused(path: string, reason: string): Result<never> {
  return fail(
    fault("write_failed", `The summary could not be written to ${path}: ${reason}.`, "Name another file.", {
      path,
    }),
  );
}

/** The text of a file that a person named on the command line; undefined when it cannot be read or is too large. */
export function readNamedFile(path: string, most = maxBytes): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= most ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
