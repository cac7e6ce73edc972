import type { Coverage, VisitCoverage } from "../model.ts";
import { lineOf, timeOf } from "../read/values.ts";
import { readXml } from "../read/xml.ts";

/** Cobertura. Several `source` roots are possible; paths are matched by their tail, so the roots are not needed. */
export function readCobertura(text: string, visit: VisitCoverage): Coverage | string {
  let file: string | undefined;
  let hits = new Map<number, number>();
  let files = 0;
  // The lines of methods repeat those of their class, some tools with the calls of the method as hits.
  let inMethods = false;
  let startedAt: number | undefined;
  const outcome = readXml(text, {
    open: (name, attributes) => {
      if (name === "coverage") startedAt = timestampOf(attributes["timestamp"]);
      else if (name === "class") {
        file = attributes["filename"];
        hits = new Map();
      } else if (name === "methods") inMethods = true;
      else if (name === "line" && !inMethods) {
        const line = lineOf(attributes["number"]);
        const count = Number(attributes["hits"]);
        if (line !== undefined && !Number.isNaN(count)) hits.set(line, Math.max(count, hits.get(line) ?? 0));
      }
    },
    close: (name) => {
      if (name === "methods") inMethods = false;
      if (name !== "class" || file === undefined) return;
      files += 1;
      visit({ file, lines: hits });
      file = undefined;
    },
  });
  if (outcome.refused !== undefined) return outcome.refused;
  return { kind: "cobertura", files, startedAt, notes: incompleteNotes(outcome.incomplete) };
}

export function incompleteNotes(reason: string | undefined): Coverage["notes"] {
  return reason === undefined
    ? []
    : [
        {
          rule: "report-incomplete",
          message: `The report is incomplete: ${reason}. The files before that were read.`,
        },
      ];
}

/** Seconds or milliseconds since 1970, by tool. */
function timestampOf(text: string | undefined): number | undefined {
  const number = Number(text);
  if (text === undefined || !Number.isFinite(number) || number <= 0) return timeOf(text);
  return number < 1e11 ? number * 1000 : number;
}
