// Rewrites source texts for a sweep: probes note which functions a test reaches, switches hold a change next to the
// original and choose while the program runs, so one copy and one build serve all changes.
import { parseAst } from "rolldown/parseAst";

/** The functions of a file, outer ones first: where each begins and ends, and where its body does. */
export function functionsIn(source) {
  const functions = [];
  visit(parse(source), [], (node) => {
    if (isFunction(node) && node.body) functions.push({ from: node.start, to: node.end, body: node.body });
  });
  return functions;
}

/** The text with a probe in each function; `firstId` numbers the first. */
export function withProbes(source, firstId, places) {
  const edits = [];
  for (const [index, { body }] of functionsIn(source).entries()) {
    const call = `hewtoProbe(${firstId + index})`;
    if (body.type === "BlockStatement") edits.push({ at: body.start + 1, text: `${call};` });
    else edits.push({ at: body.start, text: `(${call},(` }, { at: body.end, text: "))" });
  }
  return insert(source, edits) + probe(places);
}

/** The text with a switch at each change; a change that cannot be switched is left out of `done`. */
export function withSwitches(source, mutants, variable) {
  const tree = parse(source);
  const edits = [];
  const done = [];
  const taken = [];
  for (const mutant of mutants) {
    const place = placeOf(tree, source, mutant);
    if (place === undefined || taken.some(({ from, to }) => place.from < to && from < place.to)) continue;
    const original = source.slice(place.from, place.to);
    const on = `hewtoSwitch(${mutant.number})`;
    const text =
      place.changed === undefined
        ? `{ if (!${on}) { ${original} } }`
        : `(${on} ? (${place.changed}) : (${original}))`;
    edits.push({ at: place.from, to: place.to, text });
    taken.push(place);
    done.push(mutant);
  }
  return { text: edits.length === 0 ? source : insert(source, edits) + switches(variable), done };
}

/** The smallest expression or statement around a change that can be written twice; `changed` is it with the change made. */
function placeOf(tree, source, { from, to, replacement, operator }) {
  const around = [];
  visit(tree, [], (node, parents) => {
    if (node.start <= from && to <= node.end) around.push({ node, parents });
  });
  if (around.some(({ node }) => /^TS.*(?:Type|Keyword|Declaration|Signature)/.test(node.type)))
    return undefined;
  const nodes = around.reverse();
  if (operator === "statement") {
    const statement = nodes.find(({ node }) => node.type === "ExpressionStatement");
    if (statement === undefined || statement.node.start !== from) return undefined;
    return { from, to: statement.node.end, changed: undefined };
  }
  // The brackets of `if (x)` belong to the statement.
  if (operator === "condition" && source[from] === "(" && nodes[0]?.node.type.endsWith("Statement")) {
    const { test } = nodes[0].node;
    if (!test) return undefined;
    return { from: test.start, to: test.end, changed: `!(${source.slice(test.start, test.end)})` };
  }
  for (const { node, parents } of nodes) {
    if (/Statement$|Declaration$|^Property$|^TemplateElement$/.test(node.type) && !isExpression(node)) {
      if (/^Import|^Export/.test(node.type)) return undefined;
      if (node.type !== "TemplateElement") return undefined;
    }
    if (!isExpression(node) || !canBeRepeated(node, parents)) continue;
    const { start, end } = node;
    return {
      from: start,
      to: end,
      changed: source.slice(start, from) + replacement + source.slice(to, end),
    };
  }
  return undefined;
}

function isExpression({ type }) {
  return (
    /Expression$|^TemplateLiteral$|^Literal$|^Identifier$/.test(type) &&
    !["ImportExpression", "TSInstantiationExpression"].includes(type)
  );
}

function canBeRepeated(node, parents) {
  const { parent, field } = parents.at(-1);
  if (parents.some((each) => each.parent.type === "ImportExpression")) return false;
  if (field === "key" || field === "callee" || field === "tag" || field === "quasi") return false;
  if (field === "property" && !parent.computed) return false;
  if (/Pattern$/.test(parent.type) && field !== "right") return false;
  if (field === "left" && /^Assignment|^For/.test(parent.type)) return false;
  if (parent.type === "UpdateExpression" || parent.type === "VariableDeclarator") return field === "init";
  if (parent.type === "UnaryExpression" && parent.operator === "delete") return false;
  if (field === "params" || field === "id" || field === "label" || field === "source") return false;
  if (/Specifier$|ImportAttribute/.test(parent.type)) return false;
  // A chain that is cut in two no longer ends at the first missing value.
  if (node.type !== "ChainExpression" && parents.some((each) => isLink(each))) {
    const last = parents.findLastIndex((each) => !isLink(each) && each.parent.type !== "ChainExpression");
    const above = parents.slice(last + 1);
    if (above.some((each) => each.parent.type === "ChainExpression")) return false;
  }
  return true;
}

/** Whether a parent continues a chain through this field. */
function isLink({ parent, field }) {
  return (
    (parent.type === "MemberExpression" && field === "object") ||
    (parent.type === "CallExpression" && field === "callee") ||
    parent.type === "TSNonNullExpression"
  );
}

function isFunction({ type }) {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type);
}

function parse(source) {
  return parseAst(source, { lang: "ts" });
}

function visit(node, parents, see) {
  see(node, parents);
  for (const [field, value] of Object.entries(node)) {
    const children = Array.isArray(value) ? value : [value];
    for (const child of children)
      if (child !== null && typeof child === "object" && typeof child.type === "string")
        visit(child, [...parents, { parent: node, field }], see);
  }
}

/** Edits from the end, so that places stay; at one place the later one comes first in the text. */
function insert(source, edits) {
  let text = source;
  const ordered = edits.map((edit, order) => ({ to: edit.at, ...edit, order }));
  for (const { at, to, text: added } of ordered.sort((a, b) => b.at - a.at || a.order - b.order))
    text = text.slice(0, at) + added + text.slice(to);
  return text;
}

/** Notes each pair of test file and function once, in a file that all processes append to. */
function probe({ log, test }) {
  return `
function hewtoProbe(id) {
  const g = globalThis;
  if (g.hewtoReached === undefined) {
    const fs = g.process?.getBuiltinModule?.("node:fs");
    g.hewtoReached = new Set();
    g.hewtoFlush = () => {
      if (fs === undefined || g.hewtoReached.size === 0) return;
      const list = [...g.hewtoReached].join(" ");
      g.hewtoReached.clear();
      try { fs.appendFileSync(${JSON.stringify(log)}, fs.readFileSync(${JSON.stringify(test)}, "utf8") + " " + list + "\\n"); } catch {}
    };
    g.process?.on?.("exit", g.hewtoFlush);
  }
  g.hewtoReached.add(id);
}
`;
}

/** Reads once which change is on. */
function switches(variable) {
  return `
function hewtoSwitch(number) {
  const g = globalThis;
  if (g.hewtoActive === undefined) {
    g.hewtoActive = Number(g.process?.env?.${variable} ?? 0);
  }
  return g.hewtoActive === number;
}
`;
}
