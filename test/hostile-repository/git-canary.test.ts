import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere } from "../support/cli.ts";
import {
  commit,
  configLine,
  ordinaryRepository,
  programVariables,
  setHooks,
  setTraps,
  trapAttributes,
  trapConfiguration,
} from "../support/hostile/git-traps.ts";
import { hostileScene, type Scene } from "../support/hostile/scene.ts";
import { runGit } from "../support/repository.ts";

/** Every command that asks git something, or reads files beside those that do. */
const commands = [
  ["check"],
  ["check", "--changed-since", "HEAD~1"],
  ["changes", "list"],
  ["changes", "validate"],
  ["changes", "show", "tweak"],
  ["specs", "list"],
  ["specs", "validate"],
  ["skills", "list"],
  ["artifacts", "status"],
  ["features", "list"],
  ["init", "--dry-run"],
  ["doctor"],
  ["index"],
  ["search", "signIn"],
  ["run", "specify", "--description", "Export as CSV", "--driver", "builtin"],
  ["features", "new", "--worktree", "Import from CSV"],
  ["worktree", "add", "002-import"],
  ["worktree", "list"],
  ["worktree", "remove", "002-import"],
  ["changes", "archive", "tweak"],
];

/** Those among them that start git in the most different ways. */
const few = commands.filter((words) =>
  ["check", "check --changed-since HEAD~1", "changes validate", "index", "worktree add 002-import"].includes(
    words.join(" "),
  ),
);

async function trapped(set: (scene: Scene) => void | Promise<void>): Promise<Scene> {
  const scene = await hostileScene();
  await ordinaryRepository(scene.workspace);
  await set(scene);
  return scene;
}

/** What each command started. The few run here, without a process for each; another list runs as shipped. */
async function runAll(scene: Scene, { below = "", list = few } = {}): Promise<Record<string, string[]>> {
  const guilty: Record<string, string[]> = {};
  let before = scene.fired();
  for (const words of list) {
    if (list === few) await runHere(words, { cwd: join(scene.workspace, below), env: scene.env });
    else scene.run(words, below);
    const now = scene.fired();
    const fresh = now.filter((name) => !before.includes(name));
    if (fresh.length > 0) guilty[words.join(" ")] = fresh;
    before = now;
  }
  return guilty;
}

describe("a repository whose configuration names programs", { timeout: 180_000 }, () => {
  test("the traps are real: git itself runs several of them", async () => {
    const scene = await trapped((scene) => setTraps(scene, join(scene.workspace, ".git")));
    for (const words of [
      ["status"],
      ["diff", "HEAD~1"],
      ["log", "-1", "-p"],
      ["checkout", "-q", "-b", "x"],
    ]) {
      try {
        execFileSync("git", words, {
          cwd: scene.workspace,
          env: scene.env,
          stdio: "ignore",
          timeout: 2_000,
        });
      } catch {
        // What a canary answers does not please git; that it ran is what counts.
      }
    }
    expect(scene.fired()).toEqual(expect.arrayContaining(["core.fsmonitor", "filter.trap.process"]));
    expect(scene.fired().some((name) => name.startsWith("hook-"))).toBe(true);
  });

  test("runs none of them, and nothing outside the workspace changes", async () => {
    const scene = await trapped((scene) => setTraps(scene, join(scene.workspace, ".git")));
    const before = scene.snapshotOutside();
    expect(await runAll(scene, { list: commands })).toEqual({});
    expect(scene.snapshotOutside()).toEqual(before);
    // `git help --config` of a newer git may know more programs than we do.
    const known = execFileSync("git", ["help", "--config"], { encoding: "utf8" }).split("\n");
    const suspicious = known.filter((key) =>
      /(command|cmd|program|helper|driver|textconv|hook|editor)$/i.test(key),
    );
    const generic = programVariables.map((key) =>
      key.replace(/\.(trap|openpgp|https:.*)\./, ".*.").toLowerCase(),
    );
    const harmless = [
      "diff.<driver>.cachetextconv",
      "gitcvs.dbdriver",
      "advice.ignoredhook",
      "notes.rewrite.<command>",
      "advice.waitingforeditor",
    ];
    const unknown = suspicious
      .map((key) => key.toLowerCase())
      .filter((key) => !harmless.includes(key) && !generic.includes(key.replace(/<[^>]+>/, "*")));
    expect(unknown).toEqual([]);
  });

  test("nor those of a configuration that it includes, or that only one worktree has", async () => {
    const scene = await trapped((scene) => {
      const gitDir = join(scene.workspace, ".git");
      writeFileSync(join(gitDir, "info/attributes"), trapAttributes);
      writeFileSync(join(scene.workspace, "extra.gitconfig"), trapConfiguration(scene, "included-"));
      appendFileSync(join(gitDir, "config"), configLine("include.path", "../extra.gitconfig"));
      runGit(scene.workspace, "config", "core.repositoryformatversion", "1");
      runGit(scene.workspace, "config", "extensions.worktreeConfig", "true");
      writeFileSync(
        join(gitDir, "config.worktree"),
        configLine("filter.only.clean", scene.canary("worktree-clean")) +
          configLine("filter.only.smudge", scene.canary("worktree-smudge")),
      );
      appendFileSync(join(gitDir, "info/attributes"), "*.ts filter=only\n");
    });
    expect(await runAll(scene)).toEqual({});
  });

  test("nor those of an include that holds only on the branch of a new worktree", async () => {
    const scene = await trapped((scene) => {
      const gitDir = join(scene.workspace, ".git");
      writeFileSync(join(gitDir, "info/attributes"), trapAttributes);
      writeFileSync(join(scene.workspace, "extra.gitconfig"), trapConfiguration(scene));
      appendFileSync(
        join(gitDir, "config"),
        configLine("includeIf.gitdir:**/worktrees/**.path", "../extra.gitconfig"),
      );
    });
    expect(await runAll(scene)).toEqual({});
  });
});

describe("a repository that lacks objects", { timeout: 180_000 }, () => {
  const remotes = {
    "a remote of the ext transport": (canary: string) => ({ url: `ext::${canary} %s` }),
    "a folder whose upload-pack is a program of its choosing": (canary: string) => ({
      url: ".",
      uploadpack: canary,
    }),
    "an address that ssh would be asked for": (canary: string) => ({
      url: "ssh://example.invalid/x",
      "core.sshCommand": canary,
    }),
  };
  for (const [what, settingsOf] of Object.entries(remotes)) {
    test(`is not completed from ${what}`, async () => {
      const scene = await trapped((scene) => {
        const git = (...words: string[]) => runGit(scene.workspace, ...words);
        git("config", "core.repositoryformatversion", "1");
        git("config", "extensions.partialClone", "trap");
        git("config", "remote.trap.promisor", "true");
        git("config", "protocol.allow", "always");
        for (const [key, value] of Object.entries(settingsOf(scene.canary("fetch"))))
          git("config", key.includes(".") ? key : `remote.trap.${key}`, value);
        const tree = git("rev-parse", "HEAD~1^{tree}").trim();
        rmSync(join(scene.workspace, ".git/objects", tree.slice(0, 2), tree.slice(2)));
      });
      try {
        const env = { ...scene.env, GIT_NO_LAZY_FETCH: "0" };
        execFileSync("git", ["diff", "HEAD~1"], {
          cwd: scene.workspace,
          env,
          stdio: "ignore",
          timeout: 2_000,
        });
      } catch {
        // It cannot get the object from a canary.
      }
      expect(scene.fired()).toEqual(["fetch"]);
      rmSync(join(scene.folder, "fired/fetch"));
      expect(await runAll(scene)).toEqual({});
      expect(scene.run(["check", "--changed-since", "HEAD~1"]).stderr).toContain("partial clone");
    });
  }
});

describe("a repository inside the repository", { timeout: 180_000 }, () => {
  test("a bare one in the folder that is checked is not the one that git works on", async () => {
    const scene = await trapped(async (scene) => {
      const api = join(scene.workspace, "packages/api");
      const bare = join(scene.folder, "bare");
      mkdirSync(api, { recursive: true });
      runGit(scene.folder, "init", "-q", "--bare", bare);
      for (const part of ["HEAD", "objects", "refs"])
        cpSync(join(bare, part), join(api, part), { recursive: true });
      rmSync(bare, { recursive: true });
      writeFileSync(
        join(api, "config"),
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n",
      );
      setTraps(scene, api);
      for (const part of ["objects/keep", "refs/keep"]) writeFileSync(join(api, part), "");
      cpSync(join(scene.workspace, "openspec"), join(api, "openspec"), { recursive: true });
      writeFileSync(join(api, ".gitattributes"), trapAttributes);
      commit(scene.workspace, "api");
    });
    expect(await runAll(scene, { below: "packages/api" })).toEqual({});
    const { code, stdout } = scene.run(["check", "--changed-since", "HEAD~1"], "packages/api");
    expect([code, stdout]).toEqual([expect.any(Number), expect.not.stringContaining("failed")]);
  });

  test("the programs of a submodule's own configuration are not run", async () => {
    const scene = await trapped((scene) => {
      const sub = join(scene.workspace, "sub");
      mkdirSync(sub);
      writeFileSync(join(sub, "a.md"), "a\n");
      runGit(sub, "init", "-q");
      commit(sub, "sub");
      runGit(scene.workspace, "-c", "protocol.file.allow=always", "add", "sub");
      writeFileSync(
        join(scene.workspace, ".gitmodules"),
        '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = none\n',
      );
      runGit(scene.workspace, "add", ".gitmodules");
      runGit(scene.workspace, "commit", "-qm", "sub");
      setTraps(scene, join(sub, ".git"), "sub-");
      writeFileSync(join(sub, "a.md"), "b\n");
    });
    expect(await runAll(scene)).toEqual({});
  });

  test("a `.git` file that names a repository in the tree is followed without running its programs", async () => {
    const scene = await trapped((scene) => {
      const { workspace } = scene;
      cpSync(join(workspace, ".git"), join(workspace, "store"), { recursive: true });
      rmSync(join(workspace, ".git"), { recursive: true });
      writeFileSync(join(workspace, ".git"), "gitdir: store\n");
      setTraps(scene, join(workspace, "store"));
    });
    expect(await runAll(scene)).toEqual({});
  });
});

describe("programs that the repository brings along", { timeout: 180_000 }, () => {
  for (const [what, path] of Object.entries({
    "its folder is on the PATH": (workspace: string) => join(workspace, "bin"),
    "the PATH has a relative entry": () => "bin",
    "the PATH has an empty entry": () => "",
  })) {
    test(`its git, claude and vi are not found though ${what}`, async () => {
      const scene = await trapped((scene) => {
        for (const folder of ["bin", ""]) {
          mkdirSync(join(scene.workspace, folder), { recursive: true });
          for (const name of ["git", "claude", "codex", "vi"]) {
            const target = join(scene.workspace, folder, name);
            copyFileSync(scene.canary(name), target);
            chmodSync(target, 0o755);
          }
        }
        scene.env["PATH"] = `${path(scene.workspace)}:${scene.env["PATH"]}`;
      });
      expect(await runAll(scene, { list: [...few] })).toEqual({});
      const agent = scene.run(["run", "plan", "001", "--driver", "exec", "--agent", "claude"]);
      expect(scene.fired()).toEqual([]);
      expect(agent.stderr).toContain("`claude` was not found");
    });
  }
});

test("hooks in the template of the machine are not run when a skill's repository is fetched", {
  timeout: 60_000,
}, async () => {
  const scene = await trapped((scene) => {
    const source = join(scene.folder, "source");
    cpSync(scene.workspace, source, { recursive: true });
    setTraps(scene, join(source, ".git"), "source-");
    setHooks(scene, join(scene.home, "template"), "template-");
    writeFileSync(
      join(scene.home, ".gitconfig"),
      configLine("init.templateDir", join(scene.home, "template")) +
        configLine("filter.lfs.smudge", scene.canary("personal-smudge")),
    );
    writeFileSync(join(source, ".gitattributes"), "* filter=lfs\n");
    runGit(source, "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "rev-parse", "HEAD");
  });
  const fetched = scene.run(["skills", "install", `file://${join(scene.folder, "source")}`, "--all"]);
  expect(fetched).toMatchObject({ code: 0 });
  expect(readFileSync(join(scene.workspace, ".agents/skills/look/SKILL.md"), "utf8")).toContain("Look.");
  expect(scene.fired()).toEqual([]);
});
