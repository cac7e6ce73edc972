import { selfExpression, superExpression } from "../../expression.ts";
import type { Grammar } from "../grammar.ts";

export const php: Grammar = {
  id: "php",
  extensions: ["php", "phtml"],
  version: 4,
  wasm: "tree-sitter-php.wasm",
  sigil: "$",
  lineComment: "//",
  separator: "\\",
  parameters: "type name",
  argumentNames: { argument: "name" },
  wordExpressions: new Map([
    ["$this", selfExpression],
    ["self", selfExpression],
    ["static", selfExpression],
    ["parent", superExpression],
  ]),
  expressions: {
    name: { is: "name" },
    variable_name: { is: "name" },
    relative_scope: { is: "name" },
    qualified_name: { is: "inside", of: -1 },
    string: { is: "literal", of: "string" },
    encapsed_string: { is: "literal", of: "string" },
    integer: { is: "literal", of: "integer" },
    float: { is: "literal", of: "float" },
    boolean: { is: "literal", of: "boolean" },
    anonymous_function: { is: "closure" },
    arrow_function: { is: "closure" },
    member_access_expression: { is: "member", of: "object", name: "name" },
    nullsafe_member_access_expression: { is: "member", of: "object", name: "name" },
    function_call_expression: { is: "call", of: "function", arguments: "arguments" },
    member_call_expression: { is: "method", of: "object", name: "name", arguments: "arguments" },
    nullsafe_member_call_expression: { is: "method", of: "object", name: "name", arguments: "arguments" },
    scoped_call_expression: { is: "method", of: "scope", name: "name", arguments: "arguments" },
    class_constant_access_expression: { is: "member", of: 0, name: 1 },
    subscript_expression: { is: "index", of: 0 },
    parenthesized_expression: { is: "inside", of: 0 },
    clone_expression: { is: "inside", of: 0 },
    object_creation_expression: { is: "new", type: 0 },
    conditional_expression: { is: "either", of: ["body", "alternative"] },
    binary_expression: { is: "binary", left: "left", right: "right", logical: "boolean" },
  },
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
(property_promotion_parameter type: (_)? @type name: (_) @name) @d.promoted
(const_declaration (const_element (name) @name)) @d.constant
(base_clause (_) @super)
(class_interface_clause (_) @super)
(use_declaration (_) @super)
(function_call_expression function: (_) @call arguments: (_) @args)
(member_call_expression object: (_) @receiver name: (_) @call arguments: (_) @args)
(scoped_call_expression scope: (_) @receiver name: (_) @call arguments: (_) @args)
(object_creation_expression [(name) (qualified_name)] @call (arguments)? @args)
(nullsafe_member_call_expression object: (_) @receiver name: (_) @call arguments: (_) @args)
(expression_statement (assignment_expression left: (variable_name) @local right: (_) @value))
(namespace_definition name: (_) @package)
(named_type (_) @typeref)
(namespace_use_declaration) @import
`,
  readImport: (statement) => {
    const list = statement
      .replace(/^use\s+(function\s+|const\s+)?/, "")
      .replace(/;\s*$/, "")
      .replaceAll("\\", ".");
    const brace = list.indexOf("{");
    // `use A\{B, C}`
    const prefix = brace < 0 ? "" : list.slice(0, brace).trim();
    const parts = list
      .slice(brace + 1)
      .replace(/\}\s*$/, "")
      .split(",");
    return parts.flatMap((part) => {
      const [name, as] = part
        .replace(/^\s*(function|const)\s+/, "")
        .trim()
        .split(/\s{1,20}as\s{1,20}/);
      return name ? [{ module: `${prefix}${name}`.replace(/^\./, ""), as }] : [];
    });
  },
};
