import { execFileSync } from "node:child_process";

/** What a release of spec-kit copies into a project, read from a clone of its repository. */
export interface Release {
  /** The first tag with these templates. */
  readonly tag: string;
  /** How many releases have exactly these templates. */
  readonly releases: number;
  /** By path below `.specify/`. */
  readonly files: Readonly<Record<string, string>>;
}

const names = /^templates\/(?:spec|plan|tasks|checklist|constitution)-template\.md$/;

/** The releases of a clone, those with the same templates once. */
export function releasesIn(repository: string): Release[] {
  const byTemplates = new Map<string, { tag: string; releases: number; blobs: Blob[] }>();
  for (const tag of tagsOf(repository)) {
    const blobs = blobsOf(repository, tag, "templates/").filter(({ path }) => names.test(path));
    const key = blobs.map(({ id }) => id).join(" ");
    const known = byTemplates.get(key);
    byTemplates.set(key, { tag: known?.tag ?? tag, releases: (known?.releases ?? 0) + 1, blobs });
  }
  return [...byTemplates.values()].map(({ tag, releases, blobs }) => ({
    tag,
    releases,
    files: textsOf(repository, blobs),
  }));
}

/** Every preset that any release ships with a template, each text once, as it is installed. */
export function presetsIn(repository: string): Release[] {
  const presets = new Map<string, Release>();
  for (const tag of tagsOf(repository)) {
    const blobs = blobsOf(repository, tag, "presets/").filter(({ path }) => path.split("/").length > 2);
    for (const id of new Set(blobs.map(({ path }) => path.split("/")[1] ?? ""))) {
      const own = blobs.filter(({ path }) => path.startsWith(`presets/${id}/`));
      const key = own.map((blob) => blob.id).join(" ");
      const files = presets.get(key)?.files ?? textsOf(repository, own);
      presets.set(key, {
        tag: presets.get(key)?.tag ?? `${tag} ${id}`,
        releases: (presets.get(key)?.releases ?? 0) + 1,
        files,
      });
    }
  }
  return [...presets.values()];
}

interface Blob {
  readonly id: string;
  readonly path: string;
}

function tagsOf(repository: string): string[] {
  return git(repository, "tag", "--list", "v*", "--sort=version:refname").split("\n").filter(Boolean);
}

function blobsOf(repository: string, tag: string, folder: string): Blob[] {
  return git(repository, "ls-tree", "-r", tag, "--", folder)
    .split("\n")
    .flatMap((line) => {
      const [, id, path] = /^\d+ blob (\w+)\t(.+)$/.exec(line) ?? [];
      return id === undefined || path === undefined ? [] : [{ id, path }];
    });
}

function textsOf(repository: string, blobs: readonly Blob[]): Record<string, string> {
  return Object.fromEntries(
    blobs.map(({ id, path }) => [`.specify/${path}`, git(repository, "cat-file", "blob", id)]),
  );
}

function git(repository: string, ...args: string[]): string {
  return execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", maxBuffer: 64_000_000 });
}
