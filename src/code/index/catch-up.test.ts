import { expect, it } from "vitest";
import { fault } from "../../kernel/fault.ts";
import { fail } from "../../kernel/result.ts";
import { CatchUp } from "./catch-up.ts";

it("a cancelled question ends the work behind it only when nobody else waits for it", async () => {
  let isStopped = false;
  const work = new CatchUp(
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isStopped = true;
          resolve(fail(fault("cancelled", "Stopped.", "")));
        });
      }),
  );
  const waiting = () => {
    const abort = new AbortController();
    const options = { signal: abort.signal, until: Number.POSITIVE_INFINITY, progress: () => {} };
    return { abort, outcome: work.outcome(options) };
  };
  const [first, second] = [waiting(), waiting()];
  first.abort.abort();
  expect(await first.outcome).toMatchObject({ ok: false, fault: { message: "The search was cancelled." } });
  expect(isStopped).toBe(false);
  second.abort.abort();
  expect(await second.outcome).toMatchObject({ ok: false });
  expect(isStopped).toBe(true);
});
