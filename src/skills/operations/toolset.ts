import type { Toolset } from "../../operation/toolset.ts";
import { doctorOperation } from "./doctor.ts";
import { skillMethods } from "./extension.ts";
import { infoOperation } from "./info.ts";
import { installOperation } from "./install.ts";
import { instructionsOperation } from "./instructions.ts";
import { listOperation } from "./list.ts";
import { publishedSkills, pushSkills } from "./published.ts";
import { registryOf } from "./registry-of.ts";
import { removeOperation } from "./remove.ts";
import { skillResources } from "./resources.ts";
import { searchOperation } from "./search.ts";
import { skillOperation } from "./skill.ts";
import { disableOperation, enableOperation } from "./toggle.ts";
import { validateOperation } from "./validate.ts";
import { verifyOperation } from "./verify.ts";

export const skillsToolset = {
  operations: {
    skill: skillOperation,
    skills_list: listOperation,
    skills_info: infoOperation,
    skills_search: searchOperation,
    skills_validate: validateOperation,
    skills_enable: enableOperation,
    skills_disable: disableOperation,
    skills_install: installOperation,
    skills_remove: removeOperation,
    skills_instructions: instructionsOperation,
    skills_push: pushSkills,
    skills_published: publishedSkills,
    skills_verify: verifyOperation,
    skills_doctor: doctorOperation,
  },
  resources: skillResources,
  methods: skillMethods,
  start: (context, changed) => {
    const registry = registryOf(context);
    if (!registry.ok) return () => {};
    return registry.value.start(
      (line) => context.log("info", line),
      () => {
        changed("tools");
        changed("resources");
      },
    );
  },
} satisfies Toolset;
