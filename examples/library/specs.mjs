// Specs: list them, walk down to one scenario, search, validate.
import { HewtoError, openHewto } from "hewto";
import { withFerry } from "./ferry.mjs";

await withFerry(async (workspace) => {
  const hewto = await openHewto({ workspace });

  const { specs } = await hewto.listSpecs();
  console.log(specs.map(({ id }) => id).join(", "));

  const { requirements } = await hewto.getSpecRequirements({ spec_id: "booking" });
  const { scenario } = await hewto.getScenario({ spec_id: "booking", requirement: requirements[0].name });
  console.log(`${requirements[0].name} › ${scenario.name}: when ${scenario.when}`);

  try {
    await hewto.searchSpecs({ query: "full crossing" });
  } catch (error) {
    // Search needs an index. The error says so, and programs can check its code.
    if (!(error instanceof HewtoError) || error.code !== "index_missing") throw error;
    await hewto.indexCodebase({ path: workspace });
  }
  const { results } = await hewto.searchSpecs({ query: "full crossing" });
  console.log(`${results[0].requirement} › ${results[0].scenario}`);

  const { summary } = await hewto.validateSpec();
  console.log(summary);
});
