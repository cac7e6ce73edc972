import * as z from "zod";
import { artifactKinds } from "../model/kinds.ts";
import { Mode } from "../model/shapes.ts";

export const Kind = z.enum(artifactKinds);

export const locator = z
  .string()
  .describe("The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace");

export const mode = Mode.default("persist").describe(
  "persist writes to disk; preview only shows what would be written",
);
