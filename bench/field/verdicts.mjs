// Verdicts on every spec and open change of a tree: Hewto's and OpenSpec's, and the reason for each difference.
import { jsonOf } from "./programs.mjs";

/**
 * Errors of Hewto about a change that OpenSpec passes and archives: the result would lose text that is newer than the
 * change, or text that nothing names.
 */
const safeguards = new Map([
  ["base-conflict", "the archive would put older text over newer text"],
  ["removal-conflict", "the archive would bring back what was removed since"],
  ["scenario-dropped", "the archive would drop a scenario that the change does not name"],
]);

export async function compareVerdicts(tree, { hewto, peer }) {
  const ours = await ourVerdicts(tree, hewto);
  const theirs = jsonOf(await peer(["validate", "--all", "--json"], tree))?.items ?? [];
  const counts = {
    spec: { valid: 0, invalid: 0, onlyPeer: 0, onlyHewto: 0 },
    change: { valid: 0, invalid: 0, onlyPeer: 0, onlyHewto: 0 },
  };
  const differences = [];
  for (const { id, type, valid, issues } of theirs) {
    const rules = ours[type].get(id) ?? new Set();
    const isValid = rules.size === 0;
    const count = counts[type];
    if (valid === isValid) count[valid ? "valid" : "invalid"]++;
    else {
      count[valid ? "onlyPeer" : "onlyHewto"]++;
      differences.push(valid ? onlyPeer(type, id, rules, issues) : onlyHewto(type, id, issues));
    }
  }
  return { counts, differences };
}

/** The rules of the errors of each item. */
async function ourVerdicts(tree, hewto) {
  const verdicts = { spec: new Map(), change: new Map() };
  for (const [type, words, pattern] of [
    ["spec", "specs", /^openspec\/specs\/(.+)\/[^/]+$/],
    ["change", "changes", /^openspec\/changes\/([^/]+)\//],
  ]) {
    const answer = jsonOf(await hewto([words, "validate", "--json"], tree));
    if (answer === undefined) throw new Error(`hewto ${words} validate did not answer in ${tree}.`);
    for (const { file, rule } of answer.errors) {
      const id = pattern.exec(file)?.[1] ?? file;
      verdicts[type].set(id, (verdicts[type].get(id) ?? new Set()).add(rule));
    }
  }
  return verdicts;
}

function onlyPeer(type, id, rules, issues) {
  const reasons = [...rules].map((rule) => safeguards.get(rule) ?? rule);
  const isStrict = issues.every(({ level }) => level !== "WARNING");
  // A fact for information in its verdict; the change cannot be archived by either program.
  const isRefused = issues.some(({ message }) => message.startsWith("Archive would refuse"));
  const isFalse = isStrict && !isRefused && [...rules].some((rule) => !safeguards.has(rule));
  const how = isStrict ? "passes with --strict" : "passes, with warnings";
  const what = isRefused ? `${how}, and says that its archive refuses it` : how;
  return { isFalse, text: `${type} ${id}: OpenSpec ${what}; Hewto: ${reasons.join("; ")}` };
}

function onlyHewto(type, id, issues) {
  const [first] = issues.filter(({ level }) => level === "ERROR").map(({ message }) => message);
  const why = (first ?? "").replace(/\s+/g, " ").slice(0, 140);
  return { isFalse: false, text: `${type} ${id}: only Hewto passes; OpenSpec: ${why}` };
}
