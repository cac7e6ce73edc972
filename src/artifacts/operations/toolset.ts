import type { AnyOperation } from "../../operation/operation.ts";
import type { Toolset } from "../../operation/toolset.ts";
import { describeCapabilities } from "./capabilities.ts";
import { complianceReportTool, scanTagsTool } from "./compliance.ts";
import { dependencyTreeTool, validateReferencesTool } from "./dependencies.ts";
import { createArtifactTool, deleteArtifactTool, updateArtifactTool } from "./lifecycle.ts";
import {
  describeArtifact,
  describeImplementation,
  describeScratchPad,
  describeSpecification,
  listArtifacts,
  listImplementations,
  listScratchPads,
  listSpecifications,
} from "./listing.ts";
import { artifactPrompts, getPromptTool, listPromptsTool } from "./prompts.ts";
import { artifactResources } from "./resources.ts";
import { workspaceStatusTool } from "./status.ts";
import { getConstraintTool, listConstraintsTool, listHeadingsTool, renderHeadingTool } from "./structure.ts";
import { removePointerTool, resolveTemplateTool, setPointerTool } from "./templates.ts";
import { initCommand, workspaceInfo } from "./workspace.ts";

/** In the order of the contract's table: one tool at least for each concept of SpecMan Core, then extensions. */
const operations = {
  workspace_info: workspaceInfo,
  list_specifications: listSpecifications,
  describe_specification: describeSpecification,
  list_implementations: listImplementations,
  describe_implementation: describeImplementation,
  list_scratch_pads: listScratchPads,
  describe_scratch_pad: describeScratchPad,
  dependency_tree: dependencyTreeTool,
  validate_references: validateReferencesTool,
  resolve_template: resolveTemplateTool,
  set_template_pointer: setPointerTool,
  remove_template_pointer: removePointerTool,
  describe_capabilities: describeCapabilities(() => listed),
  create_artifact: createArtifactTool,
  delete_artifact: deleteArtifactTool,
  list_headings: listHeadingsTool,
  render_heading: renderHeadingTool,
  list_constraints: listConstraintsTool,
  get_constraint: getConstraintTool,
  update_artifact: updateArtifactTool,
  scan_validation_tags: scanTagsTool,
  compliance_report: complianceReportTool,
  workspace_status: workspaceStatusTool,
  list_authoring_prompts: listPromptsTool,
  get_authoring_prompt: getPromptTool,
  list_artifacts: listArtifacts,
  describe_artifact: describeArtifact,
  init: initCommand,
};
const listed: readonly AnyOperation[] = Object.values(operations);

export const artifactsToolset = {
  operations,
  resources: artifactResources,
  prompts: artifactPrompts,
} satisfies Toolset;
