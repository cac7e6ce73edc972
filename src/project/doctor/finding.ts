import type { Fault } from "../../kernel/fault.ts";
import type { Finding } from "../../kernel/finding.ts";
import { terminalSurface, worded } from "../../operation/surface.ts";

/** A problem of this machine, workspace or configuration, and what to do about it. */
export interface DoctorFinding extends Pick<Finding, "severity" | "message"> {
  readonly area: "machine" | "workspace" | "configuration" | "skills" | "hosts";
  readonly remedy: string;
}

/** The remedy of a fault as a person at a terminal reads it. */
export function remedyOf(fault: Fault): string {
  return worded(
    fault,
    terminalSurface(() => undefined),
  ).remedy;
}
