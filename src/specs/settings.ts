import * as z from "zod";
import type { Fault } from "../kernel/fault.ts";
import { loadConfig } from "../workspace/config/config.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { RuleProfile } from "./layouts.ts";
import { createVocabulary, defaultVocabulary, type Vocabulary, type VocabularyWords } from "./vocabulary.ts";

const words = z.array(z.string().min(1)).optional();

/** `[specs]` of hewto.toml. */
export const SpecSettingsShape = z.object({
  profile: z
    .enum(["spox", "openspec"])
    .optional()
    .describe("Whose rules hold where Spec Oxide and OpenSpec disagree"),
  keywords: z
    .object({
      given: words,
      when: words,
      // biome-ignore lint/suspicious/noThenProperty: the word of the grammar; the value is never a function
      then: words,
      and: words,
      but: words,
      requirement: words,
      scenario: words,
      purpose: words,
      requirements: words,
      normative: words,
    })
    .optional()
    .describe("Words of another language, in addition to the built-in ones"),
});

export interface SpecSettings {
  readonly vocabulary: Vocabulary;
  readonly profile: RuleProfile | undefined;
  /** Why the settings could not be read; the defaults hold then. */
  readonly settingsProblem: Fault | undefined;
}

export async function readSettings(workspace: Workspace): Promise<SpecSettings> {
  const config = await loadConfig({ workspace });
  const settings = config.ok ? config.value.section("specs", SpecSettingsShape) : config;
  if (!settings.ok) {
    return { vocabulary: defaultVocabulary, profile: undefined, settingsProblem: settings.fault };
  }
  const { profile, keywords } = settings.value;
  return { vocabulary: vocabularyOf(keywords ?? {}), profile, settingsProblem: undefined };
}

function vocabularyOf(
  keywords: { [K in keyof VocabularyWords]?: readonly string[] | undefined },
): Vocabulary {
  const given = Object.entries(keywords).filter(([, list]) => list !== undefined && list.length > 0);
  return given.length === 0 ? defaultVocabulary : createVocabulary(Object.fromEntries(given));
}
