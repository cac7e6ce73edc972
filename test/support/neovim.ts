import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { hewto } from "./bundle.ts";
import { needsProgram } from "./skip.ts";
import { temporaryFolder } from "./temporary.ts";

/** A step of a story: what is done, and with what. */
export type Step = readonly [action: string, argument?: string];

/** Plays a story in a headless Neovim on the built server; gives the answer to each step. */
export async function playInNeovim(root: string, story: readonly Step[]): Promise<unknown[]> {
  needsProgram("nvim");
  const home = await temporaryFolder();
  const [steps, answers] = [join(home, "story.json"), join(home, "answers.json")];
  writeFileSync(steps, JSON.stringify(story.map(([action, argument = ""]) => [action, argument])));
  const script = resolve("test/support/neovim.lua");
  const env = {
    ...process.env,
    HOME: home,
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_STATE_HOME: join(home, "state"),
    NODE: process.execPath,
    HEWTO: hewto,
    ROOT: root,
    STORY: steps,
    ANSWERS: answers,
  };
  const args = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${script}`];
  await promisify(execFile)("nvim", args, { cwd: root, env, timeout: 120_000 });
  const played = JSON.parse(readFileSync(answers, "utf8"));
  if (played.problem !== "") throw new Error(`Neovim: ${played.problem}\n${JSON.stringify(played.answers)}`);
  return played.answers;
}
