/** Whose folders `hewto init` makes where a repository has none. */
export const layoutChoices = ["openspec", "spox", "spec-kit", "specman"] as const;
export type LayoutChoice = (typeof layoutChoices)[number];

/** For the question at the terminal. */
export const layoutMeaning: Readonly<Record<LayoutChoice, string>> = {
  openspec: "openspec/: specs and change proposals as OpenSpec keeps them",
  spox: "specs/ and .spox/config.toml: the same as Spec Oxide keeps them",
  "spec-kit": "specs/001-feature/: specify, plan, tasks, implement as spec-kit keeps them",
  specman: ".specman/: spec, impl and scratch artifacts with constraints",
};

/** A path below the workspace and the text that goes there. */
export type NewFile = readonly [path: string, text: string];
