import type { Grammar } from "../grammar.ts";

export const php: Grammar = {
  id: "php",
  extensions: ["php", "phtml"],
  version: 1,
  wasm: "tree-sitter-php.wasm",
  sigil: "$",
  lineComment: "//",
  separator: "\\",
  parameters: "type name",
  argumentLabel: /^(\w+):(?!:)/,
  methodKinds: new Map([
    ["__construct", "initializer"],
    ["__destruct", "deinitializer"],
  ]),
  query: `
(class_declaration name: (_) @name body: (_) @body) @d.class
(interface_declaration name: (_) @name body: (_) @body) @d.interface
(trait_declaration name: (_) @name body: (_) @body) @d.trait
(enum_declaration name: (_) @name body: (_) @body) @d.enum
(enum_case name: (_) @name) @d.case
(function_definition name: (_) @name parameters: (_) @params return_type: (_)? @type body: (_) @body) @d.function
(method_declaration name: (_) @name parameters: (_) @params return_type: (_)? @type body: (_)? @body) @d.method
(property_declaration type: (_)? @type (property_element name: (_) @name)) @d.property
(const_declaration (const_element (name) @name)) @d.constant
(base_clause (_) @super)
(class_interface_clause (_) @super)
(use_declaration (_) @super)
(function_call_expression function: (_) @call arguments: (_) @args)
(member_call_expression object: (_) @receiver name: (_) @call arguments: (_) @args)
(scoped_call_expression scope: (_) @receiver name: (_) @call arguments: (_) @args)
(object_creation_expression (name) @call (arguments)? @args)
(named_type (_) @typeref)
(namespace_use_declaration) @import
`,
  readImport: (statement) =>
    statement
      .replace(/^use\s+(function\s+|const\s+)?/, "")
      .replace(/;\s*$/, "")
      .split(",")
      .flatMap((part) => {
        const [module, as] = part.trim().split(/\s{1,20}as\s{1,20}/);
        return module ? [{ module: module.replaceAll("\\", "."), ...(as ? { as } : {}) }] : [];
      }),
};
