import { readableCSharp } from "../csharp-text.ts";
import type { Grammar } from "../grammar.ts";

export const csharp: Grammar = {
  id: "csharp",
  extensions: ["cs"],
  version: 5,
  readable: readableCSharp,
  wasm: "tree-sitter-c_sharp.wasm",
  lineComment: "//",
  separator: ".",
  parameters: "type name",
  argumentNames: { argument: "name" },
  expressions: {
    identifier: { is: "name" },
    this: { is: "self" },
    base: { is: "super" },
    predefined_type: { is: "name" },
    string_literal: { is: "literal", of: "string" },
    verbatim_string_literal: { is: "literal", of: "string" },
    raw_string_literal: { is: "literal", of: "string" },
    interpolated_string_expression: { is: "literal", of: "string" },
    integer_literal: { is: "literal", of: "integer" },
    real_literal: { is: "literal", of: "float" },
    boolean_literal: { is: "literal", of: "boolean" },
    lambda_expression: { is: "closure" },
    anonymous_method_expression: { is: "closure" },
    member_access_expression: { is: "member", of: "expression", name: "name" },
    conditional_access_expression: {
      is: "member",
      of: "condition",
      name: { type: "member_binding_expression" },
    },
    qualified_name: { is: "member", of: "qualifier", name: "name" },
    generic_name: { is: "generic", of: 0, types: 1 },
    invocation_expression: { is: "call", of: "function", arguments: "arguments" },
    element_access_expression: { is: "index", of: "expression" },
    parenthesized_expression: { is: "inside", of: 0 },
    await_expression: { is: "inside", of: 0 },
    object_creation_expression: { is: "new", type: "type" },
    cast_expression: { is: "cast", type: "type" },
    as_expression: { is: "cast", type: "right" },
    is_expression: { is: "literal", of: "boolean" },
    is_pattern_expression: { is: "literal", of: "boolean" },
    conditional_expression: { is: "either", of: ["consequence", "alternative"] },
    binary_expression: { is: "binary", left: "left", right: "right", logical: "boolean" },
  },
  query: `
(namespace_declaration name: (_) @name body: (_) @body) @d.namespace
(class_declaration name: (_) @name body: (_)? @body) @d.class
(struct_declaration name: (_) @name body: (_)? @body) @d.struct
(record_declaration name: (_) @name body: (_)? @body) @d.class
(interface_declaration name: (_) @name body: (_)? @body) @d.interface
(enum_declaration name: (_) @name body: (_)? @body) @d.enum
(class_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @d.property))
(struct_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @d.property))
(record_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @d.property))
(enum_member_declaration name: (_) @name) @d.case
(delegate_declaration name: (_) @name parameters: (_) @params) @d.typealias
(method_declaration returns: (_)? @type name: (_) @name parameters: (_) @params body: (_)? @body) @d.method
(constructor_declaration name: (_) @name parameters: (_) @params body: (_)? @body) @d.initializer
(property_declaration type: (_) @type name: (_) @name accessors: (_)? @body) @d.property
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @d.property
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @d.property
(local_function_statement name: (_) @name parameters: (_) @params body: (_)? @body) @d.function
(base_list (_) @super)
(invocation_expression function: (identifier) @call arguments: (_) @args)
(invocation_expression function: (member_access_expression expression: _ @receiver name: (_) @call) arguments: (_) @args)
(invocation_expression function: (generic_name) @call arguments: (_) @args)
(invocation_expression function: (conditional_access_expression condition: (_) @receiver (member_binding_expression name: (_) @call)) arguments: (_) @args)
(object_creation_expression type: (_) @call arguments: (_)? @args)
(local_declaration_statement (variable_declaration type: (implicit_type) (variable_declarator name: (_) @local (_) @value .)))
(local_declaration_statement (variable_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type) (array_type)] @localtype (variable_declarator name: (_) @local)))
(foreach_statement type: [(identifier) (generic_name) (qualified_name) (nullable_type)] @localtype left: (identifier) @local)
(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)
(using_directive) @import
`,
  readImport: (statement) => {
    const match = /(global\s+)?using\s+(static\s+)?(?:(\w+)\s*=\s*)?([\w.:]+)/.exec(statement);
    const module = match?.[4]?.replace(/^global::/, "");
    if (!match || !module) return [];
    const attributes = [match[1] && "global", match[2] && "static"].flatMap((word) => word?.trim() ?? []);
    return [{ module, as: match[3], attributes: attributes.length > 0 ? attributes : undefined }];
  },
};
