import { describe, expect, it } from "vitest";
import { session } from "../support/session.ts";

const of = (command: string) => command.split(" ");

/** What a person sees, read once by a person: answers about code in three languages, before and after edits. */
const sessions = {
  "code-search": [
    of("hewto search signIn"),
    of("hewto index"),
    of("hewto search signIn --limit 1"),
    of("hewto search where is a password compared --limit 1"),
    of("hewto search take --extensions py --json"),
    of("hewto search price --path-filter cmd/** --limit 1"),
    of("hewto search zzz-nothing"),
    of("hewto docs prices in cents --limit 1"),
    of("hewto docs password --json --limit 1"),
    of("hewto index --status"),
    ["write", "src/digest.ts", "export function fingerprint(text: string): string {\n  return text;\n}\n"],
    of("hewto search digest --limit 1"),
    of("hewto search fingerprint --limit 1 --json"),
    of("rm lib"),
    of("hewto search take --extensions py"),
    of("hewto index"),
    of("hewto index --status --json"),
  ],
  "code-research": [
    of("hewto index"),
    of("hewto research who calls signIn"),
    of("hewto research who calls signIn --json"),
    of("hewto research what does signOut call"),
    of("hewto research what breaks if I change digest"),
    of("hewto research how does checkout get to digest"),
    of("hewto research callers of label"),
    of("hewto research callers of take"),
    of("hewto research callers of nothingLikeThis"),
    of("hewto research which tests call signOut"),
    of("hewto symbols find signIn"),
    of("hewto symbols find sign --json"),
    of("hewto symbols references digest"),
    of("hewto symbols context Cart.checkout"),
    of("hewto symbols context endSession --json"),
    of("hewto map"),
    of("hewto map src --json"),
    of("hewto graph --limit 5"),
  ],
};

describe("answers about code", { timeout: 120_000 }, () => {
  it.each(Object.entries(sessions))("%s", async (name, commands) => {
    await expect(await session("trace", commands)).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });
});
