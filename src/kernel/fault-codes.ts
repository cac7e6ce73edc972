/**
 * What a fault means for the caller. The exit code and the JSON-RPC code follow from it:
 * - usage: the caller's words are wrong; ask again, corrected
 * - absent: a named thing does not exist in the workspace
 * - needs: something the operation needs is not there (an index, a workspace, a program)
 * - refused: the request is understood and breaks a rule
 * - conflict: someone else holds or changed the thing
 * - timeout, cancelled: the work was ended from outside
 * - internal: the machine or Hewto itself failed
 */
export type FaultKind =
  | "usage"
  | "absent"
  | "needs"
  | "refused"
  | "conflict"
  | "timeout"
  | "cancelled"
  | "internal";

/** The closed list of fault codes. The comment on each line says when it is raised. */
export const faultKinds = {
  // Calls
  invalid_argument: "usage", // an argument is missing, unknown, of the wrong type or out of range
  unknown_command: "usage", // a command line names no command or flag of ours
  empty_query: "usage", // a search was asked for nothing
  unknown_operation: "absent", // a tool name is not in the served profile
  cancelled: "cancelled", // the caller withdrew the request
  timed_out: "timeout", // the work did not finish in its time
  internal_error: "internal", // a bug of ours, reported without its stack

  // Workspace
  path_escape: "refused", // a path leads out of the roots that may be touched
  path_not_found: "absent", // a file or folder does not exist
  not_a_directory: "refused", // a folder was needed and something else is there
  not_a_file: "refused", // a regular file was needed and something else is there
  unreadable_file: "internal", // the system refused to read, or the bytes are not text
  file_too_large: "refused", // a file is over the limit of its reader
  write_failed: "internal", // the system refused to write
  write_conflict: "conflict", // the file changed since it was read; the fault shows what is there now
  locked: "conflict", // another process holds the lock for longer than we wait
  root_not_granted: "refused", // a directory outside the workspace was asked for without --allow-root
  invalid_config: "usage", // hewto.toml, an environment variable or a flag holds a bad value
  git_failed: "internal", // git answered with an error
  program_missing: "needs", // a program that the operation starts is not installed
  not_trusted: "needs", // a command or address from a project's file has not been allowed by the person yet

  // Host
  transport_refused: "usage", // the profile does not serve this transport
  token_required: "needs", // a bearer token is needed beyond loopback
  port_in_use: "needs", // the port is taken
  page_refused: "refused", // the page asked for a call that it must not make

  // Markdown and data
  invalid_front_matter: "refused", // the YAML block cannot be read

  // Specs and changes
  spec_not_found: "absent", // no spec has that id
  requirement_not_found: "absent", // the spec has no such requirement
  scenario_not_found: "absent", // the requirement has no such scenario
  change_not_found: "absent", // no active change has that id
  change_section_absent: "absent", // the change has no such section
  schema_not_found: "absent", // a change or the configuration names a schema that is not there
  schema_invalid: "refused", // a schema.yaml breaks its format
  change_exists: "conflict", // a change of that name is already there
  ambiguous_id: "refused", // an id fits more than one thing; the fault lists the full ids
  archive_refused: "refused", // the change does not fit the specs, or has open tasks
  archive_conflict: "conflict", // the base moved and both sides changed the same scenario
  nothing_to_undo: "absent", // the change was not archived by Hewto, or was already restored

  // Skills
  skill_not_found: "absent", // no skill resolves from that name
  skill_ambiguous: "refused", // a short name fits several skills; the fault lists the ids
  skill_invalid: "refused", // a SKILL.md breaks the standard
  skill_install_refused: "refused", // an install source is unsafe or incomplete
  skill_lock_mismatch: "refused", // installed files differ from the lock file

  // Code
  index_missing: "needs", // the path was never indexed
  index_failed: "internal", // the index could not be written
  symbol_not_found: "absent", // no declaration has that name

  // Shared store
  rights_unknown: "needs", // a team server cannot tell what the caller may see
  repository_unknown: "absent", // no such repository, or none that the caller may see
  store_missing: "needs", // no shared store is configured, or it was never set up
  store_unavailable: "needs", // the shared store cannot be reached, is too slow, or refuses the login
  store_incompatible: "needs", // the store was set up by another version of Hewto
  store_damaged: "refused", // what the store gave is not what its name says
  repo_not_found: "absent", // the store has no such repository

  // Evidence
  evidence_refused: "refused", // a file is not a report that can be read; the fault says what to add instead
  evidence_empty: "refused", // a report has no test cases
  nothing_to_prove: "refused", // a requirement has no linked test that runs
  evidence_missing: "needs", // no report was added yet, or none that fits

  // Artifacts: the codes of the SpecMan contract
  workspace_not_found: "needs", // no .specman folder at the root
  workspace_boundary: "refused", // a locator leads outside the workspace
  unsupported_scheme: "usage", // a locator has a scheme that is not served
  invalid_handle: "usage", // a spec://, impl:// or scratch:// handle is malformed
  artifact_not_found: "absent", // no artifact at that locator
  artifact_exists: "conflict", // an artifact of that name is already there
  kind_mismatch: "refused", // the locator names an artifact of another kind
  invalid_name: "refused", // a name breaks the naming rules
  invalid_metadata: "refused", // front matter breaks the data model
  invalid_work_type: "refused", // a scratch pad's work type is unknown or incomplete
  target_immutable: "refused", // an update would change a scratch pad's target
  read_only_locator: "refused", // a mutation was aimed at a derived handle
  dependency_cycle: "refused", // the dependency graph has, or would get, a cycle
  dependency_missing: "absent", // a required dependency does not resolve
  deletion_blocked: "refused", // other artifacts depend on the one to delete
  template_error: "refused", // a template cannot be resolved or rendered
  unknown_token: "refused", // a substitution names a token outside the closed set
  missing_token: "refused", // a template needs a value that was not given
  conflicting_ops: "refused", // two ops of one update contradict each other
  unsupported_op: "refused", // an op does not fit the artifact kind
  constraint_not_found: "absent", // the spec has no such constraint group
  heading_not_found: "absent", // the document has no heading of that slug
  compliance_unsupported: "refused", // the artifact has no compliance report
  artifact_locked: "conflict", // another request holds the artifact
  persistence_failed: "internal", // the artifact could not be written
  capability_unavailable: "needs", // a core capability cannot be served now
  remote_unavailable: "needs", // a remote document could not be reached

  // Client and workflow
  agent_unavailable: "needs", // the agent cannot be started or reached
  agent_died: "internal", // the agent ended in the middle of a call
  tool_missing: "needs", // the agent does not offer the tool
  tool_failed: "refused", // the agent's tool answered with an error
  client_refused: "needs", // the MCP client lacks a capability that we asked for, or answered with an error
  protocol_error: "internal", // the agent's messages are not MCP
  feature_not_found: "absent", // no feature folder fits
  feature_exists: "conflict", // the feature folder is already there
  prerequisite_missing: "needs", // a workflow step needs a document that is not there
  generated_invalid: "refused", // generated text failed the grammar check and was not written
  generator_missing: "needs", // a step that only a language model can do was asked for without one
  task_not_found: "absent", // no task has that id
  work_not_found: "absent", // no change, feature or scratch pad has that id
  comment_not_found: "absent", // no review comment or approval has that id
  worktree_busy: "conflict", // the worktree is in use or dirty
  host_config_invalid: "refused", // a host's configuration file cannot be merged safely
} as const satisfies Record<string, FaultKind>;

export type FaultCode = keyof typeof faultKinds;

const exitCodes: Record<FaultKind, number> = {
  usage: 2,
  absent: 1,
  needs: 3,
  refused: 1,
  conflict: 1,
  timeout: 124,
  cancelled: 130,
  internal: 1,
};

const rpcCodes: Record<FaultKind, number> = {
  usage: -32602,
  absent: -32602, // 2026-07-28 moved it here from -32002; the SDK sends it for both generations
  needs: -32000,
  refused: -32602,
  conflict: -32000,
  timeout: -32001,
  cancelled: -32002,
  internal: -32603,
};

/** The process exit code that a command line gives for this fault. */
export function exitCodeOf(code: FaultCode): number {
  return exitCodes[faultKinds[code]];
}

/** The JSON-RPC code where the protocol wants an error instead of a tool result. */
export function rpcCodeOf(code: FaultCode): number {
  return rpcCodes[faultKinds[code]];
}
