// All conforming types of ten protocols, compared with an independent text search: every header of a type or an
// extension whose inheritance clause names the protocol, or a name found that way before. A type that only the text
// search finds is missing, unless conformers.json says why it does not conform.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../support/bundled.mjs";
import { checkouts, graphOfFolder, swiftTexts } from "./repositories.mjs";

/** True when nothing is missing. */
export async function checkConformers() {
  const { protocols, excused } = JSON.parse(
    readFileSync(join(import.meta.dirname, "conformers.json"), "utf8"),
  );
  const { research } = await bundled("src/code/research/research.ts");
  let isComplete = true;
  for (const [repository, folder] of checkouts()) {
    const texts = swiftTexts(folder);
    const graph = await graphOfFolder(texts);
    const all = [...texts].map(([path, text]) => [path, text, withoutProse(text)]);
    const headers = all.flatMap((file) => headersIn(...file));
    for (const { protocol, macro } of protocols.filter((each) => each.repository === repository)) {
      const query = `all implementations of ${protocol}`;
      const answer = await research(graph, {
        query,
        depth: 2,
        search: async () => [],
        onHop: async () => true,
      });
      const expected = [
        ...closure(headers, protocol),
        ...(macro ? all.flatMap((file) => bearersOf(macro, ...file)) : []),
      ].filter(({ kind }) => kind !== "protocol");
      const missing = expected.filter((each) => !isAnswered(answer, each));
      const left = missing.filter(
        ({ path, name }) => !excused.some((each) => each.path === path && each.name === name),
      );
      console.log(
        `${protocol} (${repository}): ${answer.findings.length} in the answer, ${expected.length} headers in the text, ${left.length} missing`,
      );
      for (const { name, path, line } of left) console.log(`  missing: ${name} — ${path}:${line}`);
      isComplete &&= left.length === 0;
    }
  }
  return isComplete;
}

/** By location; a type that conforms in several places is reported once, by its name and file. */
function isAnswered({ findings, graph }, { name, path, line, kind }) {
  const isHere = (source) => source.path === path && source.line === line;
  if (findings.some(({ source }) => isHere(source)) || graph.edges.some(({ source }) => isHere(source)))
    return true;
  return findings.some(
    ({ symbol, source, declared }) =>
      lastOf(symbol) === name && (kind === "extension" || source.path === path || declared?.path === path),
  );
}

/** Headers that name the protocol, or a type or protocol that such a header declares. */
function closure(headers, protocol) {
  const reached = new Set([protocol]);
  const found = new Set();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const header of headers) {
      if (found.has(header) || !header.above.some((name) => reached.has(name))) continue;
      found.add(header);
      if (header.kind === "protocol" || header.kind === "class") reached.add(header.name);
    }
  }
  return [...found];
}

const header =
  /^[^\S\n]*(?:(?:@[\w.]+(?:\([^)]*\))?|public|open|package|internal|fileprivate|private|final|indirect|nonisolated|distributed)\s+)*(class|struct|enum|actor|protocol|extension)\s+([\w.`]+)(?:<[^{}]*?>)?\s*:\s*([^{}]*?)\{/gm;

/** Comments and strings are blanked out; all other text keeps its position. */
function withoutProse(text) {
  const prose = /"""[\s\S]*?"""|\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g;
  return text.replace(prose, (found) => found.replace(/[^\n]/g, " "));
}

/** Types with a macro that adds the conformance. */
function bearersOf(macro, path, text, bare) {
  const pattern = new RegExp(
    `@${macro}(?:\\([^)]*\\))?\\s+(?:[\\w@]+\\s+)*?(struct|enum|class)\\s+(\\w+)`,
    "g",
  );
  return [...bare.matchAll(pattern)].map(({ 0: whole, 1: kind, 2: name, index }) => {
    const line = text.slice(0, index + whole.length).split("\n").length;
    return { path, line, kind, name, above: [] };
  });
}

function headersIn(path, text, bare) {
  return [...bare.matchAll(header)].map(({ 0: whole, 1: kind, 2: name, 3: clause, index }) => {
    const above = clause
      .replace(/\bwhere\b[\s\S]*$/, "")
      .replace(/<[^<>]*(?:<[^<>]*>[^<>]*)*>/g, "")
      .split(/[,&]/)
      .map((part) => lastOf(part.replace(/@\w+/g, "").trim()));
    const start = index + (whole.length - whole.trimStart().length);
    return { path, line: text.slice(0, start).split("\n").length, kind, name: lastOf(name), above };
  });
}

function lastOf(name) {
  return name.replaceAll("`", "").split(".").at(-1);
}
