import { expect, test } from "vitest";
import { parseSource } from "./source.ts";

const parse = (text: string, more: { ref?: string; path?: string } = {}) => {
  const source = parseSource(text, { cwd: "/home/you", ...more });
  return source.ok ? source.value : source.fault.code;
};

test("folders, archives and repositories are distinguished", () => {
  expect(parse("./skills")).toEqual({ kind: "folder", directory: "/home/you/skills" });
  expect(parse("pdf.zip")).toEqual({ kind: "archive", file: "/home/you/pdf.zip" });
  expect(parse("/a/b.tar.gz", { path: "x" })).toEqual({ kind: "archive", file: "/a/b.tar.gz", path: "x" });
  expect(parse("../repo.git", { ref: "v1" })).toEqual({ kind: "git", url: "/home/repo.git", ref: "v1" });
  expect(parse("git@host.example:owner/repo")).toEqual({ kind: "git", url: "git@host.example:owner/repo" });
  expect(parse("ssh://git@host.example/x")).toEqual({ kind: "git", url: "ssh://git@host.example/x" });
});

test("a URL copied from a browser is a repository, a ref and a path", () => {
  const url = "https://host.example/owner/repo";
  expect(parse(`${url}/tree/main/skills/pdf`)).toEqual({ kind: "git", url, ref: "main", path: "skills/pdf" });
  expect(parse(`${url}/-/blob/v1/skills/pdf/SKILL.md`)).toEqual({
    kind: "git",
    url,
    ref: "v1",
    path: "skills/pdf",
  });
  expect(parse(`${url}/tree/main`)).toEqual({ kind: "git", url, ref: "main" });
  expect(parse(url)).toEqual({ kind: "git", url });
});

test("options, helper programs and unencrypted URLs are refused", () => {
  for (const text of [
    "--upload-pack=touch /tmp/x;.git",
    "-oProxyCommand=x",
    "ext::sh -c touch% /tmp/x",
    "fd::7",
    "ssh://-oProxyCommand=x/y",
    "git@-oProxyCommand=x:y",
    "git@host:-x",
    "http://host.example/x",
    "git://host.example/x",
    "javascript://x",
    "https://host.example/x.zip",
    "",
    "a\nb",
    "EXT::sh -c id",
    "git-remote-x::y",
    "transport+helper::x",
    "https://-oProxyCommand=x/y",
    "ssh://-x@host.example/y",
    "ssh://host.example\u0000/x",
    "rsync://host.example/x",
    "ftp://host.example/x",
    "HTTP://host.example/x",
    "https://host.example/x.tar.gz",
    " ",
    "x".repeat(5000),
  ]) {
    expect(parse(text), text).toBe("skill_install_refused");
  }
  for (const ref of [
    "--upload-pack=x",
    "a..b",
    "a b",
    "-x",
    "@{1}",
    "",
    "+a:b",
    "a:refs/heads/b",
    "a^{commit}",
    "a~1",
    "a\nb",
    "$(id)",
  ]) {
    expect(parse("https://host.example/x", { ref }), ref).toBe("skill_install_refused");
  }
});
