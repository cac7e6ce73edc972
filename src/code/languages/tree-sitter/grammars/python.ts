import { selfExpression, superExpression } from "../../expression.ts";
import type { Grammar } from "../grammar.ts";

export const python: Grammar = {
  id: "python",
  extensions: ["py", "pyi"],
  version: 4,
  wasm: "tree-sitter-python.wasm",
  lineComment: "#",
  separator: ".",
  parameters: "name: type",
  argumentNames: { keyword_argument: "name" },
  wordExpressions: new Map([
    ["self", selfExpression],
    ["cls", selfExpression],
    ["super", superExpression],
  ]),
  expressions: {
    identifier: { is: "name" },
    string: { is: "literal", of: "string" },
    concatenated_string: { is: "literal", of: "string" },
    integer: { is: "literal", of: "integer" },
    float: { is: "literal", of: "float" },
    true: { is: "literal", of: "boolean" },
    false: { is: "literal", of: "boolean" },
    list: { is: "list" },
    lambda: { is: "closure" },
    attribute: { is: "member", of: "object", name: "attribute" },
    call: { is: "call", of: "function", arguments: "arguments" },
    subscript: { is: "index", of: "value" },
    parenthesized_expression: { is: "inside", of: 0 },
    await: { is: "inside", of: 0 },
    conditional_expression: { is: "either", of: [0, 2] },
    comparison_operator: { is: "literal", of: "boolean" },
    not_operator: { is: "literal", of: "boolean" },
    boolean_operator: { is: "binary", left: "left", right: "right", logical: "operand" },
  },
  methodKinds: new Map([
    ["__init__", "initializer"],
    ["__del__", "deinitializer"],
  ]),
  query: `
(class_definition name: (_) @name body: (_) @body) @d.class
(function_definition name: (_) @name parameters: (_) @params return_type: (_)? @type body: (_) @body) @d.function
(module (expression_statement (assignment left: (identifier) @name type: (_)? @type right: (_)? @body)) @d.variable)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name type: (_)? @type right: (_)? @body)) @d.property))
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @super))
(block . (expression_statement (string) @doc))
(call function: (identifier) @call arguments: (_) @args)
(call function: (attribute object: (_) @receiver attribute: (_) @call) arguments: (_) @args)
(function_definition body: (block (expression_statement (assignment left: (identifier) @local type: (_)? @localtype right: (_)? @value))))
(type (identifier) @typeref)
(import_statement) @import
(import_from_statement) @import
`,
  readImport: (statement) => {
    const from = /^from\s+([\w.]+)\s+import\s+\(?([\s\S]*?)\)?$/.exec(statement.trim());
    if (from) return [{ module: from[1] ?? "", names: namesIn(from[2] ?? "") }];
    return statement
      .replace(/^import\s+/, "")
      .split(",")
      .map((part) => {
        const [module = "", as] = part.trim().split(/\s{1,20}as\s{1,20}/);
        return { module, as };
      });
  },
};

function namesIn(list: string): { name: string; as?: string }[] {
  return list.split(",").flatMap((part) => {
    const [name, as] = part
      .replace(/#.*$/gm, "")
      .trim()
      .split(/\s{1,20}as\s{1,20}/);
    return name ? [{ name, as }] : [];
  });
}
