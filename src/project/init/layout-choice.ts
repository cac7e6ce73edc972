/** The layouts that `hewto init` can create. */
export const layoutChoices = ["openspec", "spox", "spec-kit", "specman"] as const;
export type LayoutChoice = (typeof layoutChoices)[number];

/** For the question at the terminal. */
export const layoutDescriptions: Readonly<Record<LayoutChoice, string>> = {
  openspec: "openspec/: specs and change proposals, as in OpenSpec",
  spox: "specs/ and .spox/config.toml: specs and change proposals, as in Spec Oxide",
  "spec-kit": "specs/001-feature/: specify, plan, tasks, implement, as in spec-kit",
  specman: ".specman/: spec, impl and scratch artifacts with constraints",
};

/** A path relative to the workspace, and its content. */
export type NewFile = readonly [path: string, text: string];
