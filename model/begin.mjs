// First rows for train.cpp from English word vectors: node model/begin.mjs VECTORS DATA OUT DIMENSIONS.
import { bundled } from "../bench/support/bundled.mjs";

const [vectors, data, out, dimensions] = process.argv.slice(2);
const { begin } = await bundled("model/begin.ts");
begin(vectors, data, out, Number(dimensions));
