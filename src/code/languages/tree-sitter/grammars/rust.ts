import { withoutTrailing } from "../../../../kernel/text.ts";
import type { Import } from "../../language.ts";
import type { Grammar } from "../grammar.ts";
import { splitList } from "../parameters.ts";

export const rust: Grammar = {
  id: "rust",
  extensions: ["rs"],
  version: 4,
  wasm: "tree-sitter-rust.wasm",
  lineComment: "//",
  separator: "::",
  parameters: "name: type",
  namePaths: new Set(["scoped_identifier", "scoped_type_identifier"]),
  expressions: {
    identifier: { is: "name" },
    type_identifier: { is: "name" },
    self: { is: "self" },
    crate: { is: "name" },
    super: { is: "name" },
    string_literal: { is: "literal", of: "string" },
    raw_string_literal: { is: "literal", of: "string" },
    integer_literal: { is: "literal", of: "integer" },
    float_literal: { is: "literal", of: "float" },
    boolean_literal: { is: "literal", of: "boolean" },
    array_expression: { is: "list" },
    closure_expression: { is: "closure" },
    field_expression: { is: "member", of: "value", name: "field" },
    scoped_identifier: { is: "member", of: "path", name: "name" },
    scoped_type_identifier: { is: "member", of: "path", name: "name" },
    call_expression: { is: "call", of: "function", arguments: "arguments" },
    generic_function: { is: "generic", of: "function", types: "type_arguments" },
    generic_type: { is: "generic", of: "type", types: "type_arguments" },
    generic_type_with_turbofish: { is: "generic", of: "type", types: "type_arguments" },
    bracketed_type: { is: "inside", of: 0 },
    index_expression: { is: "index", of: 0 },
    parenthesized_expression: { is: "inside", of: 0 },
    await_expression: { is: "inside", of: 0 },
    reference_expression: { is: "inside", of: "value" },
    try_expression: { is: "unwrap", of: 0 },
    struct_expression: { is: "new", type: "name" },
    type_cast_expression: { is: "cast", type: "type" },
    unary_expression: { is: "unary", of: 0 },
    binary_expression: { is: "binary", left: "left", right: "right", logical: "boolean" },
  },
  query: `
(function_item name: (_) @name parameters: (_) @params return_type: (_)? @type body: (_) @body) @d.function
(function_signature_item name: (_) @name parameters: (_) @params return_type: (_)? @type) @d.function
(struct_item name: (_) @name body: (_)? @body) @d.struct
(union_item name: (_) @name body: (_)? @body) @d.struct
(enum_item name: (_) @name body: (_) @body) @d.enum
(enum_variant name: (_) @name) @d.case
(trait_item name: (_) @name body: (_) @body) @d.trait
(impl_item type: (_) @name body: (_)? @body) @d.extension
(mod_item name: (_) @name body: (_) @body) @d.module
(const_item name: (_) @name value: (_)? @body) @d.constant
(static_item name: (_) @name value: (_)? @body) @d.variable
(type_item name: (_) @name type: (_) @body) @d.typealias
(associated_type name: (_) @name) @d.typealias
(macro_definition name: (_) @name) @d.macro
(field_declaration name: (_) @name type: (_) @type) @d.property
(impl_item trait: (_) @super)
(trait_item bounds: (trait_bounds (_) @super))
(call_expression function: (identifier) @call arguments: (_) @args)
(call_expression function: (field_expression value: (_) @receiver field: (_) @call) arguments: (_) @args)
(call_expression function: (scoped_identifier path: (_)) @call arguments: (_) @args)
(call_expression function: (generic_function function: (identifier) @call) arguments: (_) @args)
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (_) @call)) arguments: (_) @args)
(call_expression function: (generic_function function: (scoped_identifier path: (_) @receiver name: (_) @call)) arguments: (_) @args)
(macro_invocation macro: (identifier) @call)
(token_tree (identifier) @tokencall . (token_tree) @args)
(let_declaration pattern: (identifier) @local type: (_) @localtype)
(let_declaration pattern: (identifier) @local !type value: (_) @value)
(type_identifier) @typeref
(use_declaration) @import
(extern_crate_declaration) @import
`,
  readImport: (statement) => {
    const path = statement
      .replace(/\/\/.*$/gm, "")
      .replace(/^(pub(\([^)]*\))?\s+)?(use|extern\s+crate)\s+/, "")
      .replace(/;\s*$/, "")
      .replace(/\s+/g, " ");
    const attributes = /^pub\b/.test(statement) ? ["export"] : undefined;
    return readUse(path.trim(), "", maxUseDepth).map((each) => ({ ...each, attributes }));
  },
};

const maxUseDepth = 8;

/** `a::{b, c::{d, e as f}}`: one import for each module that names are taken from. */
function readUse(path: string, outer: string, depth: number): Omit<Import, "line">[] {
  const whole = outer === "" ? path : `${outer}::${path}`;
  const brace = path.indexOf("{");
  if (brace < 0 || depth === 0) {
    const [module = "", as] = whole.split(" as ");
    return [{ module, as }];
  }
  const module = withoutTrailing(whole.slice(0, whole.indexOf("{")), ":");
  const parts = splitList(`(${path.slice(brace + 1, path.lastIndexOf("}"))})`);
  const names = parts.flatMap((part) => {
    const [name = "", as] = part.split(" as ");
    return name.includes("::") || name.includes("{") ? [] : [{ name, as }];
  });
  const deeper = parts.filter((part) => /::|\{/.test(part));
  return [
    ...(names.length > 0 ? [{ module, names }] : []),
    ...deeper.flatMap((part) => readUse(part, module, depth - 1)),
  ];
}
