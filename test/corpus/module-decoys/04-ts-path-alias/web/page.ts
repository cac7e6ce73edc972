import { load } from "@app/users";
import { read } from "config";
export function page() {
  load(); // → load @ src/app/users.ts
  read(); // → read @ src/settings.ts
}
