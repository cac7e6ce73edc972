import { describeCapabilities } from "./artifacts/capabilities.ts";
import { complianceReportTool, scanTagsTool } from "./artifacts/compliance.ts";
import { dependencyTreeTool, validateReferencesTool } from "./artifacts/dependencies.ts";
import { createArtifactTool, deleteArtifactTool, updateArtifactTool } from "./artifacts/lifecycle.ts";
import { listCommand, listingOperations, showCommand } from "./artifacts/listing.ts";
import { artifactPrompts, getPromptTool, listPromptsTool } from "./artifacts/prompts.ts";
import { artifactResources } from "./artifacts/resources.ts";
import { workspaceStatusTool } from "./artifacts/status.ts";
import {
  getConstraintTool,
  listConstraintsTool,
  listHeadingsTool,
  renderHeadingTool,
} from "./artifacts/structure.ts";
import { removePointerTool, resolveTemplateTool, setPointerTool } from "./artifacts/templates.ts";
import { initCommand, workspaceInfo } from "./artifacts/workspace.ts";
import type { Operation } from "./operation.ts";
import type { Toolset } from "./toolset.ts";

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
