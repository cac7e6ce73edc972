import type { LanguageId } from "../../../code/languages/language.ts";

/** What a mutant changes. */
export const mutationOperators = [
  "comparison",
  "boundary",
  "logic",
  "condition",
  "negation",
  "boolean",
  "number",
  "arithmetic",
  "return",
  "statement",
  "string",
  "chain",
] as const;
export type MutationOperator = (typeof mutationOperators)[number];

/** Operators in the text of a program and what they become. */
export const operatorSwaps: Readonly<Record<string, readonly (readonly [MutationOperator, string])[]>> = {
  "<": [
    ["boundary", "<="],
    ["comparison", ">="],
  ],
  "<=": [
    ["boundary", "<"],
    ["comparison", ">"],
  ],
  ">": [
    ["boundary", ">="],
    ["comparison", "<="],
  ],
  ">=": [
    ["boundary", ">"],
    ["comparison", "<"],
  ],
  "==": [["comparison", "!="]],
  "!=": [["comparison", "=="]],
  "===": [["comparison", "!=="]],
  "!==": [["comparison", "==="]],
  "&&": [["logic", "||"]],
  "||": [["logic", "&&"]],
  and: [["logic", "or"]],
  or: [["logic", "and"]],
  "+": [["arithmetic", "-"]],
  "-": [["arithmetic", "+"]],
  "*": [["arithmetic", "/"]],
  "/": [["arithmetic", "*"]],
  "%": [["arithmetic", "*"]],
};

/** The names that grammars give to the same things. Languages differ in these names only. */
export const nodes = {
  binary: set("binary_expression binary binary_operator comparison_operator boolean_operator"),
  unary: set("unary_expression unary not_operator prefix_unary_expression unary_op_expression"),
  number: set(
    "number integer float int_literal integer_literal float_literal decimal_integer_literal number_literal real_literal",
  ),
  string: set("string string_literal interpreted_string_literal"),
  /** Their child `condition` decides. */
  conditional: set(
    "if_statement if_expression if unless elif_clause elsif if_modifier unless_modifier while_statement while_expression while ternary_expression conditional_expression conditional else_if_clause",
  ),
  return: set("return_statement return return_expression"),
  statement: set("expression_statement"),
  /** Calls that are statements where the parent is a block. */
  call: set("call call_expression method_call"),
  block: set("block body_statement then else function_body statements"),
  /** Nothing in them runs, or nobody tests it. */
  skipped: set(
    "type_annotation type_arguments type_parameters type_alias_declaration interface_declaration literal_type union_type ambient_declaration import_statement import_from_statement future_import_statement import_declaration import_spec import using_directive use_declaration namespace_use_declaration package_clause package_declaration decorator annotation marker_annotation attribute attribute_list attribute_item template_argument_list template_parameter_list preproc_include preproc_def preproc_function_def preproc_if preproc_ifdef throw_statement raise_statement throw_expression macro_invocation assert_statement",
  ),
} as const;

/** What a function returns when it returns nothing. Where a compiler would refuse it, there is none. */
export const neutralValue: Partial<Record<LanguageId, string>> = {
  typescript: "undefined",
  tsx: "undefined",
  javascript: "undefined",
  python: "None",
  ruby: "nil",
  php: "null",
};

/** What a dropped statement leaves behind. TypeScript refuses a lone semicolon after a condition. */
export const emptyStatement: Partial<Record<LanguageId, string>> = {
  python: "pass",
  ruby: "nil",
  typescript: "{}",
  tsx: "{}",
  javascript: "{}",
};

/** Calls that report what happens. A test that notices their absence would be a bad one. */
export const reporting =
  /^(?:(?:self\.|this\.#?)?_?(?:console|log(?:ger|ging)?|slog|fmt\.Print\w*|print(?:ln|f)?|debug|warn|trace|NSLog|os_log|puts|error_log)\b|System\.(?:out|err)\b|(?:debug_)?assert\w*\b|precondition\b)/i;

/** Names of values that only decide how long something takes. */
export const timing =
  /time_?out|delay|interval|debounce|backoff|poll|grace|linger|sleep|ttl|(?:^|_|[a-z])Ms$/i;

function set(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
