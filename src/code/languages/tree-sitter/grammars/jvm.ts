import type { Grammar } from "../grammar.ts";
import { readableKotlin } from "../kotlin-text.ts";

function readImport(statement: string): ReturnType<Grammar["readImport"]> {
  const found = /import\s+(?:static\s+)?([\w.*]+)(?:\s+as\s+(\w+))?/.exec(statement);
  return found?.[1] ? [{ module: found[1], ...(found[2] ? { as: found[2] } : {}) }] : [];
}

export const java: Grammar = {
  id: "java",
  extensions: ["java"],
  version: 2,
  wasm: "tree-sitter-java.wasm",
  lineComment: "//",
  separator: ".",
  parameters: "type name",
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
(type_identifier) @typeref
(import_declaration) @import
`,
};

export const kotlin: Grammar = {
  id: "kotlin",
  extensions: ["kt", "kts"],
  version: 3,
  wasm: "tree-sitter-kotlin.wasm",
  lineComment: "//",
  separator: ".",
  parameters: "name: type",
  argumentLabel: /^(\w+)\s*=(?!=)/,
  readImport,
  readable: readableKotlin,
  query: `
(class_declaration "interface" name: (_) @name (class_body)? @body) @d.interface
(class_declaration name: (_) @name (enum_class_body) @body) @d.enum
(class_declaration name: (_) @name (class_body)? @body) @d.class
(object_declaration name: (_) @name (class_body)? @body) @d.class
(enum_entry (identifier) @name) @d.case
(function_declaration name: (_) @name (function_value_parameters) @params (function_body)? @body) @d.function
(property_declaration (variable_declaration (identifier) @name)) @d.variable
(class_parameter ["val" "var"] (identifier) @name . (_)? @type) @d.property
(type_alias (identifier) @name) @d.typealias
(delegation_specifier (constructor_invocation (user_type) @super))
(delegation_specifier (user_type) @super)
(call_expression (identifier) @call (value_arguments)? @args)
(call_expression (navigation_expression (_) @receiver (identifier) @call) (value_arguments)? @args)
(user_type (identifier) @typeref)
(import) @import
`,
};
