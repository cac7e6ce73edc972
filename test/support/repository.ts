import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { temporaryFolder, writeTree } from "./temporary.ts";

/** Runs git with a fixed identity, without the configuration of the user who runs the tests. */
export function runGit(cwd: string, ...args: string[]): string {
  const env = {
    PATH: process.env["PATH"],
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "Test",
    GIT_AUTHOR_EMAIL: "test@example.com",
    GIT_COMMITTER_NAME: "Test",
    GIT_COMMITTER_EMAIL: "test@example.com",
  };
  const settings = ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...settings, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  }).toString();
}

/** A repository on branch `main` with these files in one commit; without files there is no commit. */
export async function temporaryRepository(files: Record<string, string>): Promise<string> {
  const root = join(await temporaryFolder(), "repository");
  await writeTree(root, { "./": "", ...files });
  runGit(root, "init", "-q");
  if (Object.keys(files).length > 0) commitAll(root);
  return root;
}

export function commitAll(root: string, message = "commit"): string {
  runGit(root, "add", "-A", "-f");
  runGit(root, "commit", "-q", "--no-gpg-sign", "-m", message);
  return runGit(root, "rev-parse", "HEAD").trim();
}
