import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { TestRunner } from "vitest";

/** Ends the current test as skipped. The summary at the end of the run shows the reason. */
export function skipTest(reason: string): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`Outside a test: ${reason}`);
  return test.context.skip(reason);
}

/** Skips the current test where a program is not installed. Tests never install anything. */
export function needsProgram(...names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length > 0) skipTest(`${missing.join(" and ")} not installed`);
}

/** Skips the current test for everybody but root, who alone can give a file to another user. */
export function needsRoot(): void {
  if (process.getuid?.() !== 0) skipTest("only root can give files to another user");
}

/** Skips the current test elsewhere than on Linux. */
export function needsLinux(): void {
  if (process.platform !== "linux") skipTest("tests what only Linux has");
}

function isInstalled(name: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
