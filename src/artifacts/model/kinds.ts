/** The three artifact classes of the SpecMan data model, in the order in which lists show them. */
export const artifactKinds = ["specification", "implementation", "scratch_pad"] as const;
export type ArtifactKind = (typeof artifactKinds)[number];

/** How the kind is spelled in `id.kind`, which existing clients of SpecMan read. */
export const idKinds = ["Specification", "Implementation", "ScratchPad"] as const;
export type IdKind = (typeof idKinds)[number];

export interface ArtifactId {
  readonly kind: IdKind;
  readonly name: string;
}

/** The identity of an artifact is its folder, whatever the front matter says. */
export interface ArtifactRef {
  readonly kind: ArtifactKind;
  readonly name: string;
}

interface KindFacts {
  readonly idKind: IdKind;
  readonly scheme: "spec" | "impl" | "scratch";
  /** Contains one folder for each artifact. */
  readonly folder: string;
  readonly file: string;
  readonly noun: string;
  readonly plural: string;
}

export const kindFacts: Readonly<Record<ArtifactKind, KindFacts>> = {
  specification: {
    idKind: "Specification",
    scheme: "spec",
    folder: "spec",
    file: "spec.md",
    noun: "specification",
    plural: "specifications",
  },
  implementation: {
    idKind: "Implementation",
    scheme: "impl",
    folder: "impl",
    file: "impl.md",
    noun: "implementation",
    plural: "implementations",
  },
  scratch_pad: {
    idKind: "ScratchPad",
    scheme: "scratch",
    folder: ".specman/scratchpad",
    file: "scratch.md",
    noun: "scratch pad",
    plural: "scratch pads",
  },
};

/** `a specification`, `an implementation`. */
export function withArticle(kind: ArtifactKind): string {
  const { noun } = kindFacts[kind];
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

/** `spec://auth`: the stable, lowercase name of an artifact for clients. Never stored in a file. */
export function handleOf({ kind, name }: ArtifactRef): string {
  return `${kindFacts[kind].scheme}://${encodeURI(name.toLowerCase())}`;
}

/** The canonical document, relative to the workspace root. */
export function documentPath({ kind, name }: ArtifactRef): string {
  const { folder, file } = kindFacts[kind];
  return `${folder}/${name}/${file}`;
}

export function idOf({ kind, name }: ArtifactRef): ArtifactId {
  return { kind: kindFacts[kind].idKind, name };
}

/** The artifact whose canonical document is at this path, if any. */
export function artifactAt(path: string): ArtifactRef | undefined {
  for (const kind of artifactKinds) {
    const { folder, file } = kindFacts[kind];
    if (!path.startsWith(`${folder}/`) || !path.endsWith(`/${file}`)) continue;
    const name = path.slice(folder.length + 1, -file.length - 1);
    if (name !== "" && !name.includes("/")) return { kind, name };
  }
  return undefined;
}

/** The artifact with this folder: people type `spec/auth` as often as `spec/auth/spec.md`. */
export function artifactOfFolder(path: string): ArtifactRef | undefined {
  for (const kind of artifactKinds) {
    const ref = artifactAt(`${path}/${kindFacts[kind].file}`);
    if (ref?.kind === kind) return ref;
  }
  return undefined;
}

export function kindOfScheme(scheme: string): ArtifactKind | undefined {
  return artifactKinds.find((kind) => kindFacts[kind].scheme === scheme);
}
