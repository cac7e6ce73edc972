import { expect, test } from "vitest";
import { literalPath } from "../../../workspace/paths/paths.ts";
import type { Candidate } from "../../prove/candidates.ts";
import type { MutantOutcome, TriedMutant } from "../../prove/mutate.ts";
import type { LeafState } from "../../state/state.ts";
import { mutantLeaf } from "./verdicts.ts";

const leaf: LeafState = {
  node: {
    address: "openspec:a/b",
    format: "openspec",
    spec: "a",
    specAddress: "a",
    item: "b",
    kind: "requirement",
    name: "B",
    text: "",
    revision: "r1:0",
    phase: "live",
    file: literalPath("a.md"),
    line: 1,
    endLine: 2,
    needs: ["test"],
    aliases: [],
  },
  state: "passed",
  measured: "passed",
  reason: "",
  links: [],
};

function tried(id: string, outcome: MutantOutcome): TriedMutant {
  const target = { file: "a.ts", name: "f", hash: "", from: 0, to: 1 };
  const candidate: Candidate = {
    id,
    file: "a.ts",
    line: 1,
    from: 0,
    to: 1,
    replacement: "",
    operator: "boolean",
    target,
    before: "",
    after: "",
    shared: [],
    score: 0,
  };
  return { candidate, outcome, noticed: new Map(), isStored: false };
}

const verdict = (all: readonly TriedMutant[], dismissed: readonly string[] = []) =>
  mutantLeaf("a/b", leaf, all, { dismissed: new Set(dismissed), candidates: 9, blocked: "" });

// covers trace: change-does-not-build
test("changes that do not build are not counted", () => {
  const all = [tried("1", "invalid"), tried("2", "invalid"), tried("3", "survived"), tried("4", "survived")];
  expect(verdict(all)).toMatchObject({ verdict: "undecided", tried: 2, invalid: 2 });
  expect(verdict([...all, tried("5", "survived")])).toMatchObject({ verdict: "insensitive", tried: 3 });
});

// covers trace: dismissed-survivors
test("survivors that a person dismissed are not shown, and decide nothing", () => {
  const alive = [tried("1", "survived"), tried("2", "survived"), tried("3", "survived")];
  const all = ["1", "2", "3"];
  expect(verdict(alive, all)).toMatchObject({ verdict: "insensitive", survivors: [], dismissed: 3 });
  expect(verdict([...alive, tried("4", "killed")], all)).toMatchObject({
    verdict: "sensitive",
    survivors: [],
    dismissed: 3,
  });
});
