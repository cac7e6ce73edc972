import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { stampOf } from "../../../workspace/files/stamp.ts";
import { analyse } from "../../index/analyze.ts";
import { hitsOf, questionOf, search } from "../../search.ts";
import { type LiveSegment, memorySegment } from "../../store/snapshot.ts";
import { corpusOf } from "../corpus.ts";
import { readQuery } from "../query.ts";
import { rank, runRoundsAsync } from "./coordinate.ts";
import type { Question, Round, RoundAnswer } from "./messages.ts";
import { ShardSearch } from "./shard.ts";

// Several machines, simulated: every message goes through text, and a shard may be slow or gone.

async function repository(name: string, files: Record<string, string>): Promise<LiveSegment> {
  const root = await temporaryTree(files);
  const toRead = Object.keys(files).flatMap((path) => {
    const stamp = stampOf(`${root}/${path}`);
    return stamp ? [{ path, stamp }] : [];
  });
  const { segment } = await analyse({ root, files: toRead });
  return { ...memorySegment(segment, name), repository: name };
}

/** One machine: text in, text out. */
class Node {
  readonly name: string;
  readonly #segment: LiveSegment;
  readonly #number: number;
  #search: ShardSearch | undefined;

  constructor(segment: LiveSegment, number: number) {
    this.name = segment.repository ?? "";
    this.#segment = segment;
    this.#number = number;
  }

  answer(message: string): string {
    const { question, round }: { question: Question; round: Round } = JSON.parse(message);
    if (round.round === "statistics") {
      const corpus = corpusOf({ segments: [this.#segment] });
      // A query is read again from its text: both sides are of one version.
      const asked = { ...question, query: readQuery(question.query.text) };
      this.#search = new ShardSearch(corpus, asked, undefined, this.#number);
    }
    if (!this.#search) throw new Error("The first round is missing.");
    return JSON.stringify(this.#search.answer(round));
  }
}

type Channel = (node: Node, message: string) => Promise<string>;

/** The list, and the repositories whose machine failed or took too long in any round. */
async function askAll(nodes: readonly Node[], question: Question, channel: Channel, waitMs: number) {
  const leftOut = new Set<string>();
  const ask = async (round: Round): Promise<RoundAnswer[]> => {
    const asked = nodes.filter(({ name }) => !leftOut.has(name));
    const answers = await Promise.all(
      asked.map(async (node) => {
        const slow = setTimeout(waitMs, undefined);
        const text = await Promise.race([
          channel(node, JSON.stringify({ question, round })).catch(() => undefined),
          slow,
        ]);
        if (text === undefined) leftOut.add(node.name);
        return text;
      }),
    );
    return answers.flatMap((text): RoundAnswer[] => (text === undefined ? [] : [JSON.parse(text)]));
  };
  const list = await runRoundsAsync(rank(question), ask);
  return { hits: hitsOf(list, question), leftOut: [...leftOut] };
}

const code = (verb: string) =>
  `/** Cancels a ${verb}. */\nexport function ${verb}Cancel(id: string) {\n  return id;\n}\n`;

async function machines() {
  const names = ["ferry", "harbor", "tide", "berth"];
  const segments = await Promise.all(
    names.map((name) =>
      repository(name, { "src/cancel.ts": code(name), "README.md": `# ${name}\n\nCancel here.\n` }),
    ),
  );
  const request = { query: readQuery("cancels a berth"), root: "/", limit: 10 };
  return { segments, nodes: segments.map((each, number) => new Node(each, number)), request };
}

const reliable: Channel = async (node, message) => node.answer(message);

it("rounds that travel as text give the list and the scores of one machine", async () => {
  const { segments, nodes, request } = await machines();
  const { hits, leftOut } = await askAll(nodes, questionOf(request), reliable, 5_000);
  expect(hits).toEqual(search({ segments }, request));
  expect(hits.length).toBeGreaterThan(3);
  expect(leftOut).toEqual([]);
});

// covers team: shard-gone
it.each([
  ["statistics", 0],
  ["best", 1],
  ["candidates", 2],
  ["hits", 3],
] as const)(
  "a machine that is gone from the round %s on, or slow, is named and the others answer",
  async (round, gone) => {
    const { nodes, request } = await machines();
    const isFrom = (message: string) => {
      const rounds = ["statistics", "best", "candidates", "evidence", "hits"];
      return rounds.indexOf(JSON.parse(message).round.round) >= rounds.indexOf(round);
    };
    const lost: Channel = async (node, message) => {
      if (node === nodes[gone] && isFrom(message)) throw new Error("connection lost");
      return node.answer(message);
    };
    const slow: Channel = async (node, message) => {
      if (node === nodes[gone] && isFrom(message)) await setTimeout(2_000);
      return node.answer(message);
    };
    for (const [channel, waitMs] of [
      [lost, 5_000],
      [slow, 500],
    ] as const) {
      const { hits, leftOut } = await askAll(nodes, questionOf(request), channel, waitMs);
      expect(leftOut).toEqual([nodes[gone]?.name]);
      expect(new Set(hits.map(({ repository: name }) => name)).size).toBe(3);
    }
  },
);
