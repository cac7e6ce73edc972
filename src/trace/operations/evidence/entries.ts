import { addEvidence } from "./add.ts";
import { attestEvidence } from "./attest.ts";
import { exportEvidence } from "./export.ts";
import { listEvidence } from "./list.ts";
import { pullEvidence, pushEvidence } from "./shared.ts";
import { pulledTrace, pushTrace } from "./states.ts";

/** The entries of evidence, by name. */
export const evidenceOperations = {
  add_evidence: addEvidence,
  list_evidence: listEvidence,
  export_evidence: exportEvidence,
  push_evidence: pushEvidence,
  pull_evidence: pullEvidence,
  push_trace: pushTrace,
  published_trace: pulledTrace,
  attest_evidence: attestEvidence,
};
