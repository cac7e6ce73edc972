import { connection } from "../api/client.ts";

/** Says so when what the page shows may be out of date. */
export function ConnectionNote() {
  const { value } = connection;
  if (value === "lost") {
    return (
      <p class="note bad" role="status">
        The server does not answer, so this page may be out of date. Start <code>hewto web</code> again; the
        page then reconnects.
      </p>
    );
  }
  if (value === "refused") {
    return (
      <p class="note bad" role="status">
        The server does not know this browser. Open the address that <code>hewto web</code> printed.
      </p>
    );
  }
  return null;
}
