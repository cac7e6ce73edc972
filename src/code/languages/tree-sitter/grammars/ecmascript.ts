import type { ExpressionRules, Grammar } from "../grammar.ts";

// To tree-sitter `await f<T>(x)` is a call of `await f`.
const shared = `
(class_declaration name: (_) @name body: (_) @body) @d.class
(class name: (_) @name body: (_) @body) @d.class
(function_declaration name: (_) @name parameters: (_) @params body: (_) @body) @d.function
(generator_function_declaration name: (_) @name parameters: (_) @params body: (_) @body) @d.function
(method_definition name: (_) @name parameters: (_) @params body: (_) @body) @d.method
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (arrow_function parameters: (_)? @params body: (_) @body))) @d.function)
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: (arrow_function parameters: (_)? @params body: (_) @body)))) @d.function)
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (function_expression parameters: (_) @params body: (_) @body))) @d.function)
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: (function_expression parameters: (_) @params body: (_) @body)))) @d.function)
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @body) @d.constant))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @body))) @d.constant)
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @body) @d.variable))
(program (expression_statement (assignment_expression left: (member_expression property: (property_identifier) @name) right: (function_expression parameters: (_) @params body: (_) @body))) @d.function)
(program (expression_statement (assignment_expression left: (member_expression property: (property_identifier) @name) right: (arrow_function parameters: (_)? @params body: (_) @body))) @d.function)
(program (expression_statement (call_expression arguments: (arguments (function_expression name: (identifier) @name parameters: (_) @params body: (_) @body) @d.function))))
(pair key: (property_identifier) @name value: (function_expression parameters: (_) @params body: (_) @body)) @d.function
(call_expression function: (identifier) @call arguments: (_) @args)
(call_expression function: (member_expression object: (_) @receiver property: (_) @call) arguments: (_) @args)
(call_expression function: (await_expression (identifier) @call) arguments: (_) @args)
(call_expression function: (await_expression (member_expression object: (_) @receiver property: (_) @call)) arguments: (_) @args)
(new_expression constructor: (identifier) @call arguments: (_)? @args)
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @call) arguments: (_)? @args)
(statement_block (lexical_declaration (variable_declarator name: (identifier) @local value: (_) @value)))
(import_statement) @import
(export_statement source: (_)) @import
(export_statement !source (export_clause)) @import
(export_statement value: (identifier)) @import
(variable_declarator value: (await_expression (call_expression function: (import)))) @import
(variable_declarator value: (call_expression function: (identifier) @require (#eq? @require "require"))) @import
`;

const typed = `
(abstract_class_declaration name: (_) @name body: (_) @body) @d.class
(interface_declaration name: (_) @name body: (_) @body) @d.interface
(enum_declaration name: (_) @name body: (_) @body) @d.enum
(type_alias_declaration name: (_) @name value: (_) @body) @d.typealias
(internal_module name: (_) @name body: (_)? @body) @d.namespace
(module name: (_) @name body: (_)? @body) @d.namespace
(function_signature name: (_) @name parameters: (_) @params) @d.function
(method_signature name: (_) @name parameters: (_) @params return_type: (_)? @type) @d.method
(abstract_method_signature name: (_) @name parameters: (_) @params) @d.method
(property_signature name: (_) @name type: (_)? @type) @d.property
(public_field_definition name: (_) @name type: (_)? @type value: (_)? @body) @d.property
(required_parameter [(accessibility_modifier) "readonly" (override_modifier)] pattern: (identifier) @name type: (_)? @type value: (_)? @body) @d.promoted
(optional_parameter [(accessibility_modifier) "readonly" (override_modifier)] pattern: (identifier) @name type: (_)? @type) @d.promoted
(enum_body (enum_assignment name: (_) @name) @d.case)
(enum_body (property_identifier) @name @d.case)
(class_heritage (extends_clause value: (_) @super))
(class_heritage (implements_clause (_) @super))
(extends_type_clause (_) @super)
(type_identifier) @typeref
`;

const untyped = `
(field_definition property: (_) @name value: (_)? @body) @d.property
(class_heritage (_) @super)
`;

const expressions: ExpressionRules = {
  identifier: { is: "name" },
  this: { is: "self" },
  super: { is: "super" },
  string: { is: "literal", of: "string" },
  template_string: { is: "literal", of: "string" },
  number: { is: "literal", of: "float" },
  true: { is: "literal", of: "boolean" },
  false: { is: "literal", of: "boolean" },
  array: { is: "list" },
  arrow_function: { is: "closure" },
  function_expression: { is: "closure" },
  member_expression: { is: "member", of: "object", name: "property" },
  subscript_expression: { is: "index", of: "object" },
  call_expression: { is: "call", of: "function", arguments: "arguments", types: "type_arguments" },
  // A class is a value: it may be a variable as well as a declaration.
  new_expression: { is: "call", of: "constructor", arguments: "arguments", types: "type_arguments" },
  parenthesized_expression: { is: "inside", of: 0 },
  await_expression: { is: "inside", of: 0 },
  satisfies_expression: { is: "inside", of: 0 },
  non_null_expression: { is: "unwrap", of: 0 },
  as_expression: { is: "cast", type: 1 },
  ternary_expression: { is: "either", of: ["consequence", "alternative"] },
  unary_expression: { is: "unary", of: "argument", operator: "operator" },
  binary_expression: { is: "binary", left: "left", right: "right", logical: "operand" },
};

const common = {
  version: 8,
  expressions,
  lineComment: "//",
  separator: ".",
  parameters: "name: type",
  methodKinds: new Map([["constructor", "initializer"]] as const),
  readImport,
} as const;

export const ecmascript: readonly Grammar[] = [
  {
    ...common,
    id: "typescript",
    extensions: ["ts", "mts", "cts"],
    wasm: "tree-sitter-typescript.wasm",
    query: shared + typed,
  },
  {
    ...common,
    id: "tsx",
    extensions: ["tsx"],
    wasm: "tree-sitter-tsx.wasm",
    query: shared + typed,
  },
  {
    ...common,
    id: "javascript",
    extensions: ["js", "mjs", "cjs", "jsx"],
    wasm: "tree-sitter-javascript.wasm",
    query: shared + untyped,
  },
];

function readImport(statement: string): ReturnType<Grammar["readImport"]> {
  const bound =
    /^(\{[^}]*\}|[\w$]+)[^=]{0,200}=\s*(?:await\s+import|require)\s*\(\s*["'`]([^"'`]+)["'`]/.exec(statement);
  if (bound?.[2]) return [boundImport(bound[1] ?? "", bound[2])];
  const exported = /^export\s+default\s+([\w$]+)\s*;?$/.exec(statement)?.[1];
  if (exported) return [{ module: "", names: [{ name: exported, as: "default" }], attributes: ["export"] }];
  const module = /from\s*["']([^"']+)["']|^import\s*["']([^"']+)["']/.exec(statement);
  const isExport = /^export\b/.test(statement);
  // `export { a as b }` renames what the file itself has.
  const from = module?.[1] ?? module?.[2] ?? (isExport ? "" : undefined);
  if (from === undefined) return [];
  const names = (statement.split("{", 2)[1]?.split("}", 1)[0] ?? "").split(",").flatMap((part) => {
    const [name, as] = part
      .replace(/^\s*type\s+/, "")
      .trim()
      .split(/\s{1,20}as\s{1,20}/);
    return name ? [{ name, as }] : [];
  });
  const as = /\*\s+as\s+([\w$]+)/.exec(statement)?.[1];
  const main = /^import\s+(?:type\s+(?!from\b))?([\w$]+)/.exec(statement)?.[1];
  if (main !== undefined) names.push({ name: "default", as: main });
  return [
    {
      module: from,
      names: names.length > 0 ? names : undefined,
      as,
      attributes: isExport ? ["export"] : undefined,
    },
  ];
}

/** `const { a, b: c } = await import("./d")`, `const d = require("./d")`. */
function boundImport(target: string, module: string): ReturnType<Grammar["readImport"]>[number] {
  if (!target.startsWith("{")) return { module, as: target };
  const names = target
    .slice(1, -1)
    .split(",")
    .flatMap((part) => {
      const [name, as] = part.trim().split(/\s{0,20}:\s{0,20}/);
      return name ? [{ name, as }] : [];
    });
  return { module, names };
}
