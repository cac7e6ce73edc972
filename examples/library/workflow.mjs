// Workflow: from one sentence to tasks. `generate` is your language model; without it, the local method is used.
import { openHewto } from "hewto";
import { withFerry } from "./ferry.mjs";

await withFerry(async (workspace) => {
  const hewto = await openHewto({ workspace });

  const { spec_directory } = await hewto.featuresNew({ description: "Passengers can bring a bicycle" });
  await hewto.speckitSpecify({
    spec_directory,
    feature_description: "Passengers can book a place for a bicycle together with their own place.",
  });
  await hewto.speckitPlan({ spec_directory });
  await hewto.speckitTasks({ spec_directory });

  const { features } = await hewto.featuresList();
  for (const { folder, phase } of features) console.log(`${folder}: next is ${phase}`);
});
