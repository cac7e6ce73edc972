import type { Graph, GraphNode } from "../graph/model/graph.ts";
import { type Answer, type Research, settleAnswer } from "./answer.ts";
import { focused } from "./focus/focus.ts";
import { answerProse } from "./prose/prose.ts";
import { answerTests } from "./prose/tests.ts";
import { type Asked, type Question, readQuestion } from "./question/question.ts";
import { findSymbols } from "./question/symbols.ts";
import { declared, type Sentence, understand } from "./question/understand.ts";
import { unknownName } from "./question/unknown-name.ts";
import { quotedFinding } from "./quote.ts";
import { isTypeNode } from "./relation/neighbours.ts";
import { answerRelation } from "./relation/relation.ts";
import type { ResearchRequest } from "./request.ts";

export interface Researched extends Answer {
  readonly question: { readonly kind: string; readonly symbols: readonly string[] };
}

/** Answers a question about the code from its graph; the same graph and request give the same answer. */
export async function research(graph: Graph, request: ResearchRequest): Promise<Researched> {
  const { kind, starts, found } = await answered(graph, request);
  const quoted = {
    ...found,
    findings: found.findings.map((each) => quotedFinding(graph, each, request.sources)),
  };
  return {
    ...settleAnswer(quoted),
    question: { kind, symbols: starts.slice(0, 20).map(({ name }) => name) },
  };
}

interface Answered {
  readonly kind: string;
  readonly starts: readonly GraphNode[];
  readonly found: Research;
}

/** A whole phrase first ("callers of X"), then names and verbs anywhere in the sentence, then its words. */
async function answered(graph: Graph, request: ResearchRequest): Promise<Answered> {
  const { focus, query } = request;
  const question = readQuestion(query);
  const starts = startsOf(graph, question);
  const isNamed = question.kind !== "free" && starts.length > 0;
  if (focus)
    return { kind: focus, starts, found: await focused(graph, request, focus, isNamed ? starts : []) };
  if (isNamed)
    return { kind: question.kind, starts, found: await answerRelation(graph, question, starts, request) };
  const sentence = understand(graph, query);
  const missing = await unknownName(graph, question, sentence, request);
  if (missing) return { kind: "unknown", starts: [], found: missing };
  return inSentence(graph, sentence, request);
}

async function inSentence(graph: Graph, sentence: Sentence, request: ResearchRequest): Promise<Answered> {
  const { want, names } = sentence;
  const [head, second] = names;
  const first =
    want === "implementations"
      ? (names.find(({ nodes }) => nodes.some((node) => hasBelow(graph, node))) ?? head)
      : head;
  const anchors = names.flatMap(({ nodes }) => nodes.slice(0, 3));
  const starts = first?.nodes ?? [];
  const asks = (kind: Asked) =>
    answerRelation(graph, { kind, subject: first?.text ?? "" }, startsFor(kind, starts), request);
  if (first && second && want === "path") {
    const question = { kind: "path", subject: first.text, goal: second.text } as const;
    return { kind: "path", starts, found: await answerRelation(graph, question, starts, request) };
  }
  if (first && want === "implementations" && starts.some((node) => hasBelow(graph, node)))
    return { kind: want, starts, found: await asks("implementations") };
  if (first && (want === "callers" || want === "uses"))
    return { kind: want, starts, found: await asks(want) };
  if (first && (want === "impact" || want === "implementations"))
    return { kind: "dependents", starts, found: await asks("dependents") };
  if (want === "tests")
    return { kind: "free", starts: anchors, found: await answerTests(graph, request, anchors) };
  const hits = await request.search(request.query);
  await request.onHop(1, hits.length);
  const { query, scale, sources } = request;
  const found = answerProse(graph, { query, want, hits, anchors, scale }, sources);
  return { kind: "free", starts: anchors, found };
}

function startsFor(kind: Asked, starts: readonly GraphNode[]): readonly GraphNode[] {
  const types = starts.filter(isTypeNode);
  return kind === "implementations" && types.length > 0 ? types : starts;
}

function hasBelow(graph: Graph, { id }: GraphNode): boolean {
  return graph.to(id).some(({ kind }) => kind === "conforms" || kind === "inherits" || kind === "overrides");
}

function startsOf(graph: Graph, question: Question): GraphNode[] {
  if (question.kind === "free") return [];
  const exact = findSymbols(graph, question.subject);
  const found = exact.length > 0 ? exact : declared(graph, question.subject);
  const types = found.filter(isTypeNode);
  const wantsType =
    question.kind === "implementations" || question.kind === "subclasses" || question.kind === "supertypes";
  return wantsType && types.length > 0 ? types : found;
}
