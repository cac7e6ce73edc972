import type { Grammar } from "../grammar.ts";

export const rust: Grammar = {
  id: "rust",
  extensions: ["rs"],
  version: 1,
  wasm: "tree-sitter-rust.wasm",
  lineComment: "//",
  separator: "::",
  parameters: "name: type",
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
(call_expression function: (scoped_identifier path: (_) @receiver name: (_) @call) arguments: (_) @args)
(macro_invocation macro: (identifier) @call)
(type_identifier) @typeref
(use_declaration) @import
`,
  readImport: (statement) => {
    const path = statement
      .replace(/^(pub(\([^)]*\))?\s+)?use\s+/, "")
      .replace(/;\s*$/, "")
      .replace(/\s+/g, " ");
    const brace = path.indexOf("{");
    if (brace < 0) {
      const [module = "", as] = path.split(" as ");
      return [{ module, ...(as ? { as } : {}) }];
    }
    const names = path
      .slice(brace + 1, path.lastIndexOf("}"))
      .split(",")
      .flatMap((part) => {
        const [name, as] = part.trim().split(" as ");
        return name ? [{ name, ...(as ? { as } : {}) }] : [];
      });
    return [{ module: path.slice(0, brace).replace(/::$/, ""), names }];
  },
};
