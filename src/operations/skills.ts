import { doctorOperation } from "./skills/doctor.ts";
import { skillMethods } from "./skills/extension.ts";
import { infoOperation } from "./skills/info.ts";
import { installOperation } from "./skills/install.ts";
import { listOperation } from "./skills/list.ts";
import { registryOf } from "./skills/registry-of.ts";
import { removeOperation } from "./skills/remove.ts";
import { skillResources } from "./skills/resources.ts";
import { searchOperation } from "./skills/search.ts";
import { skillOperation } from "./skills/skill.ts";
import { disableOperation, enableOperation } from "./skills/toggle.ts";
import { validateOperation } from "./skills/validate.ts";
import { verifyOperation } from "./skills/verify.ts";
import type { Toolset } from "./toolset.ts";

export const skillsToolset: Toolset = {
  operations: [
    skillOperation,
    listOperation,
    infoOperation,
    searchOperation,
    validateOperation,
    enableOperation,
    disableOperation,
    installOperation,
    removeOperation,
    verifyOperation,
    doctorOperation,
  ],
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
};
