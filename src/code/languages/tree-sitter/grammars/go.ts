import type { Grammar } from "../grammar.ts";

export const go: Grammar = {
  id: "go",
  extensions: ["go"],
  version: 6,
  wasm: "tree-sitter-go.wasm",
  lineComment: "//",
  separator: ".",
  parameters: "name type",
  expressions: {
    identifier: { is: "name" },
    package_identifier: { is: "name" },
    interpreted_string_literal: { is: "literal", of: "string" },
    raw_string_literal: { is: "literal", of: "string" },
    int_literal: { is: "literal", of: "integer" },
    float_literal: { is: "literal", of: "float" },
    true: { is: "literal", of: "boolean" },
    false: { is: "literal", of: "boolean" },
    func_literal: { is: "closure" },
    selector_expression: { is: "member", of: "operand", name: "field" },
    call_expression: { is: "call", of: "function", arguments: "arguments", types: "type_arguments" },
    index_expression: { is: "index", of: "operand" },
    slice_expression: { is: "inside", of: "operand" },
    parenthesized_expression: { is: "inside", of: 0 },
    composite_literal: { is: "new", type: "type" },
    type_assertion_expression: { is: "cast", type: "type" },
    type_conversion_expression: { is: "cast", type: "type" },
    unary_expression: { is: "unary", of: "operand", operator: "operator" },
    binary_expression: { is: "binary", left: "left", right: "right", logical: "boolean" },
  },
  query: `
(function_declaration name: (_) @name parameters: (_) @params result: (_)? @type body: (_)? @body) @d.function
(method_declaration receiver: (parameter_list (parameter_declaration name: (_)? @self type: (_) @owner)) name: (_) @name parameters: (_) @params result: (_)? @type body: (_)? @body) @d.method
(type_declaration (type_spec name: (_) @name type: (struct_type) @body)) @d.struct
(type_declaration (type_spec name: (_) @name type: (interface_type) @body)) @d.interface
(type_declaration (type_spec name: (_) @name type: [(type_identifier) (function_type) (map_type) (slice_type) (array_type) (pointer_type) (channel_type) (qualified_type) (generic_type)] @body)) @d.typealias
(type_declaration (type_alias name: (_) @name type: (_) @body)) @d.typealias
(method_elem name: (_) @name parameters: (_) @params result: (_)? @type) @d.method
(field_declaration name: (_) @name type: (_) @type) @d.property
(field_declaration !name type: (_) @super)
(source_file (const_declaration (const_spec name: (_) @name) @d.constant))
(source_file (var_declaration (var_spec name: (_) @name) @d.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (_) @name) @d.variable)))
(call_expression function: (identifier) @call arguments: (_) @args)
(call_expression function: (selector_expression operand: (_) @receiver field: (_) @call) arguments: (_) @args)
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(type_conversion_expression type: (generic_type type: (qualified_type package: (_) @receiver name: (_) @call)))
(short_var_declaration left: (expression_list . (identifier) @first . (identifier)) right: (expression_list . (_) @value .))
(short_var_declaration left: (expression_list . (identifier) @local .) right: (expression_list . (_) @value .))
(var_declaration (var_spec name: (_) @local type: (_) @localtype))
(var_declaration (var_spec name: (_) @local !type value: (expression_list . (_) @value .)))
(package_clause (package_identifier) @package)
(type_identifier) @typeref
(import_spec) @import
`,
  readImport: (statement) => {
    const match = /^(?:([\w.]+)\s+)?["`]([^"`]+)["`]/.exec(statement.trim());
    return match?.[2] ? [{ module: match[2], as: match[1] }] : [];
  },
};
