import type { ExpressionKind, LiteralKind } from "../languages/expression.ts";
import { declarationKinds, type Inheritance, type Typing, type UseKind } from "../languages/language.ts";

// By number in the store. The order is part of the format: append only.
export { declarationKinds };

export const useKinds: readonly UseKind[] = [
  "call",
  "type",
  "member",
  "value",
  "keypath",
  "selector",
  "macro",
];

export const inheritanceKinds: readonly Inheritance["how"][] = [
  "clause",
  "extension",
  "constraint",
  "embedded",
  "macro",
  "suppressed",
];

export const typingKinds: readonly Typing["kind"][] = ["parameter", "local", "property", "self"];

export const bindings: readonly NonNullable<Typing["binds"]>[] = ["value", "optional", "element", "pattern"];

export const expressionKinds: readonly ExpressionKind[] = [
  "other",
  "name",
  "self",
  "super",
  "literal",
  "list",
  "member",
  "implicit",
  "call",
  "index",
  "chain",
  "unwrap",
  "cast",
  "new",
  "closure",
];

export const literalKinds: readonly LiteralKind[] = ["string", "integer", "float", "boolean"];
