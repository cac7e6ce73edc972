import { join } from "node:path";
import type { Workspace } from "../paths/root.ts";
import { callLog } from "./call-log.ts";
import { openStateFile } from "./files.ts";
import { stateRoot } from "./folder.ts";

export interface CallLog {
  /** Whether servers write their calls here. */
  readonly isOn: boolean;
  /** The newest lines, oldest first. */
  readonly lines: readonly string[];
}

export function readCallLog(workspace: Workspace): CallLog {
  const folder = join(stateRoot(workspace), callLog.part);
  const texts = [callLog.earlier, callLog.name].map((file) => stateText(folder, file));
  return {
    isOn: texts[1] !== undefined,
    lines: texts
      .join("")
      .split("\n")
      .filter((line) => line !== ""),
  };
}

function stateText(folder: string, file: string): string | undefined {
  const opened = openStateFile(folder, file);
  if (opened === undefined) return undefined;
  try {
    // A line can be longer than the file should be.
    const bytes = opened.read(Math.max(0, opened.size - 2 * callLog.maxBytes), 2 * callLog.maxBytes);
    return Buffer.from(bytes).toString("utf8");
  } finally {
    opened.close();
  }
}
