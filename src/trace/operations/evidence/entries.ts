import { addEvidence } from "./add.ts";
import { attestEvidence } from "./attest.ts";
import { exportEvidence } from "./export.ts";
import { listEvidence } from "./list.ts";

/** The entries of evidence, by name. */
export const evidenceOperations = {
  add_evidence: addEvidence,
  list_evidence: listEvidence,
  export_evidence: exportEvidence,
  attest_evidence: attestEvidence,
};
