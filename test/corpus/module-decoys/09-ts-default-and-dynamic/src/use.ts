import paint from "./paint";
import Canvas, { erase as wipe } from "./canvas";

export async function use() {
  paint(); // → paintAll
  new Canvas().stroke(); // → Canvas → Canvas.stroke
  wipe(); // → erase
  const late = await import("./late");
  late.arrive(); // → arrive @ src/late.ts
  const { depart } = await import("./late");
  depart(); // → depart @ src/late.ts
}
