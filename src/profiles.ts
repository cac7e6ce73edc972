import { catalog } from "./catalog.ts";
import { fault } from "./kernel/fault.ts";
import { didYouMean } from "./kernel/nearest.ts";
import { fail, ok, type Result } from "./kernel/result.ts";
import type { Flags } from "./operation/flags.ts";
import type { ToolsetName } from "./operation/toolset.ts";

export type Transport = "stdio" | "http" | "sse";

/** Resolves the contradictions between the five systems: each keeps its own name, tools and transports. */
export interface Profile {
  readonly name: string;
  readonly serverName: string;
  readonly toolsets: readonly ToolsetName[];
  readonly transports: readonly Transport[];
  /** Whether tools beyond those that the original system had are served. */
  readonly extras: boolean;
  /** Whose release it stands in for, where there are several; part of the server's instructions. */
  readonly release?: string;
  /** Whether only the tools that the workspace needs are listed, and `hewto_more` lists the others. */
  readonly auto?: boolean;
  /** Whether reading tools take `budget`; without it, answers keep to the ceiling. */
  readonly budget?: true;
  /** `json`: the text of an answer is the JSON of its result, as the original system's clients expect. */
  readonly text?: "json";
  /** What the profile implies, as if it were given as flags. */
  readonly flags?: Flags;
  /** Descriptions that another system's contract dictates, by tool. */
  readonly contract?: Readonly<Record<string, { readonly summary: string; readonly details: string }>>;
  /** Who reads the answers: an agent (the default), who calls tools, or a person, who types commands. */
  readonly reader?: "agent" | "person";
  /** Recommendations that another system's contract words, by the operation that they name. */
  readonly sentences?: Readonly<Record<string, string>>;
}

/** SwiftIndex's words for a directory that was never indexed; hosts match them. */
const swiftIndexSentences = { index_codebase: "Run 'index_codebase' tool first." };

const swiftIndexContract = {
  index_codebase: {
    summary: "Index a Swift codebase for semantic search",
    details:
      "Any other language is indexed too. Needed once for each directory: afterwards every search notices edits by itself. Only changed files are read again; `force` rebuilds from scratch.",
  },
  search_code: {
    summary: "Semantic search in indexed Swift codebase",
    details:
      "Finds code of any language by meaning, name or words, and says file and lines. Any punctuation is fine. Edits made since indexing are noticed.",
  },
  code_research: {
    summary: "Deep architectural analysis with multi-hop search",
    details:
      "Understands questions such as: callers of X, what does X call, who uses X, implementations of X, subclasses of X, what does X depend on, what depends on X, path from A to B; a symbol alone (load(id:), Store.save); or free text. Each edge has file, line and a confidence: exact, inferred, possible (by name, or dispatched at run time), external.",
  },
};

const everywhere: readonly Transport[] = ["stdio", "http", "sse"];

export const profiles: readonly Profile[] = [
  {
    name: "all",
    serverName: "hewto",
    toolsets: ["specs", "skills", "code", "artifacts", "trace", "workflow", "project", "reviews"],
    transports: everywhere,
    extras: true,
    auto: true,
    budget: true,
    sentences: swiftIndexSentences,
  },
  {
    name: "spox",
    serverName: "spox",
    toolsets: ["specs"],
    transports: everywhere,
    extras: false,
    text: "json",
    flags: { "spec-rules": "spox" },
  },
  { name: "ccski", serverName: "ccski", toolsets: ["skills"], transports: everywhere, extras: false },
  {
    name: "swiftindex",
    serverName: "swiftindex",
    toolsets: ["code"],
    transports: everywhere,
    extras: false,
    contract: swiftIndexContract,
    sentences: swiftIndexSentences,
  },
  {
    name: "specman",
    serverName: "specman-mcp",
    toolsets: ["artifacts"],
    transports: ["stdio"],
    extras: true,
    release:
      "The tools are those of SpecMan MCP 1.0 (Core 0.2.0); the profile specman2 serves those of MCP 2.0.",
  },
  {
    name: "specman2",
    serverName: "specman-mcp",
    toolsets: ["specman2"],
    transports: ["stdio"],
    extras: true,
  },
  { name: "speckit", serverName: "hewto", toolsets: ["workflow"], transports: everywhere, extras: false },
];

/**
 * The profile to serve: by name, or composed from `--toolsets a,b` (which keeps the profile's server name). `auto` is
 * the profile's own choice, `all` every toolset it has with all its tools.
 */
export function chooseProfile(name: string, toolsets: string | undefined): Result<Profile> {
  const profile = profiles.find((candidate) => candidate.name === name);
  if (!profile)
    return unknownChoice(
      "profile",
      name,
      profiles.map((candidate) => candidate.name),
    );
  if (toolsets === undefined || toolsets === "auto") return ok(profile);
  if (toolsets === "all") return ok({ ...profile, auto: false });
  const known = catalog.map((entry) => entry.name);
  const wanted = toolsets.split(",").map((word) => word.trim());
  for (const word of wanted) {
    if (!known.some((entry) => entry === word)) return unknownChoice("toolset", word, known);
  }
  return ok({
    ...profile,
    auto: false,
    extras: true,
    toolsets: known.filter((entry) => wanted.includes(entry)),
  });
}

function unknownChoice(what: string, word: string, known: readonly string[]): Result<never> {
  const message = `There is no ${what} \`${word}\`. ${didYouMean(word, known)}`.trim();
  return fail(
    fault("invalid_argument", message, `Choose one of: ${known.join(", ")}.`, { subject: { [what]: word } }),
  );
}
