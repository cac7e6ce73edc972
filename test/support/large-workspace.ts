import { temporaryTree } from "./temporary.ts";

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const sentence = (n: number) =>
  `The ferry number ${n} leaves when its gate is closed and the tide is high enough. `;

function spec(n: number): string {
  const requirements = times(n === 0 ? 300 : 2, (each) =>
    [
      `### Requirement: Departure ${each}`,
      `The system SHALL ${sentence(each).repeat(n === 0 ? 20 : 1)}`,
      "",
      ...times(n === 0 ? 30 : 1, (at) =>
        [
          `#### Scenario: Case ${at}`,
          "- **GIVEN** a ship",
          `- **WHEN** ${sentence(at)}`,
          `- **THEN** ${sentence(at).repeat(n + each + at === 0 ? 9_000 : 1)}`,
          "",
        ].join("\n"),
      ),
    ].join("\n"),
  );
  const purpose = sentence(n).repeat(4);
  return `# Ferry ${n}\n\n## Purpose\n${purpose}\n\n## Requirements\n${requirements.join("\n")}\n`;
}

function artifact(n: number): string {
  const groups = times(n === 0 ? 400 : 1, (each) =>
    [
      `## Concept: Part ${each}`,
      "",
      sentence(each).repeat(n === 0 && each === 0 ? 4_000 : 3),
      "",
      `!concept-part-${each}.rules:`,
      "",
      `- ${sentence(each)}`,
      "",
    ].join("\n"),
  );
  const dependencies = n === 0 ? times(150, (each) => `  - ../part-${each + 1}/spec.md`).join("\n") : "";
  const front = `---\nname: part-${n}\nversion: "1.0.0"\n${n === 0 ? `dependencies:\n${dependencies}\n` : ""}---\n`;
  return `${front}\n# Part ${n}\n\n${groups.join("\n")}`;
}

/** Every room filled to the brim: lists of hundreds, documents of a megabyte, a function that everything calls. */
export function largeWorkspace(): Promise<string> {
  const entries: [string, string][] = [
    ...times(500, (n): [string, string] => [`openspec/specs/ferry-${n}/spec.md`, spec(n)]),
    ...times(120, (n): [string, string] => [
      `openspec/changes/change-${n}/proposal.md`,
      `# Change: Number ${n}\n\n## Why\n${sentence(n).repeat(n === 0 ? 12_000 : 2)}\n`,
    ]),
    ...times(120, (n): [string, string] => [
      `openspec/changes/change-${n}/tasks.md`,
      times(n === 0 ? 2_000 : 3, (task) => `- [ ] ${task}.1 ${sentence(task)}`).join("\n"),
    ]),
    [
      "openspec/changes/change-0/specs/ferry-0/spec.md",
      spec(0).replace("## Requirements", "## ADDED Requirements"),
    ],
    [".specman/", ""],
    ...times(200, (n): [string, string] => [`spec/part-${n}/spec.md`, artifact(n)]),
    ...times(60, (n): [string, string] => [
      `impl/part-${n}/impl.md`,
      `---\nname: part-${n}-impl\nversion: "1.0.0"\nspec: ../../spec/part-${n}/spec.md\nlocation: ../../src\n---\n\n# Impl ${n}\n\n${sentence(n).repeat(n === 0 ? 9_000 : 3)}\n`,
    ]),
    ...times(60, (n): [string, string] => [
      `.specman/scratchpad/pad-${n}/scratch.md`,
      `---\ntarget: ../../../spec/part-0/spec.md\nbranch: part-0/draft/pad-${n}\nwork_type:\n  draft: {}\n---\n\n# Pad ${n}\n\n## Context\n\n${sentence(n).repeat(n === 0 ? 9_000 : 3)}\n`,
    ]),
    ...times(150, (n): [string, string] => [
      `.claude/skills/skill-${n}/SKILL.md`,
      `---\nname: skill-${n}\ndescription: ${sentence(n)}\n---\n\n${sentence(n).repeat(n === 0 ? 9_000 : 3)}\n`,
    ]),
    [
      "src/gate.ts",
      `/** ${sentence(0)} */\nexport function closeGate(ship: string): string {\n${times(400, (n) => `  const step${n} = ship + "${sentence(n)}";`).join("\n")}\n  return ship;\n}\n`,
    ],
    ...times(300, (n): [string, string] => [
      `src/ships/ship-${n}.ts`,
      `import { closeGate } from "../gate.ts";\nexport class Ship${n} {\n${times(6, (m) => `  /** ${sentence(m)} */\n  leave${m}(): string {\n    return closeGate("ship ${n}");\n  }\n`).join("\n")}}\n// [ENSURES: concept-part-${n}.rules:CHECK]\n`,
    ]),
    ["docs/guide.md", times(300, (n) => `## Gate ${n}\n\n${sentence(n).repeat(20)}\n`).join("\n")],
  ];
  return temporaryTree(Object.fromEntries(entries));
}
