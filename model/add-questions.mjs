// Adds answers about drawn declarations to questions.tsv: node model/add-questions.mjs FOLDER (see model/README.md).
// FOLDER holds index.tsv of model/draw.mjs and answer-*.tsv: an id and its questions, separated by tabs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder] = process.argv.slice(2);
const file = join(import.meta.dirname, "questions.tsv");
const linesOf = (path) => readFileSync(path, "utf8").split(/\r?\n/).filter(Boolean);
const index = new Map(linesOf(join(folder, "index.tsv")).map((line) => cut(line)));
const known = linesOf(file);
const asked = new Set(known.map((line) => line.split("\t").slice(0, 4).join("\t")));
const questions = new Set(known.flatMap((line) => line.split("\t").slice(4).map(folded)));
const refused = new Map();
const added = [];

for (const name of readdirSync(folder).sort()) {
  if (!/^answer-.*\.tsv$/.test(name)) continue;
  for (const line of linesOf(join(folder, name))) {
    const [id, ...answers] = line.split("\t").map((cell) => cell.trim());
    const declaration = index.get(id);
    if (!declaration || asked.has(declaration)) {
      refuse(declaration ? "asked before" : "unknown id");
      continue;
    }
    const accepted = answers.map(tidied).filter((question) => isAccepted(question, declaration));
    if (accepted.length === 0) continue;
    asked.add(declaration);
    for (const question of accepted) questions.add(folded(question));
    added.push([declaration, ...accepted].join("\t"));
  }
}
writeFileSync(file, `${[...known, ...added].sort().join("\n")}\n`);
console.log(`${added.length} declarations added; refused: ${JSON.stringify(Object.fromEntries(refused))}`);

function isAccepted(question, declaration) {
  const problem = problemOf(question, declaration.split("\t")[3]);
  if (problem) refuse(problem);
  return !problem;
}

function problemOf(question, name) {
  const count = question.split(" ").length;
  if (count < 3 || count > 18) return "length";
  if (/[a-z][A-Z]\w|\w_\w|::|\(\)|[{}<>=`"]/.test(question)) return "identifier";
  if (questions.has(folded(question))) return "duplicate";
  const parts = new Set(rootsOf(name.replace(/([a-z0-9])([A-Z])/g, "$1 $2")));
  const words = rootsOf(question);
  const same = words.filter((word) => parts.has(word)).length;
  const isGivenAway = same >= 2 && same >= Math.min(3, parts.size);
  return isGivenAway || same > 0.4 * words.length ? "words of the name" : undefined;
}

/** Words of some length, without the most common endings: what a question and a name may have in common. */
function rootsOf(text) {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return words
    .filter((word) => !/^(the|and|for|not|with|that|this|from|when|how|what|which|where)$/.test(word))
    .map((word) => word.replace(/(ings?|ed|es|s|ly|er|ions?)$/, ""));
}

function cut(line) {
  const at = line.indexOf("\t");
  return [line.slice(0, at), line.slice(at + 1)];
}

function tidied(question) {
  return question.replace(/\.$/, "").replace(/\s+/g, " ");
}

function folded(question) {
  return question.toLowerCase();
}

function refuse(reason) {
  refused.set(reason, (refused.get(reason) ?? 0) + 1);
}
