import { own, missing } from "./b";
export function use() {
  own(); // → own @ a.ts
  missing(); // none
}
