import { second, outer as mine } from "./lib";
export function run() {
  second(); // → first @ lib/a.ts
  mine(); // → inner @ lib/a.ts
}
