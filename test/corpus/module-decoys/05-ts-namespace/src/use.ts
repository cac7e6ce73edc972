import * as ns from "./local";
export function use(other: Other) {
  ns.localThing(); // → localThing @ src/local.ts
}
interface Other { localThing(): void }
