import { count } from "../../../kernel/text.ts";
import type { Graph, GraphNode } from "../../graph/model/graph.ts";
import { type Finding, findingOf, type Research, sourceOf } from "../answer.ts";
import { comparePlaces } from "../rank.ts";
import { isTypeNode } from "../relation/neighbours.ts";

interface Pattern {
  readonly name: string;
  /** Words in a question that ask for this one alone. */
  readonly words: RegExp;
  /** Why a node is an instance; undefined when it is not. */
  readonly matches: (node: GraphNode, graph: Graph) => string | undefined;
}

const shownInstances = 12;

const patterns: readonly Pattern[] = [
  {
    name: "Singletons",
    words: /singleton|shared instance/i,
    matches: (node, graph) => {
      const { symbol, kind } = node;
      if (kind !== "property" || !symbol?.modifiers.includes("static")) return undefined;
      if (!/^(shared|default|standard|main|current|instance|sharedInstance|live)$/i.test(symbol.name))
        return undefined;
      const type = containerOf(graph, node);
      const isOwn = type?.symbol && (symbol.type?.includes(type.symbol.name) || makes(graph, node, type));
      return isOwn || symbol.type === "Self" ? `static ${symbol.name} of its own type` : undefined;
    },
  },
  {
    name: "Delegates",
    words: /delegat/i,
    matches: ({ kind, symbol }) => {
      if (kind === "protocol" && /Delegate$|DataSource$/.test(symbol?.name ?? "")) return "delegate protocol";
      return kind === "property" && /[dD]elegate$|dataSource$/.test(symbol?.name ?? "")
        ? "holds a delegate"
        : undefined;
    },
  },
  {
    name: "Builders",
    words: /builder/i,
    matches: (node, graph) => {
      const { symbol, kind } = node;
      if (symbol?.attributes.some((text) => text.startsWith("@resultBuilder"))) return "result builder";
      if (isTypeNode(node) && /Builder$/.test(symbol?.name ?? "")) return "builder type";
      const outer = containerOf(graph, node);
      const isFluent = kind === "method" && symbol?.type === "Self" && outer?.kind !== "protocol";
      return isFluent && /^(with|set|adding|appending)/.test(symbol?.name ?? "") ? "returns Self" : undefined;
    },
  },
  {
    name: "Actors",
    words: /actor|concurren|isolation/i,
    matches: ({ kind, symbol }) => {
      if (kind === "actor") return "actor";
      return symbol?.attributes.includes("@globalActor") ? "global actor" : undefined;
    },
  },
  {
    name: "Factories",
    words: /factor/i,
    matches: (node) => {
      const { kind, symbol } = node;
      if (isTypeNode(node) && /Factory$/.test(symbol?.name ?? "")) return "factory type";
      const isMaker = /^(make|create|build)[A-Z]/.test(symbol?.name ?? "") && symbol?.type !== undefined;
      return isMaker && (kind === "method" || kind === "function") ? `makes ${symbol.type}` : undefined;
    },
  },
  {
    name: "Observers",
    words: /observ|publish|subscri|notif/i,
    matches: (node, graph) => {
      const { symbol } = node;
      if (symbol?.attributes.some((text) => /^@(Observable|ObservableState|Published)\b/.test(text)))
        return symbol.attributes[0];
      if (isTypeNode(node) && /Observer$|Listener$|Publisher$|Subscriber$/.test(symbol?.name ?? ""))
        return "by name";
      const conforms = graph
        .from(node.id)
        .some(
          ({ kind, to }) =>
            kind === "conforms" && /^(ObservableObject|Publisher|Subscriber)$/.test(graph.node(to).name),
        );
      return conforms ? "observable by conformance" : undefined;
    },
  },
  {
    name: "Strategies (protocols with several implementations)",
    words: /strateg|polymorph|abstraction/i,
    matches: ({ kind, id }, graph) => {
      if (kind !== "protocol" && kind !== "interface" && kind !== "trait") return undefined;
      const number = graph.to(id).filter((edge) => edge.kind === "conforms").length;
      return number >= 3 ? `${number} direct conformances` : undefined;
    },
  },
];

/** Known patterns with their instances. A question that names one gets that one. */
export function patternFocus(graph: Graph, query: string): Research {
  const asked = patterns.filter(({ words }) => words.test(query));
  const sorted = graph
    .nodes()
    .filter(({ path }) => path !== "")
    .sort(comparePlaces);
  const found = (asked.length > 0 ? asked : patterns).map((pattern) => ({
    pattern,
    instances: instancesOf(pattern, sorted, graph),
  }));
  const lines = found.flatMap(({ pattern, instances }) => {
    if (instances.length === 0) return asked.length > 0 ? [`${pattern.name}: none found.`] : [];
    const shown = instances.slice(0, shownInstances);
    const more = instances.length - shown.length;
    return [
      `${pattern.name}: ${count(instances.length, "instance")}`,
      ...shown.map(({ node, why }) => `  ${node.name} — ${why} — ${node.path}:${node.line}`),
      ...(more > 0 ? [`  … ${more} more in the findings`] : []),
    ];
  });
  const findings = found.flatMap(({ pattern, instances }) =>
    instances.map((each) => instanceFinding(graph, pattern, each)),
  );
  const overview = lines.length > 0 ? lines.join("\n") : "None of the known patterns was found.";
  return {
    findings,
    chains: [],
    nodes: found.flatMap(({ instances }) => instances.map(({ node }) => node)),
    edges: [],
    overview,
  };
}

interface Instance {
  readonly node: GraphNode;
  readonly why: string;
}

function instancesOf({ matches }: Pattern, nodes: readonly GraphNode[], graph: Graph): Instance[] {
  return nodes.flatMap((node) => {
    const why = matches(node, graph);
    return why === undefined ? [] : [{ node, why }];
  });
}

function instanceFinding(graph: Graph, { name }: Pattern, { node, why }: Instance): Finding {
  const place = { ...sourceOf(node), confidence: "exact" as const };
  return findingOf(graph, node.id, place, "references", 1, `${name.split(" ")[0]}: ${why}`);
}

/** Whether the initial value of a property names the type, or calls one of its members. */
function makes(graph: Graph, property: GraphNode, type: GraphNode): boolean {
  return graph
    .from(property.id)
    .some(({ to }) => to === type.id || containerOf(graph, graph.node(to))?.id === type.id);
}

function containerOf(graph: Graph, { parent }: GraphNode): GraphNode | undefined {
  if (parent === undefined) return undefined;
  const outer = graph.node(parent);
  if (outer.kind !== "extension") return outer;
  const type = graph.from(outer.id).find(({ kind }) => kind === "extends")?.to;
  return type === undefined ? outer : graph.node(type);
}
