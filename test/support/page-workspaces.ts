import { change, proposal } from "./specs.ts";

type Files = Record<string, string>;

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A workspace with so many specs, each with requirements of one scenario, a change for every tenth, and some code. */
export function specsWorkspace(specs: number, perSpec = 3): Files {
  const named = times(specs, (n) => ({ n, name: `crossing-${String(n).padStart(4, "0")}` }));
  return Object.fromEntries([
    ...named.map(({ n, name }) => [`openspec/specs/${name}/spec.md`, specText(n, perSpec)]),
    ...named
      .filter(({ n }) => n % 10 === 0)
      .flatMap(({ n, name }) => {
        const delta = `## MODIFIED Requirements\n\n${requirementText(n, 0, "at once")}`;
        return Object.entries({
          ...change(`openspec/changes/speed-up-${n}`, { [name]: delta }),
          [`openspec/changes/speed-up-${n}/tasks.md`]: `## 1. Work\n\n- [x] 1.1 Measure\n- [ ] 1.2 Build\n`,
        });
      }),
    ...times(Math.min(specs, 40), (n) => [`src/crossing-${n}.ts`, codeText(n)]),
    ...times(Math.min(specs, 20), (n) => [`test/crossing-${n}.test.ts`, testText(n)]),
  ]);
}

function specText(n: number, perSpec: number): string {
  const purpose = `How crossing ${n} is sold, boarded and left, so that nobody waits at the wrong pier.`;
  const requirements = times(perSpec, (each) => requirementText(n, each));
  return `# Crossing ${n}\n\n## Purpose\n\n${purpose}\n\n## Requirements\n\n${requirements.join("\n")}`;
}

function requirementText(n: number, each: number, when = "within a minute"): string {
  const must = each % 3 === 2 ? "SHOULD" : "SHALL";
  return [
    `### Requirement: Departure ${n}.${each}`,
    "",
    `The system ${must} announce departure ${each} of crossing ${n} ${when}.`,
    "",
    "#### Scenario: On time",
    "",
    "- **WHEN** the gate closes",
    `- **THEN** departure ${each} is announced`,
    "",
  ].join("\n");
}

function codeText(n: number): string {
  const next = n === 0 ? "" : `import { announce${n - 1} } from "./crossing-${n - 1}.ts";\n\n`;
  const body = n === 0 ? '  return "gate closed";' : `  return announce${n - 1}() + ", departure ${n}";`;
  return `${next}/** Announces crossing ${n}. */\nexport function announce${n}(): string {\n${body}\n}\n`;
}

function testText(n: number): string {
  const name = `crossing-${String(n).padStart(4, "0")}/departure-${n}0#on-time`;
  return `import { test } from "vitest";\nimport { announce${n} } from "../src/crossing-${n}.ts";\n\n// [VERIFIES: ${name}]\ntest("announces ${n}", () => {\n  announce${n}();\n});\n`;
}

/** Ten thousand requirements in a hundred specs. */
export function manyRequirements(): Files {
  return Object.fromEntries(
    times(100, (n) => [`openspec/specs/line-${String(n).padStart(3, "0")}/spec.md`, specText(n, 100)]),
  );
}

/** Sets a flag in the page if it ever runs. */
export const script = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const escapes = "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J";

/** What a repository may bring to the page: none of it may run, break the layout or stop the view. */
export function hostileWorkspace(): Files {
  const megabyte = "x".repeat(1_048_576);
  const spec = (name: string, text: string) =>
    `# ${name}\n\n## Purpose\n\n${text}\n\n## Requirements\n\n### Requirement: ${name}\n\nThe system SHALL ${text}\n\n#### Scenario: ${name}\n\n- **WHEN** ${text}\n- **THEN** ${text}\n`;
  return {
    "openspec/specs/script/spec.md": spec(
      `Title ${script}`,
      `run ${script} and [this](javascript:window.hacked=1) and ![x](http://127.0.0.1:9/x.png) and <iframe src="//x"></iframe>.`,
    ),
    "openspec/specs/korean/spec.md": spec(
      "여객선 예약 취소",
      "승객이 출발 한 시간 전까지 예약을 취소할 수 있어야 하며 요금은 전액 환불되어야 한다. ".repeat(8),
    ),
    "openspec/specs/chinese/spec.md": spec(
      "渡轮订票与退票",
      "乘客必须能够在开船前一小时取消预订，并且系统应当全额退款。".repeat(12),
    ),
    "openspec/specs/hebrew/spec.md": spec(
      "ביטול הזמנה",
      "הנוסע חייב להיות מסוגל לבטל הזמנה עד שעה לפני ההפלגה (1234 ABC).",
    ),
    "openspec/specs/long/spec.md": spec("One long line", `accept ${megabyte}.`),
    "openspec/specs/ansi/spec.md": spec(`Colors ${escapes}`, `print ${escapes}.`),
    "openspec/changes/<b>bold/proposal.md": proposal.replace("A title", script),
    "openspec/changes/<b>bold/tasks.md": `- [ ] 1.1 ${script}\n- [x] 1.2 ${escapes}\n`,
    "openspec/changes/<b>bold/specs/script/spec.md": `## ADDED Requirements\n\n### Requirement: ${script}\n\nThe system SHALL ${script}.\n\n#### Scenario: ${script}\n\n- **WHEN** ${script}\n- **THEN** ${script}\n`,
    ".claude/skills/evil/SKILL.md": `---\nname: evil\ndescription: ${JSON.stringify(script)}\n---\n\n${script}\n`,
    "src/evil.ts": `/** ${script} ${escapes} */\nexport function evil(): string {\n  return ${JSON.stringify(script + megabyte)};\n}\n`,
    "src/נתיב.ts": "export function right(): void {}\n",
  };
}
