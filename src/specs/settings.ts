import type { Workspace } from "../workspace/root.ts";
import type { RuleProfile } from "./layouts.ts";
import { defaultVocabulary, type Vocabulary } from "./vocabulary.ts";

export interface SpecSettings {
  readonly vocabulary: Vocabulary;
  readonly profile: RuleProfile | undefined;
}

export async function readSettings(_workspace: Workspace): Promise<SpecSettings> {
  return { vocabulary: defaultVocabulary, profile: undefined };
}
