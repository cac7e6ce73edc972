import type { ArtifactKind } from "./kinds.ts";
import type { RuleName } from "./rules.ts";

export interface NameProblem {
  readonly severity: "error" | "warning";
  readonly rule: RuleName;
  readonly message: string;
}

/**
 * Checks a name against the founding specification: at most four lowercase words joined by hyphens, no verbs
 * in the names of specifications and implementations, a technology in the names of implementations.
 */
export function checkName(kind: ArtifactKind, name: string): NameProblem[] {
  const rule = nameRule(kind);
  const shape = shapeProblem(name);
  if (shape !== undefined) return [{ severity: "error", rule, message: shape }];
  if (kind === "scratch_pad") return [];
  const words = name.split("-");
  const verb = words.find((word) => verbs.has(word));
  if (verb !== undefined) {
    const message = `The name \`${name}\` contains the verb \`${verb}\`; names say what a thing is, not what to do.`;
    return [{ severity: "error", rule, message }];
  }
  if (kind === "specification" || words.some((word) => technologies.has(word))) return [];
  const message = `The name \`${name}\` names no language or technology (such as \`rust\` or \`ts\`) that distinguishes it from the specification.`;
  return [{ severity: "warning", rule, message }];
}

export function nameRule(kind: ArtifactKind): RuleName {
  if (kind === "specification") return "spec_name";
  return kind === "implementation" ? "impl_name" : "scratch_name";
}

function shapeProblem(name: string): string | undefined {
  if (name === "") return "The name is empty.";
  if (/[A-Z]/.test(name)) return `The name \`${name}\` has capital letters; names are all lowercase.`;
  if (!/^[a-z0-9-]+$/.test(name)) {
    return `The name \`${name}\` can contain only the letters a to z, digits and hyphens.`;
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    return `The name \`${name}\` has a hyphen that does not join two words.`;
  }
  const words = name.split("-").length;
  return words > 4 ? `The name \`${name}\` has ${words} words; at most four are allowed.` : undefined;
}

/**
 * The words that count as verbs. A fixed list keeps the check deterministic; words that are as
 * often nouns (test, build, search, index, report) are not in it.
 */
export const verbs: ReadonlySet<string> = new Set(
  (
    "add allow append assign attach become begin bring choose clarify clean collect combine compare compute " +
    "configure connect convert create decide define delete deliver deny describe destroy detect determine " +
    "disable disallow edit eliminate emit enable ensure execute expand explain extend extract fetch find fix " +
    "forbid generate get give handle implement import improve include insert install integrate introduce " +
    // prose-ok: British names are checked too
    "invoke join keep list load maintain make manage merge migrate modify move obtain open optimize optimise " +
    "parse perform prepare prevent produce provide put raise read receive refactor remove rename render " +
    "replace resolve restore retrieve return rewrite run save send serve set setup show simplify solve sort " +
    "start stop store submit support switch transform translate uninstall unify update upgrade use validate " +
    "verify write"
  ).split(" "),
);

/** Languages and platforms that can appear in the name of an implementation. */
export const technologies: ReadonlySet<string> = new Set(
  (
    "android angular ansible asm astro aws azure bash bun c clojure cloudflare cobol cpp cs csharp css cuda " +
    "d dart deno django docker dotnet duckdb elixir elm erlang express fastapi fastify flask flutter fortran " +
    "fsharp gcp gleam go golang graphql groovy grpc hack haskell helm html ios java javascript jmespath js " +
    "julia jvm kotlin kubernetes laravel linux lisp lua macos matlab mojo mongodb mysql next nextjs nim node " +
    "nodejs objc ocaml pascal perl php postgres postgresql powershell prolog py python qt r racket rails rb " +
    "react redis rs ruby rust scala scheme sh shell solidity spring sql sqlite svelte swift tcl terraform ts " +
    "typescript unity v vb vue wasm webassembly windows zig"
  ).split(" "),
);
