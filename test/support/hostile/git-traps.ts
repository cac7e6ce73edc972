import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../repository.ts";
import { writeTree } from "../temporary.ts";
import type { Scene } from "./scene.ts";

/**
 * Every variable of git's configuration that names a program, by its documentation (`git help --config`) up to
 * git 2.55. `trap` is the name that the attributes of the repository ask for.
 */
export const programVariables = [
  "alias.diff",
  "alias.log",
  "alias.status",
  "browser.trap.cmd",
  "browser.trap.path",
  "core.alternateRefsCommand",
  "core.askPass",
  "core.editor",
  "core.fsmonitor",
  "core.gitProxy",
  "core.pager",
  "core.sshCommand",
  "credential.helper",
  "credential.https://example.com.helper",
  "diff.external",
  "diff.trap.command",
  "diff.trap.textconv",
  "difftool.trap.cmd",
  "difftool.trap.path",
  "filter.trap.clean",
  "filter.trap.process",
  "filter.trap.smudge",
  "filter.a=b.clean",
  "filter.a=b.smudge",
  "gc.recentObjectsHook",
  "gpg.openpgp.program",
  "gpg.program",
  "gpg.ssh.defaultKeyCommand",
  "gpg.ssh.program",
  "gpg.x509.program",
  "guitool.trap.cmd",
  "hook.trap.command",
  "imap.tunnel",
  "instaweb.browser",
  "instaweb.httpd",
  "interactive.diffFilter",
  "man.trap.cmd",
  "man.trap.path",
  "merge.trap.driver",
  "mergetool.trap.cmd",
  "mergetool.trap.path",
  "pager.diff",
  "pager.log",
  "pager.status",
  "remote.trap.receivepack",
  "remote.trap.uploadpack",
  "remote.trap.vcs",
  "sendemail.ccCmd",
  "sendemail.sendmailCmd",
  "sendemail.toCmd",
  "sequence.editor",
  "submodule.trap.update",
  "tar.trap.command",
  "trailer.trap.cmd",
  "trailer.trap.command",
  "uploadpack.packObjectsHook",
] as const;

/** Variables that make git use what the others name. */
const triggers: Readonly<Record<string, string>> = {
  "core.fsmonitorHookVersion": "2",
  "core.untrackedCache": "true",
  "credential.useHttpPath": "true",
  "diff.ignoreSubmodules": "none",
  "diff.submodule": "log",
  "filter.trap.required": "true",
  "hook.trap.event": "post-checkout",
  "log.showSignature": "true",
  "log.showRoot": "true",
  "pager.ls-tree": "true",
  "protocol.allow": "always",
  "protocol.ext.allow": "always",
  "remote.trap.url": "/nowhere",
  "status.submoduleSummary": "true",
  "submodule.recurse": "true",
};

const hookNames = [
  "applypatch-msg",
  "commit-msg",
  "fsmonitor-watchman",
  "post-applypatch",
  "post-checkout",
  "post-commit",
  "post-index-change",
  "post-merge",
  "post-rewrite",
  "post-update",
  "pre-applypatch",
  "pre-auto-gc",
  "pre-commit",
  "pre-merge-commit",
  "pre-push",
  "pre-rebase",
  "prepare-commit-msg",
  "proc-receive",
  "push-to-checkout",
  "reference-transaction",
  "sendemail-validate",
];

const spec = (text: string) => `# auth Specification

## Purpose
How people prove who they are before the service shows them anything of theirs.

## Requirements

### Requirement: Sign in
The service SHALL ${text}.

#### Scenario: Right password
- **WHEN** a person gives the right password
- **THEN** the service lets them in
`;

/** What gives every command of ours something to read: a spec, a change that modifies it, a feature, a skill. */
export const documents: Readonly<Record<string, string>> = {
  "README.md": "# Clone\n",
  "src/app.ts": "export function signIn() {\n  return true;\n}\n",
  "openspec/specs/auth/spec.md": spec("ask for a password"),
  "openspec/changes/tweak/proposal.md":
    "# Change: tweak\n\n## Why\nPeople forget passwords, and the service should say what to do then.\n\n## What Changes\n- x\n",
  "openspec/changes/tweak/tasks.md": "## 1. Do\n- [x] 1.1 done\n",
  "openspec/changes/tweak/specs/auth/spec.md": spec("ask for a passphrase")
    .replace(/^[\s\S]*?## Requirements/, "## MODIFIED Requirements")
    .trimStart(),
  "specs/001-export/spec.md": "# Feature Specification: Export\n",
  ".claude/skills/look/SKILL.md": "---\nname: look\ndescription: Looks at things.\n---\n\nLook.\n",
};

/** An ordinary repository with two commits and an edit that is not committed. */
export async function ordinaryRepository(workspace: string): Promise<void> {
  await writeTree(workspace, documents);
  runGit(workspace, "init", "-q");
  commit(workspace, "first");
  appendFileSync(join(workspace, "README.md"), "second\n");
  commit(workspace, "second");
  sign(workspace);
  touchAll(workspace);
}

/** Gives the last commit a signature, which git would have a program look at. */
function sign(workspace: string): void {
  const text = runGit(workspace, "cat-file", "commit", "HEAD");
  const lines = ["-----BEGIN PGP SIGNATURE-----", "", "none", "-----END PGP SIGNATURE-----"];
  const signed = text.replace(/^(committer .*)$/m, `$1\ngpgsig ${lines.join("\n ")}`);
  writeFileSync(join(workspace, ".git/signed"), signed);
  const id = runGit(workspace, "hash-object", "-t", "commit", "-w", ".git/signed").trim();
  runGit(workspace, "update-ref", "HEAD", id);
}

/** The same content with another time and size in the index, so that git has to look into each file. */
function touchAll(workspace: string): void {
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(workspace, name), text);
  appendFileSync(join(workspace, "src/app.ts"), "// edited\n");
}

export function commit(workspace: string, message: string): void {
  runGit(workspace, "add", "-A", "-f");
  runGit(workspace, "commit", "-q", "--no-verify", "--no-gpg-sign", "-m", message);
}

/** Text for git's configuration files that sets every variable which names a program. */
export function trapConfiguration(scene: Scene, label = ""): string {
  const lines = programVariables.map((key) => {
    const program = scene.canary(`${label}${key.replace(/[^\w.]/g, "_")}`);
    const value = key.startsWith("alias.") || key.endsWith(".update") ? `!${program}` : program;
    return configLine(key, value);
  });
  return [...lines, ...Object.entries(triggers).map(([key, value]) => configLine(key, value))].join("");
}

export function configLine(key: string, value: string): string {
  const [, section = "", , subsection, name = ""] = /^([^.]+)(\.(.+))?\.([^.]+)$/.exec(key) ?? [];
  const head = subsection === undefined ? `[${section}]` : `[${section} "${subsection}"]`;
  return `${head}\n\t${name} = "${value}"\n`;
}

/** Attributes that send every file through what the configuration names. */
export const trapAttributes = "* diff=trap merge=trap filter=trap\n*.md filter=a=b\n";

/** Sets the traps in a repository of the scene: configuration, attributes and hooks. */
export function setTraps(scene: Scene, gitDir: string, label = ""): void {
  appendFileSync(join(gitDir, "config"), trapConfiguration(scene, label));
  mkdirSync(join(gitDir, "info"), { recursive: true });
  writeFileSync(join(gitDir, "info/attributes"), trapAttributes);
  setHooks(scene, gitDir, label);
}

export function setHooks(scene: Scene, gitDir: string, label = ""): void {
  mkdirSync(join(gitDir, "hooks"), { recursive: true });
  for (const name of hookNames) {
    const path = join(gitDir, "hooks", name);
    writeFileSync(path, `#!/bin/sh\nexec '${scene.canary(`${label}hook-${name}`)}' < /dev/null\n`);
    chmodSync(path, 0o755);
  }
}
