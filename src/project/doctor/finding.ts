import type { Finding } from "../../kernel/finding.ts";

/** Something about this machine, workspace or configuration that a person should know, and what to do about it. */
export interface DoctorFinding extends Pick<Finding, "severity" | "message"> {
  readonly area: "machine" | "workspace" | "configuration" | "skills" | "hosts";
  readonly remedy: string;
}
