import { readFileSync, writeFileSync } from "node:fs";
import { packModel, readModel } from "../src/code/semantic/model/static-model.ts";

/** What train.cpp wrote, as the file that the package ships. */
export function pack(data: string, trained: string, out: string, dimensions: number): void {
  const terms = readFileSync(`${data}/vocabulary`, "utf8").split("\n");
  const rows = float32s(`${trained}.rows`);
  const bytes = packModel({ dimensions, terms, fields: float32s(`${trained}.fields`), rows });
  writeFileSync(out, bytes);
  console.log(`${readModel(bytes)?.id}: ${terms.length} terms, ${bytes.length} bytes`);
}

function float32s(file: string): Float32Array {
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
