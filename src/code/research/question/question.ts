/** What is asked, in terms of the graph. */
export type Question =
  | { readonly kind: Asked; readonly subject: string }
  | { readonly kind: "path"; readonly subject: string; readonly goal: string }
  | { readonly kind: "free"; readonly subject: string };

export type Asked =
  | "callers"
  | "callees"
  | "uses"
  | "implementations"
  | "subclasses"
  | "supertypes"
  | "dependencies"
  | "dependents"
  | "symbol";

/** `Foo.load(id:)`, `Foo::load`, `load()`, `Foo.==`, with or without backticks. */
const sign = "[-+*/%<>=!&|^~√∘•†‡]+";
const symbol = `[\`'"“]?((?:[\\p{L}_$@#][\\p{L}\\p{N}_$]*(?:(?:\\.|::|#)[\\p{L}_$][\\p{L}\\p{N}_$]*)*(?:\\.${sign})?|${sign})(?:\\([^)]*\\))?)[\`'"”]?`;
const noun =
  "(?:the\\s+)?(?:(?:function|method|func|class|struct|enum|actor|protocol|interface|trait|type|property|initializer|symbol|requirement)s?\\s+)?";
const all =
  "(?:(?:show|list|find|get|give)\\s+(?:me\\s+)?)?(?:all\\s+|every\\s+|the\\s+)*(?:of\\s+)?(?:the\\s+)?";
const end =
  "(?:\\s+(?:function|method|class|struct|enum|actor|protocol|type|interface|trait))?(?:\\s+(?:directly|anywhere|in (?:this|the) (?:code|codebase|repo|repository|project)))?\\s*[?.!]*$";

const s = `${noun}${symbol}`;

/** Phrasings, most telling first. `S` is the symbol; the first group is what was found. */
const phrasings: readonly (readonly [Asked, string])[] = [
  ["callers", `(?:what|who|which\\s+\\w+|where)\\s+(?:all\\s+)?(?:calls|invokes|call|invoke)\\s+${s}`],
  ["callers", `${all}(?:callers?|call\\s*sites?|invocations?|incoming calls)\\s+(?:of|to|for)\\s+${s}`],
  ["callers", `(?:where|from where|by whom)\\s+is\\s+${s}\\s+(?:called|invoked)`],
  ["callers", `${s}\\s+callers`],
  ["callees", `what\\s+does\\s+${s}\\s+(?:call|invoke)`],
  ["callees", `${all}(?:callees|calls|outgoing calls)\\s+(?:of|from|by|made by|in)\\s+${s}`],
  [
    "supertypes",
    `what\\s+(?:does|protocols?\\s+does|protocols?\\s+do)\\s+${s}\\s+(?:conform(?:s)? to|implement|inherit(?: from)?|extend|adopt)`,
  ],
  [
    "supertypes",
    `${all}(?:superclass(?:es)?|supertypes?|base class(?:es)?|parents?|ancestors?|conformances|protocols)\\s+of\\s+${s}`,
  ],
  [
    "implementations",
    `${all}(?:implementations?|implementers?|implementors?|conformers?|conforming types|adopters|overrides)\\s+(?:of|for|to)\\s+${s}`,
  ],
  [
    "implementations",
    `(?:what|who|which(?:\\s+\\w+)?)\\s+(?:implements?|conforms?\\s+to|adopts?|overrides?)\\s+${s}`,
  ],
  [
    "implementations",
    `(?:all\\s+)?(?:types|classes|structs|enums|actors|everything|anything)?\\s*(?:that\\s+)?(?:conform(?:s|ing)?\\s+to|implement(?:s|ing)?|adopt(?:s|ing)?)\\s+${s}`,
  ],
  [
    "subclasses",
    `${all}(?:subclass(?:es)?|subtypes?|descendants?|derived\\s+(?:classes|types)|children|refinements)\\s+of\\s+${s}`,
  ],
  [
    "subclasses",
    `(?:what|who|which(?:\\s+\\w+)?)\\s+(?:inherits?(?:\\s+from)?|subclass(?:es)?|extends?|derives?\\s+from|refines?)\\s+${s}`,
  ],
  ["dependencies", `what\\s+does\\s+${s}\\s+(?:depend\\s+(?:up)?on|use|need|require|reference|import)`],
  ["dependencies", `${all}(?:dependencies|requirements)\\s+of\\s+${s}`],
  ["dependents", `(?:what|who|which\\s+\\w+)\\s+depends?\\s+(?:up)?on\\s+${s}`],
  [
    "dependents",
    `${all}(?:dependents|impact|users)\\s+(?:of|on)\\s+(?:changing\\s+|a change (?:to|of|in)\\s+)?${s}`,
  ],
  [
    "dependents",
    `what\\s+(?:breaks|is affected)\\s+(?:if|when|by)\\s+(?:i\\s+change\\s+|changing\\s+)?${s}(?:\\s+changes)?`,
  ],
  [
    "uses",
    `(?:what|who|which\\s+\\w+|where)\\s+(?:uses?|references?|mentions?|accesses|reads|touches)\\s+${s}`,
  ],
  ["uses", `${all}(?:uses|usages?|references|mentions|occurrences)\\s+(?:of|to)\\s+${s}`],
  ["uses", `where\\s+is\\s+${s}\\s+(?:used|referenced|mentioned|accessed|read|set)`],
  ["symbol", `(?:what|where)\\s+is\\s+${s}(?:\\s+(?:declared|defined))?`],
  ["symbol", s],
];

const paths: readonly string[] = [
  `${all}(?:call\\s+)?(?:path|paths|chain|chains|route|way)s?\\s+(?:from|between)\\s+${s}\\s+(?:to|and|through to)\\s+${s}`,
  `how\\s+(?:does|do|can|is)\\s+${s}\\s+(?:reach|get to|lead to|call|end up in|arrive at|connect(?:ed)? (?:to|with))\\s+${s}`,
  `${symbol}\\s*(?:->|→|=>|~>|\\.\\.\\.)\\s*${symbol}`,
];

export function readQuestion(text: string): Question {
  const query = text.trim().replace(/\s+/g, " ");
  for (const pattern of paths) {
    const found = whole(pattern).exec(query);
    if (found?.[1] && found[2]) return { kind: "path", subject: found[1], goal: found[2] };
  }
  for (const [kind, pattern] of phrasings) {
    const found = whole(pattern).exec(query);
    if (found?.[1] && (kind !== "symbol" || isSymbol(query, found[1]))) return { kind, subject: found[1] };
  }
  return { kind: "free", subject: query };
}

/** One word is a symbol; a sentence of several is not, unless it asks what a name is. */
function isSymbol(query: string, subject: string): boolean {
  if (/^(?:what|where)\s+is\s/i.test(query)) return /[\p{Lu}_.(]/u.test(subject);
  return !/\s/.test(query.replace(/\([^)]{0,200}\)/g, "").replace(/^(?:the )?\w+ /, ""));
}

const compiled = new Map<string, RegExp>();

function whole(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(`^${pattern}${end}`, "iu");
  compiled.set(pattern, known);
  return known;
}
