import type { Output } from "../../api/transport.ts";

export type Finding = Output<"check">["findings"][number];

export interface Group {
  readonly name: string;
  readonly severity: "error" | "warning";
  readonly findings: readonly Finding[];
}

export interface Filter {
  readonly area: string | undefined;
  readonly severity: string | undefined;
  readonly words: string;
}

export function matching(findings: readonly Finding[], { area, severity, words }: Filter): Finding[] {
  const wanted = words.trim().toLowerCase();
  return findings.filter(
    (finding) =>
      (area === undefined || finding.area === area) &&
      (severity === undefined || finding.severity === severity) &&
      (wanted === "" || `${finding.file} ${finding.rule} ${finding.message}`.toLowerCase().includes(wanted)),
  );
}

/** By rule or by file: groups with errors first, then the largest. */
export function grouped(findings: readonly Finding[], by: "rule" | "file"): Group[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) groups.set(finding[by], [...(groups.get(finding[by]) ?? []), finding]);
  return [...groups]
    .map(([name, own]): Group => {
      const severity = own.some((each) => each.severity === "error") ? "error" : "warning";
      return { name, severity, findings: own };
    })
    .sort((a, b) => {
      if (a.severity !== b.severity) return a.severity === "error" ? -1 : 1;
      return b.findings.length - a.findings.length || (a.name < b.name ? -1 : 1);
    });
}

/** As compilers print it, which editors and CI logs turn into links. */
export function asLine({ file, line, severity, rule, message }: Finding): string {
  return `${file}:${line}: ${severity}: ${message} [${rule}]`;
}
