// Turns the hand-written questions into training pairs: node model/collect-questions.mjs MIRROR OUT [QUESTIONS].
import { join } from "node:path";
import { bundled } from "../bench/support/bundled.mjs";

const [mirror, out, file = join(import.meta.dirname, "questions.tsv")] = process.argv.slice(2);
const { collectQuestions } = await bundled("model/questions.ts");
await collectQuestions(mirror, file, out);
