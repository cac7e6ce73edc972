import { route } from "router";
export function use() {
  route(); // possible route
}
