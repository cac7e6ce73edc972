import type { Operation } from "../../operation/operation.ts";
import type { Toolset } from "../../operation/toolset.ts";
import { describeCapabilities } from "./capabilities.ts";
import { complianceReportTool, scanTagsTool } from "./compliance.ts";
import { dependencyTreeTool, validateReferencesTool } from "./dependencies.ts";
import { createArtifactTool, deleteArtifactTool, updateArtifactTool } from "./lifecycle.ts";
import { listCommand, listingOperations, showCommand } from "./listing.ts";
import { artifactPrompts, getPromptTool, listPromptsTool } from "./prompts.ts";
import { artifactResources } from "./resources.ts";
import { workspaceStatusTool } from "./status.ts";
import { getConstraintTool, listConstraintsTool, listHeadingsTool, renderHeadingTool } from "./structure.ts";
import { removePointerTool, resolveTemplateTool, setPointerTool } from "./templates.ts";
import { initCommand, workspaceInfo } from "./workspace.ts";

/** In the order of the contract's table: one tool at least for each concept of SpecMan Core, then extensions. */
const operations: readonly Operation[] = [
  workspaceInfo,
  ...listingOperations,
  dependencyTreeTool,
  validateReferencesTool,
  resolveTemplateTool,
  setPointerTool,
  removePointerTool,
  describeCapabilities(() => operations),
  createArtifactTool,
  deleteArtifactTool,
  listHeadingsTool,
  renderHeadingTool,
  listConstraintsTool,
  getConstraintTool,
  updateArtifactTool,
  scanTagsTool,
  complianceReportTool,
  workspaceStatusTool,
  listPromptsTool,
  getPromptTool,
  listCommand,
  showCommand,
  initCommand,
];

export const artifactsToolset: Toolset = {
  operations,
  resources: artifactResources,
  prompts: artifactPrompts,
};
