import { expect, it } from "vitest";
import type { Thread } from "../../workspace/process/threads.ts";
import { inTurns } from "./thread-pool.ts";

/** A thread whose answers the test gives. */
function fakeThread() {
  const asked: string[] = [];
  const answers: ((answer: string) => void)[] = [];
  const thread: Thread<string, string> = {
    run: (request) => {
      asked.push(request);
      return new Promise((resolve) => answers.push(resolve));
    },
    close: async () => {},
  };
  return { asked, answers, thread };
}

it("asks a free thread before the caller goes on with its own share", async () => {
  const { asked, answers, thread } = fakeThread();
  const turns = inTurns(thread);
  const first = turns.run("a");
  expect(asked, "in the same tick").toEqual(["a"]);
  answers[0]?.("1");
  expect(await first).toBe("1");
  void turns.run("b");
  expect(asked).toEqual(["a", "b"]);
});

it("asks a busy thread when it has answered, in the order of the requests", async () => {
  const { asked, answers, thread } = fakeThread();
  const turns = inTurns(thread);
  const all = ["a", "b", "c"].map((each) => turns.run(each));
  expect(asked).toEqual(["a"]);
  for (const [at, each] of all.entries()) {
    answers[at]?.(String(at));
    expect(await each).toBe(String(at));
    await Promise.resolve();
  }
  expect(asked).toEqual(["a", "b", "c"]);
});
