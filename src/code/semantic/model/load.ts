import { fileURLToPath } from "node:url";
import { version } from "../../../kernel/version.ts";
import { readPackagedFile } from "../../../workspace/files/packaged-file.ts";
import { readModel, type StaticModel } from "./static-model.ts";

export const modelFile = "model.bin";

let loaded: StaticModel | undefined;

/** The model that is part of the package; read with the first question, kept for the rest of the process. */
export function packagedModel(): StaticModel {
  loaded ??= readPackaged();
  return loaded;
}

/** The build copies it beside the bundle; in the source it lies here. */
function readPackaged(): StaticModel {
  const here = new URL(".", import.meta.url);
  const isPart = !version.endsWith("-source") && here.pathname.endsWith("/parts/");
  const bytes = readPackagedFile(fileURLToPath(new URL(modelFile, isPart ? new URL("..", here) : here)));
  const model = bytes && readModel(bytes);
  if (!model) throw new Error("The package is damaged: it holds no usable model.bin. Install it again.");
  return model;
}
