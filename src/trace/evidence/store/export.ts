import * as z from "zod";
import { EvidenceSegment } from "../model.ts";

/** Evidence in a file, to take it to another machine. */
export const EvidenceExport = z.object({
  format: z.literal("hewto-evidence-export/1"),
  segments: z.array(EvidenceSegment),
});

export function exportText(segments: readonly EvidenceSegment[]): string {
  return `${JSON.stringify({ format: "hewto-evidence-export/1", segments }, undefined, 1)}\n`;
}

/** Whether a file is exported evidence and not a report. */
export function isExport(head: string): boolean {
  return /^\s*\{\s*"format":\s*"hewto-evidence(?:-export)?\/1"/.test(head);
}

/** The segments of an exported file, marked as such; undefined if it is damaged. */
export function readExport(text: string): EvidenceSegment[] | undefined {
  const value = parsed(text);
  const single = EvidenceSegment.safeParse(value);
  const segments = single.success ? [single.data] : EvidenceExport.safeParse(value).data?.segments;
  return segments?.map((segment) => ({ ...segment, source: "export" }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
