import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { findSymbols, readSymbol } from "./symbols.ts";

/** What a sentence wants to know, by its verbs. */
export type Want =
  | "path"
  | "implementations"
  | "impact"
  | "callers"
  | "uses"
  | "tests"
  | "settings"
  | "flow"
  | "where";

/** A sentence as it was understood: what is asked, the declared names in it, and names that nothing has. */
export interface Sentence {
  readonly want: Want;
  readonly names: readonly { readonly text: string; readonly nodes: readonly GraphNode[] }[];
  readonly unknown: readonly string[];
}

/** The first that fits decides; questions about one relation come before questions about a whole. */
const verbs: readonly (readonly [Want, RegExp])[] = [
  ["path", /\b(?:paths?|routes?|chains?)\s+(?:from|between)\b|\breach(?:es)?\b|\bend(?:s)? up in\b/i],
  [
    "implementations",
    /\b(?:implement(?:s|ed|ing|ations?|ers?|ors?)?|conform(?:s|ing|ers?)?|adopt(?:s|ers)?|overrid(?:e|es|den|ing)|subclass(?:es)?|inherit(?:s|ed)?|derive[sd]?|extend(?:s|ed|ing)|satisf(?:y|ies|ied|ying))\b/i,
  ],
  [
    "impact",
    /\b(?:break(?:s|ing)?|affect(?:s|ed)?|impact(?:ed)?|dependents?|depends?\s+(?:up)?on|renam(?:e|ing)|remov(?:e|ing)|delet(?:e|ing)|blow(?:s|n)?\s+up|fallout|what\s+else\s+(?:do|must|should|has|have|needs?)\b|signature|add(?:ing)?\s+an?(?:other)?\s+(?:parameter|argument)|if\s+i\s+chang(?:e|ing))\b/i,
  ],
  [
    "tests",
    /\b(?:which|what|where|find|show)\b.*\btests?\b|\btests?\s+(?:for|of|that)\b|\bis\b.*\btested\b|\bcover(?:s|ed|age)\b|\bexercis(?:e|es|ed|ing)\b/i,
  ],
  ["callers", /\b(?:call(?:s|ed|ers?|ing)?|call\s*sites?|invok(?:e[sd]?|ing)|invocations?)\b/i],
  ["settings", /\b(?:configur\w*|settings?|options?|environment\s+variables?|env\s+vars?)\b/i],
  [
    "flow",
    /^\s*how\b|\bwhat\s+happens\b|\bflows?\b|\bend\s+to\s+end\b|\bstep\s+by\s+step\b|\bwalk\s+(?:me\s+)?through\b/i,
  ],
  [
    "uses",
    /\b(?:uses?|used|usages?|users?|references?|referenced)\b|\b(?:is|are|still|anyone|anything|who|what|code)\s+using\b/i,
  ],
];

/** Names anywhere in a sentence, and what is asked about them. */
export function understand(graph: Graph, query: string): Sentence {
  const members = membersIn(graph, query);
  const plain = candidates(query).filter(({ text }) => !members.some(({ parts }) => parts.includes(text)));
  const found = [...members, ...plain].map(({ text, isStrong }) => ({
    text,
    isStrong,
    nodes: declared(graph, text),
  }));
  const names = found.filter(({ nodes }) => nodes.length > 0);
  const bySense = verbs.find(([, pattern]) => pattern.test(query))?.[0] ?? "where";
  const want = names.length > 1 && mayBePath.has(bySense) && isPair(query) ? "path" : bySense;
  const unknown = found
    .filter(({ nodes, isStrong }) => nodes.length === 0 && isStrong)
    .map(({ text }) => text);
  return { want: want === "path" && names.length < 2 ? "flow" : want, names, unknown };
}

const mayBePath: ReadonlySet<Want> = new Set(["where", "flow", "callers", "uses"]);

function isPair(query: string): boolean {
  return /\bfrom\b.*\bto\b|\bbetween\b.*\band\b|\bget(?:s)?\b.*\bto\b|→|->/i.test(query);
}

interface Candidate {
  readonly text: string;
  /** Written as code, so that nothing else can be meant. */
  readonly isStrong: boolean;
}

const identifier = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const pattern = new RegExp(
  `\`([^\`\\s]+)\`|(${identifier}(?:(?:\\.|::|#)${identifier})*(?:\\(\\)|\\((?:[\\p{L}_][\\p{L}\\p{N}_]*:)+\\))?)`,
  "gu",
);
const fileName =
  /\.(?:swift|tsx?|jsx?|mjs|py|go|rs|java|kt|c|h|cc|cpp|hpp|m|mm|cs|rb|php|md|json|ya?ml|toml|txt|lock|html|css|sh|cfg|ini|xml|env)$/i;

/** The last word of a question about one relation is a name, even if it looks like any other word. */
const askedName = new RegExp(
  `\\b(?:calls|callers? of|invokes|implements|implementations? of|overrides|uses|users of|references? (?:of|to))\\s+(${identifier})\\s*\\??\\s*$`,
  "iu",
);

function candidates(query: string): Candidate[] {
  const seen = new Map<string, Candidate>();
  const [, asked] = askedName.exec(query) ?? [];
  if (asked !== undefined) seen.set(asked, { text: asked, isStrong: true });
  for (const found of query.matchAll(pattern)) {
    const quoted = found[1];
    const text = quoted ?? found[2] ?? "";
    if (quoted === undefined && !isCodeLike(text, found.index === 0)) continue;
    if (fileName.test(text) || text.startsWith("--") || seen.has(text)) continue;
    seen.set(text, { text, isStrong: quoted !== undefined || isStrong(text) });
  }
  return [...seen.values()].slice(0, 8);
}

/** A member that is written in words: `Store's load method`, `the load method of Store`. */
const memberPhrases: readonly (readonly [RegExp, type: 1 | 2])[] = [
  [new RegExp(`(${identifier})['’]s\\s+(${identifier})`, "gu"), 1],
  [
    new RegExp(
      `(${identifier})\\s+(?:method|function|property|field)\\s+(?:of|in|on)\\s+(?:the\\s+)?(${identifier})`,
      "gu",
    ),
    2,
  ],
];

function membersIn(graph: Graph, query: string): (Candidate & { readonly parts: readonly string[] })[] {
  return memberPhrases.flatMap(([phrase, type]) =>
    [...query.matchAll(phrase)].flatMap(([, one = "", other = ""]) => {
      const text = type === 1 ? `${one}.${other}` : `${other}.${one}`;
      return declared(graph, text).length > 0 ? [{ text, isStrong: true, parts: [one, other] }] : [];
    }),
  );
}

/** `parse_size`, `Store.load`, `sinkTheMoonlight()`, and a capitalized word inside a sentence. */
function isCodeLike(text: string, isFirst: boolean): boolean {
  if (/[_$(:#]|\p{Ll}\p{Lu}|\p{L}\.\p{L}{2}/u.test(text)) return true;
  return !isFirst && /^\p{Lu}\p{Ll}{2,}/u.test(text);
}

/** Product names such as GitHub and macOS are written like types; these are not. */
export function isStrong(text: string): boolean {
  return /[($#]|::|\p{L}_\p{L}|^\p{Ll}+\p{Lu}\p{Ll}/u.test(text);
}

/** Declarations of a name. A qualifier that is not a type can be a module, a package or a variable. */
export function declared(graph: Graph, text: string): GraphNode[] {
  const all = findSymbols(graph, text);
  const exact = all.filter(({ kind }) => kind !== "external");
  const { name, container } = readSymbol(text);
  if (exact.length > 0) {
    // A capitalized word is a name only as it is written.
    return container.length > 0
      ? exact
      : exact.filter(({ symbol }) => symbol?.name === name || isStrong(text));
  }
  const last = container.at(-1)?.toLowerCase();
  if (last === undefined) return [];
  const ofValue = membersOfValue(graph, container.at(-1) ?? "", name);
  if (ofValue.length > 0) return ofValue;
  const bare = findSymbols(graph, name).filter(({ kind }) => kind !== "external");
  const inside = bare.filter(({ path }) =>
    path
      .toLowerCase()
      .split(/[/.]/)
      .some((part) => part === last || part.replaceAll("-", "_") === last),
  );
  return inside.length > 0 ? inside : bare.length <= 3 ? bare : [];
}

/** `App.create` where `const App = new AppFactory()`: members of the types that a value is made of. */
function membersOfValue(graph: Graph, value: string, name: string): GraphNode[] {
  const values = findSymbols(graph, value).filter(({ kind }) => /^(constant|variable|property)$/.test(kind));
  const types = values.flatMap(({ id }) =>
    graph.from(id).flatMap(({ to }) => {
      const node = graph.node(to);
      return node.kind === "initializer" ? (node.parent ?? []) : to;
    }),
  );
  const inside = new Set([...new Set(types)].flatMap((id) => graph.children(id)));
  return findSymbols(graph, name).filter(({ id }) => inside.has(id));
}
