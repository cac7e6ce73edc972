import { build, tools } from "./core";
export function use() {
  build(); // → build @ src/core/deep/thing.ts
  tools.sharpen(); // → sharpen @ src/core/tools.ts
}
