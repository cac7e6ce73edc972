import { expect, test } from "vitest";
import { maskUrl, readAddress, withoutSecrets } from "./address.ts";
import { repoNameOf } from "./repo-name.ts";

test.each([
  ["postgres://u:pw@h:5432/d?password=x", "postgres://u@h:5432/d"],
  ["postgresql://h/d", "postgresql://h/d"],
  ["file:///srv/hewto", "file:///srv/hewto"],
  ["not an address with a secret", "…"],
])("%s is shown as %s", (url, shown) => expect(maskUrl(url)).toBe(shown));

test("an address of another kind is refused without showing its password", () => {
  const read = readAddress("mysql://u:secret@h/d");
  expect(read).toMatchObject({ ok: false, fault: { code: "invalid_config" } });
  expect(JSON.stringify(read)).not.toContain("secret");
});

test("a message of a driver that quotes the address or the password is cleaned", () => {
  const url = "postgres://u:s3%20cret@h/d";
  expect(withoutSecrets(`cannot reach ${url}: bad password s3 cret / s3%20cret`, url)).toBe(
    "cannot reach postgres://u@h/d: bad password [redacted] / [redacted]",
  );
});

test.each([
  ["git@GitHub.com:acme/api.git", "github.com/acme/api"],
  ["https://github.com/acme/api", "github.com/acme/api"],
  ["https://user:token@github.com/acme/api.git/", "github.com/acme/api"],
  ["ssh://git@github.com/acme/api.git", "github.com/acme/api"],
  ["ssh://git@host:2222/acme/api", "host:2222/acme/api"],
  ["/srv/git/api.git", "file:/srv/git/api"],
  ["file:///srv/git/api", "file:/srv/git/api"],
  ["../api", "file:/work/api"],
])("all clones of %s call it %s", (source, name) => expect(repoNameOf(source, "/work/x")).toBe(name));
