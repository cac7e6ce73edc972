import type { Coverage, VisitCoverage } from "../model.ts";
import { lineOf } from "../read/values.ts";
import { readXml } from "../read/xml.ts";
import { incompleteNotes } from "./cobertura.ts";

/** JaCoCo XML: `ci` instructions of a line were executed. */
export function readJacoco(text: string, visit: VisitCoverage): Coverage | string {
  let folder = "";
  let file: string | undefined;
  let hits = new Map<number, number>();
  let files = 0;
  let startedAt: number | undefined;
  const outcome = readXml(text, {
    open: (name, attributes) => {
      if (name === "sessioninfo") startedAt = Number(attributes["start"]) || undefined;
      else if (name === "package") folder = attributes["name"] ?? "";
      else if (name === "sourcefile") {
        file = folder === "" ? attributes["name"] : `${folder}/${attributes["name"] ?? ""}`;
        hits = new Map();
      } else if (name === "line") {
        const line = lineOf(attributes["nr"]);
        const count = Number(attributes["ci"]);
        if (line !== undefined && !Number.isNaN(count)) hits.set(line, count);
      }
    },
    close: (name) => {
      if (name !== "sourcefile" || file === undefined) return;
      files += 1;
      visit({ file, lines: hits });
      file = undefined;
    },
  });
  if (outcome.refused !== undefined) return outcome.refused;
  return { kind: "jacoco", files, startedAt, notes: incompleteNotes(outcome.incomplete) };
}
