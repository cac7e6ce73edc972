import type { Language, ParsedFile } from "../language.ts";
import { readAccessors } from "./declarations/properties.ts";
import { readExpression } from "./expressions/expressions.ts";
import { noFacts } from "./facts.ts";
import { markGhosts } from "./lexing/conditions.ts";
import { DocComments } from "./lexing/doc-comments.ts";
import { lexSwift } from "./lexing/lexer.ts";
import { Parser } from "./parser.ts";
import { readBody } from "./statements.ts";

/**
 * Swift by our own reader: no grammar file, no native code, and it reads every branch of `#if`. It is made to
 * be complete on declarations and careful on uses; what it cannot understand it steps over.
 */
export const swift: Language = {
  id: "swift",
  extensions: ["swift", "swiftinterface"],
  version: 7,
  parse: parseSwift,
};

export function parseSwift(text: string, _path = ""): ParsedFile {
  const { tokens, comments, problems } = lexSwift(text);
  markGhosts(tokens);
  const facts = noFacts();
  facts.problems.push(...problems);
  const parser = new Parser(text, tokens, new DocComments(text, comments), facts);
  parser.body = (scope) => readBody(parser, scope);
  parser.expression = (scope, mode) => readExpression(parser, scope, mode);
  parser.accessors = (scope) => readAccessors(parser, scope);
  readBody(parser, { owner: undefined, container: "", kind: "file", locals: [] });
  return facts;
}
