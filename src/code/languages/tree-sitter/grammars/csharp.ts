import type { Grammar } from "../grammar.ts";

export const csharp: Grammar = {
  id: "csharp",
  extensions: ["cs"],
  version: 1,
  wasm: "tree-sitter-c_sharp.wasm",
  lineComment: "//",
  separator: ".",
  parameters: "type name",
  argumentLabel: /^(\w+)\s*:(?!:)/,
  query: `
(namespace_declaration name: (_) @name body: (_) @body) @d.namespace
(class_declaration name: (_) @name body: (_)? @body) @d.class
(struct_declaration name: (_) @name body: (_)? @body) @d.struct
(record_declaration name: (_) @name body: (_)? @body) @d.class
(interface_declaration name: (_) @name body: (_)? @body) @d.interface
(enum_declaration name: (_) @name body: (_)? @body) @d.enum
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
(invocation_expression function: (member_access_expression expression: (_) @receiver name: (_) @call) arguments: (_) @args)
(object_creation_expression type: (_) @call arguments: (_)? @args)
(using_directive) @import
`,
  readImport: (statement) => {
    const found = /using\s+(?:static\s+)?(?:(\w+)\s*=\s*)?([\w.]+)/.exec(statement);
    return found?.[2] ? [{ module: found[2], ...(found[1] ? { as: found[1] } : {}) }] : [];
  },
};
