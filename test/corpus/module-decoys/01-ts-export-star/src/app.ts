import { authenticate, Session } from "./index";
export function login() {
  authenticate("a"); // → authenticate @ src/auth.ts
  const session = new Session(); // → Session @ src/auth.ts
  session.expire(); // → Session.expire @ src/auth.ts
}
