// Quantizes a trained model into the shipped file: node model/pack.mjs DATA TRAINED OUT DIMENSIONS.
import { bundled } from "../bench/support/bundled.mjs";

const [data, trained, out, dimensions] = process.argv.slice(2);
const { pack } = await bundled("model/pack.ts");
pack(data, trained, out, Number(dimensions));
