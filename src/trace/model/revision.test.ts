import { expect, test } from "vitest";
import { readSpec } from "../../specs/read.ts";
import { scenarioText } from "../formats/openspec.ts";
import { normalText, revisionOf } from "./revision.ts";

const revision = (kind: "requirement" | "statement" | "fr", text: string) =>
  revisionOf(kind, normalText(text));

function scenarioRevision(steps: string) {
  const text = `# A\n\n## Requirements\n\n### Requirement: R\n\nIt SHALL.\n\n#### Scenario: S\n\n${steps}`;
  const [scenario] = readSpec(text).requirements[0]?.scenarios ?? [];
  return scenario === undefined ? "" : revisionOf("scenario", scenarioText(scenario));
}

// covers trace: versioned-revision
test("the published revisions come out exactly", () => {
  const reserve = "The system SHALL reserve a place on a crossing for each booking it accepts.";
  expect(revision("requirement", reserve)).toBe("r1:cdcb778eec7e");
  expect(
    revision(
      "requirement",
      "The system **SHALL** reserve a place\non a crossing for each booking it accepts",
    ),
  ).toBe("r1:cdcb778eec7e");
  expect(revision("requirement", reserve.replace("SHALL", "MUST"))).toBe("r1:6858dee29ca1");
  // prose-ok-begin: published test vectors
  const full = [
    "- **GIVEN** a crossing without a free place",
    "- **WHEN** a passenger books it",
    "- **THEN** the booking is refused",
    "- **AND** the passenger is told about the next crossing with free places",
  ];
  expect(scenarioRevision(full.join("\n"))).toBe("r1:45172ff01b8f");
  const plain = [
    "* Given a crossing without a free place",
    "* When a passenger books it",
    "* Then the booking is refused",
    "* And the passenger is told about the next\n  crossing with free places.",
  ];
  // prose-ok-end
  expect(scenarioRevision(plain.join("\n"))).toBe("r1:45172ff01b8f");
  const waiting = full.toSpliced(3, 0, "- **AND** the passenger may join the waiting list");
  expect(scenarioRevision(waiting.join("\n"))).toBe("r1:a17be4cd056d");
  const limit = "- A crossing MUST NOT have more confirmed bookings than places.";
  expect(revision("statement", limit)).toBe("r1:d54c6a886afa");
  expect(revision("statement", limit.replace("MUST NOT", "MUST"))).toBe("r1:7ef8c01ad388");
  expect(revision("fr", "The system MUST count a pass holder on board like any other passenger")).toBe(
    "r1:090f694c8d58",
  );
});

// covers trace: ticked-box
test("rewrapping, emphasis, bullets, boxes, quotes, dashes and link targets do not change a revision", () => {
  const plain = revision("requirement", 'It SHALL "answer" in 2 seconds - always, see docs.');
  for (const text of [
    "It **SHALL** “answer” in\n2 seconds – always, see docs",
    '- [x] It SHALL "answer" in 2 seconds — always, see [docs](a.md).',
    '> It SHALL "answer" in 2\u00a0seconds - always,\n> see docs. <!-- why -->',
  ])
    expect(revision("requirement", text)).toBe(plain);
});

// covers trace: negated-text
test("case, numbers, negation and code change a revision", () => {
  const before = revision("requirement", "It SHALL keep `a * b` for 2 days");
  for (const text of [
    "It SHALL NOT keep `a * b` for 2 days",
    "It shall keep `a * b` for 2 days", // prose-ok: the keyword in small letters
    "It SHALL keep `a b` for 2 days",
    "It SHALL keep `a * b` for 3 days",
  ])
    expect(revision("requirement", text)).not.toBe(before);
});

// covers trace: names-in-any-script
test("NFC and NFD spellings have one revision", () => {
  expect(revision("requirement", "Gr\u00f6\u00dfe")).toBe(revision("requirement", "Gro\u0308\u00dfe"));
});
