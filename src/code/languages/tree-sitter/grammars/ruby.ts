import type { Grammar } from "../grammar.ts";

export const ruby: Grammar = {
  id: "ruby",
  extensions: ["rb", "rake", "gemspec"],
  version: 5,
  wasm: "tree-sitter-ruby.wasm",
  sigil: ":",
  lineComment: "#",
  separator: "::",
  parameters: "name: type",
  argumentNames: { pair: "key" },
  gatheredArgument: "pair",
  expressions: {
    identifier: { is: "name" },
    constant: { is: "name" },
    instance_variable: { is: "name" },
    class_variable: { is: "name" },
    self: { is: "self" },
    super: { is: "super" },
    string: { is: "literal", of: "string" },
    integer: { is: "literal", of: "integer" },
    float: { is: "literal", of: "float" },
    true: { is: "literal", of: "boolean" },
    false: { is: "literal", of: "boolean" },
    array: { is: "list" },
    lambda: { is: "closure" },
    scope_resolution: { is: "member", of: "scope", name: "name" },
    call: { is: "method", of: "receiver", name: "method", arguments: "arguments", makers: ["new"] },
    element_reference: { is: "index", of: "object" },
    conditional: { is: "either", of: ["consequence", "alternative"] },
    binary: { is: "binary", left: "left", right: "right", logical: "operand" },
  },
  methodKinds: new Map([["initialize", "initializer"]]),
  query: `
(module name: (_) @name body: (_)? @body) @d.module
(class name: (_) @name body: (_)? @body) @d.class
(method name: (_) @name parameters: (_)? @params body: (_)? @body) @d.method
(singleton_method name: (_) @name parameters: (_)? @params body: (_)? @body) @d.method
(assignment left: (constant) @name right: (_) @body) @d.constant
(call !receiver method: (identifier) @attribute (#match? @attribute "^attr_(reader|writer|accessor)$") arguments: (argument_list (simple_symbol) @name @d.property))
(superclass (_) @super)
(call !receiver method: (identifier) @mixin (#match? @mixin "^(include|extend|prepend)$") arguments: (argument_list (_) @super))
(call !receiver method: (identifier) @call arguments: (_)? @args)
(call receiver: (_) @receiver method: (_) @call arguments: (_)? @args)
(assignment left: (identifier) @local right: (_) @value)
(call !receiver method: (identifier) @required (#match? @required "^require(_relative)?$") arguments: (_)) @import
`,
  readImport: (statement) => {
    const module = /require(?:_relative)?\s{0,20}\(?\s{0,20}["']([^"']{1,500})["']/.exec(statement)?.[1];
    return module ? [{ module }] : [];
  },
};
