/** Something about this machine, workspace or configuration that a person should know, and what to do about it. */
export interface DoctorFinding {
  readonly area: "machine" | "workspace" | "configuration" | "skills" | "hosts";
  /** A `note` is no trouble: something that could be better. */
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly remedy: string;
}
