import type { Grammar } from "../grammar.ts";
import { readableKotlin } from "../kotlin-text.ts";

function readImport(statement: string): ReturnType<Grammar["readImport"]> {
  const match = /import\s+(static\s+)?([\w.*`]+)(?:\s+as\s+(\w+))?/.exec(statement);
  if (!match?.[2]) return [];
  return [
    { module: match[2].replaceAll("`", ""), as: match[3], attributes: match[1] ? ["static"] : undefined },
  ];
}

export const java: Grammar = {
  id: "java",
  extensions: ["java"],
  version: 4,
  wasm: "tree-sitter-java.wasm",
  lineComment: "//",
  separator: ".",
  parameters: "type name",
  expressions: {
    identifier: { is: "name" },
    type_identifier: { is: "name" },
    this: { is: "self" },
    super: { is: "super" },
    string_literal: { is: "literal", of: "string" },
    decimal_integer_literal: { is: "literal", of: "integer" },
    hex_integer_literal: { is: "literal", of: "integer" },
    decimal_floating_point_literal: { is: "literal", of: "float" },
    true: { is: "literal", of: "boolean" },
    false: { is: "literal", of: "boolean" },
    lambda_expression: { is: "closure" },
    field_access: { is: "member", of: "object", name: "field" },
    scoped_identifier: { is: "member", of: "scope", name: "name" },
    scoped_type_identifier: { is: "member", of: 0, name: -1 },
    method_invocation: { is: "method", of: "object", name: "name", arguments: "arguments" },
    array_access: { is: "index", of: "array" },
    parenthesized_expression: { is: "inside", of: 0 },
    object_creation_expression: { is: "new", type: "type" },
    cast_expression: { is: "cast", type: "type" },
    ternary_expression: { is: "either", of: ["consequence", "alternative"] },
    instanceof_expression: { is: "literal", of: "boolean" },
    binary_expression: { is: "binary", left: "left", right: "right", logical: "boolean" },
  },
  readImport,
  query: `
(class_declaration name: (_) @name body: (_) @body) @d.class
(interface_declaration name: (_) @name body: (_) @body) @d.interface
(annotation_type_declaration name: (_) @name body: (_) @body) @d.interface
(enum_declaration name: (_) @name body: (_) @body) @d.enum
(record_declaration name: (_) @name body: (_) @body) @d.class
(enum_constant name: (_) @name) @d.case
(method_declaration type: (_) @type name: (_) @name parameters: (_) @params body: (_)? @body) @d.method
(annotation_type_element_declaration type: (_) @type name: (_) @name) @d.method
(constructor_declaration name: (_) @name parameters: (_) @params body: (_) @body) @d.initializer
(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @body)) @d.property
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @body)) @d.property
(superclass (_) @super)
(super_interfaces (type_list (_) @super))
(extends_interfaces (type_list (_) @super))
(method_invocation !object name: (_) @call arguments: (_) @args)
(method_invocation object: (_) @receiver name: (_) @call arguments: (_) @args)
(object_creation_expression type: (_) @call arguments: (_) @args)
(local_variable_declaration type: (type_identifier) @var (#eq? @var "var") declarator: (variable_declarator name: (_) @local value: (_) @value))
(local_variable_declaration type: (_) @localtype (#not-eq? @localtype "var") declarator: (variable_declarator name: (_) @local))
(enhanced_for_statement type: (_) @localtype (#not-eq? @localtype "var") name: (_) @local)
(type_identifier) @typeref
(package_declaration [(identifier) (scoped_identifier)] @package)
(import_declaration) @import
`,
};

export const kotlin: Grammar = {
  id: "kotlin",
  extensions: ["kt", "kts"],
  version: 6,
  wasm: "tree-sitter-kotlin.wasm",
  lineComment: "//",
  separator: ".",
  parameters: "name: type",
  argumentNames: { value_argument: 0 },
  expressions: {
    identifier: { is: "name" },
    this_expression: { is: "self" },
    super_expression: { is: "super" },
    string_literal: { is: "literal", of: "string" },
    multiline_string_literal: { is: "literal", of: "string" },
    number_literal: { is: "literal", of: "integer" },
    float_literal: { is: "literal", of: "float" },
    lambda_literal: { is: "closure" },
    anonymous_function: { is: "closure" },
    navigation_expression: { is: "member", of: 0, name: 1 },
    call_expression: {
      is: "call",
      of: 0,
      arguments: { type: "value_arguments" },
      types: { type: "type_arguments" },
      closure: { type: "annotated_lambda" },
    },
    index_expression: { is: "index", of: 0 },
    parenthesized_expression: { is: "inside", of: 0 },
    as_expression: { is: "cast", type: "right" },
    is_expression: { is: "literal", of: "boolean" },
    in_expression: { is: "literal", of: "boolean" },
    // To the grammar `!a.b()` is a call of a member of `!a`.
    unary_expression: { is: "inside", of: "argument" },
    binary_expression: { is: "binary", left: "left", right: "right", logical: "boolean" },
  },
  readImport,
  readable: readableKotlin,
  query: `
(class_declaration "interface" name: (_) @name (class_body)? @body) @d.interface
(class_declaration name: (_) @name (enum_class_body) @body) @d.enum
(class_declaration name: (_) @name (class_body)? @body) @d.class
(object_declaration name: (_) @name (class_body)? @body) @d.class
(enum_entry (identifier) @name) @d.case
(function_declaration name: (_) @name (function_value_parameters) @params . [(user_type) (nullable_type)] @type (function_body)? @body) @d.function
(function_declaration name: (_) @name (function_value_parameters) @params (function_body)? @body) @d.function
(property_declaration (variable_declaration (identifier) @name)) @d.variable
(class_parameter ["val" "var"] (identifier) @name . (_)? @type) @d.property
(type_alias (identifier) @name) @d.typealias
(delegation_specifier (constructor_invocation (user_type) @super))
(delegation_specifier (user_type) @super)
(call_expression (identifier) @call (value_arguments)? @args)
(call_expression (navigation_expression (_) @receiver (identifier) @call) (value_arguments)? @args)
(binary_expression left: (binary_expression left: (identifier) @call operator: "<") operator: ">" right: (parenthesized_expression) @args)
(binary_expression left: (binary_expression left: (navigation_expression (_) @receiver (identifier) @call) operator: "<") operator: ">" right: (parenthesized_expression) @args)
(block (property_declaration (variable_declaration (identifier) @local (_) @localtype)))
(block (property_declaration (variable_declaration . (identifier) @local .) (_) @value .))
(user_type (identifier) @typeref)
(package_header (qualified_identifier) @package)
(import) @import
`,
};
