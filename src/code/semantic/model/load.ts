import { fileURLToPath } from "node:url";
import { readPackagedFile } from "../../../workspace/files/packaged-file.ts";
import { readModel, type StaticModel } from "./static-model.ts";

export const modelFile = "model.bin";

let model: StaticModel | undefined;

/** The model that is part of the package; read with the first question, kept for the rest of the process. */
export function packagedModel(): StaticModel {
  model ??= readPackaged();
  return model;
}

/** The build copies it next to the bundle; in the source it is in this folder. */
function readPackaged(): StaticModel {
  const bytes = readPackagedFile(fileURLToPath(new URL(modelFile, import.meta.url)));
  const model = bytes && readModel(bytes);
  if (!model) throw new Error("The package is damaged: it holds no usable model.bin. Install it again.");
  return model;
}
