import { selfExpression, superExpression } from "../../expression.ts";
import type { ExpressionRules, Grammar } from "../grammar.ts";
import { withoutMacros } from "../macros.ts";

function readImport(statement: string): ReturnType<Grammar["readImport"]> {
  const match = /#\s{0,20}(?:include|import)\s{0,20}[<"]([^>"]{1,500})[>"]|@import\s+([\w.]+)/.exec(
    statement,
  );
  const module = match?.[1] ?? match?.[2];
  return module ? [{ module }] : [];
}

const declarator = `[(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]`;

const plain = `
(function_definition type: (_)? @type declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params) body: (_) @body) @d.function
(function_definition type: (_)? @type declarator: (pointer_declarator (function_declarator declarator: (identifier) @name parameters: (_) @params)) body: (_) @body) @d.function
(declaration type: (_)? @type declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)) @d.function
(declaration type: (_) @type declarator: (pointer_declarator (function_declarator declarator: (identifier) @name parameters: (_) @params))) @d.function
(struct_specifier name: (_) @name body: (_) @body) @d.struct
(union_specifier name: (_) @name body: (_) @body) @d.struct
(enum_specifier name: (_) @name body: (_) @body) @d.enum
(enumerator name: (_) @name) @d.case
(type_definition declarator: [
  (type_identifier) @name
  (pointer_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
]) @d.typealias
((preproc_def name: (_) @name) @d.constant (#not-match? @name "_(H|HH|HPP|HXX|INCLUDED)_*$"))
(preproc_function_def name: (_) @name parameters: (_) @params) @d.macro
(declaration declarator: (init_declarator declarator: ${declarator} value: (_) @body)) @d.variable
(declaration declarator: ${declarator}) @d.variable
(compound_statement) @block
(field_declaration type: (_) @type declarator: (field_identifier) @name) @d.property
(call_expression function: (identifier) @call arguments: (_) @args)
(call_expression function: (field_expression argument: (_) @receiver field: (_) @call) arguments: (_) @args)
(compound_statement (declaration type: [(type_identifier) (struct_specifier) (sized_type_specifier)] @localtype declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local) (init_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])]))
(type_identifier) @typeref
(preproc_include) @import
`;

const plus = `
(class_specifier name: (_) @name body: (_) @body) @d.class
(namespace_definition name: (_) @name body: (_) @body) @d.namespace
(function_definition type: (_)? @type declarator: (function_declarator declarator: [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name parameters: (_) @params) body: (_)? @body) @d.function
(function_definition type: (_)? @type declarator: (_ (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name parameters: (_) @params)) body: (_)? @body) @d.function
(field_declaration type: (_) @type declarator: (function_declarator declarator: (_) @name parameters: (_) @params)) @d.method
(function_definition declarator: (operator_cast) @name body: (_) @body) @d.method
(alias_declaration name: (_) @name type: (_) @body) @d.typealias
(concept_definition name: (_) @name) @d.typealias
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @super)
(call_expression function: (qualified_identifier scope: (_)? @receiver name: (_) @call) arguments: (_) @args)
(call_expression function: (template_function name: (_) @call) arguments: (_) @args)
(template_argument_list (type_descriptor type: (type_identifier) @call declarator: (abstract_function_declarator parameters: (_) @args)))
(template_argument_list (type_descriptor type: (qualified_identifier scope: (_)? @receiver name: (_) @call) declarator: (abstract_function_declarator parameters: (_) @args)))
(compound_statement (declaration type: [(qualified_identifier) (template_type)] @localtype declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local) (init_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])]))
(compound_statement (declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local) (reference_declarator (identifier) @local)] value: (_) @value)))
(using_declaration) @import
`;

const objective = `
(class_interface . (identifier) @name) @d.class
(class_implementation . (identifier) @name) @d.class
(protocol_declaration . (identifier) @name) @d.protocol
(class_interface superclass: (_) @super)
(class_interface (parameterized_arguments (type_name) @super))
(protocol_reference_list (identifier) @super)
(method_declaration (method_type) . (identifier) @name) @d.method
(method_definition (method_type) . (identifier) @name (compound_statement) @body) @d.method
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @d.property
(property_declaration (struct_declaration (struct_declarator (pointer_declarator (identifier) @name)))) @d.property
(message_expression receiver: (_) @receiver . method: (identifier) @call)
(module_import) @import
`;

const expressions: ExpressionRules = {
  identifier: { is: "name" },
  type_identifier: { is: "name" },
  namespace_identifier: { is: "name" },
  this: { is: "self" },
  string_literal: { is: "literal", of: "string" },
  raw_string_literal: { is: "literal", of: "string" },
  concatenated_string: { is: "literal", of: "string" },
  number_literal: { is: "literal", of: "integer" },
  true: { is: "literal", of: "boolean" },
  false: { is: "literal", of: "boolean" },
  lambda_expression: { is: "closure" },
  block_literal: { is: "closure" },
  field_expression: { is: "member", of: "argument", name: "field" },
  qualified_identifier: { is: "member", of: "scope", name: "name" },
  call_expression: { is: "call", of: "function", arguments: "arguments" },
  template_function: { is: "generic", of: "name", types: "arguments" },
  template_type: { is: "generic", of: "name", types: "arguments" },
  template_method: { is: "generic", of: "name", types: "arguments" },
  field_identifier: { is: "name" },
  message_expression: {
    is: "method",
    of: "receiver",
    name: "method",
    arguments: "arguments",
    makers: ["alloc", "new"],
  },
  subscript_expression: { is: "index", of: "argument" },
  parenthesized_expression: { is: "inside", of: 0 },
  pointer_expression: { is: "inside", of: "argument" },
  co_await_expression: { is: "inside", of: "argument" },
  new_expression: { is: "new", type: "type" },
  compound_literal_expression: { is: "new", type: "type" },
  cast_expression: { is: "cast", type: "type" },
  conditional_expression: { is: "either", of: ["consequence", "alternative"] },
  unary_expression: { is: "unary", of: "argument", operator: "operator" },
  binary_expression: { is: "binary", left: "left", right: "right", logical: "boolean" },
};

const common = {
  version: 6,
  expressions,
  readable: withoutMacros,
  lineComment: "//",
  separator: "::",
  parameters: "type name",
  readImport,
} as const;

export const cFamily: readonly Grammar[] = [
  { ...common, id: "c", extensions: ["c", "h"], wasm: "tree-sitter-c.wasm", query: plain },
  {
    ...common,
    id: "cpp",
    extensions: ["cc", "cpp", "cxx", "c++", "hpp", "hh", "hxx", "inl", "ipp"],
    wasm: "tree-sitter-cpp.wasm",
    query: plain + plus,
  },
  {
    ...common,
    id: "objective-c",
    extensions: ["m", "mm"],
    wordExpressions: new Map([
      ["self", selfExpression],
      ["super", superExpression],
    ]),
    wasm: "tree-sitter-objc.wasm",
    query: plain + objective,
  },
];
