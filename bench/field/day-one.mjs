// The first minute in a repository that has never seen Hewto: does a command fail, and which errors does it report?
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "./programs.mjs";

/** Errors that were read by a person and are right: by tree, area and rule, with the reason. */
const judged = JSON.parse(readFileSync(join(import.meta.dirname, "judged.json"), "utf8")).errors;

/** Errors about specs and changes of OpenSpec are compared with OpenSpec's own verdicts instead. */
export async function dayOne(name, tree, { hewto }, { hasPeer }) {
  const commands = [];
  for (const words of [["status"], ["check"], ["work", "list"]]) {
    const answer = await hewto([...words, "--json"], tree);
    const allowed = words[0] === "check" ? [0, 1] : [0];
    if (!allowed.includes(answer.code) || jsonOf(answer) === undefined)
      commands.push(
        `hewto ${words.join(" ")} exits with ${answer.code}: ${answer.errors.trim().slice(0, 120)}`,
      );
    if (words[0] !== "check") continue;
    const errors = (jsonOf(answer)?.findings ?? []).filter(({ severity }) => severity === "error");
    const open = errors.filter(({ area }) => !(hasPeer && (area === "specs" || area === "changes")));
    const unjudged = open.filter((error) => !isJudged(name, error));
    for (const { file, line, rule, message } of unjudged.slice(0, 10))
      commands.push(`${file}:${line} ${rule}: ${message.slice(0, 100)}`);
    if (unjudged.length > 10) commands.push(`… ${unjudged.length - 10} more`);
  }
  return commands;
}

function isJudged(tree, { area, rule }) {
  return judged.some((each) => each.tree === tree && each.area === area && each.rules.includes(rule));
}
