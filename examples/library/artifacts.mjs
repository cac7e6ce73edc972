// Artifacts: specifications, what implements them, and whether tests ensure their constraints.
import { openHewto } from "hewto";
import { withFerry } from "./ferry.mjs";

await withFerry(async (workspace) => {
  const hewto = await openHewto({ workspace });

  const { artifacts } = await hewto.listSpecifications();
  console.log(artifacts.map(({ handle }) => handle).join(", "));

  const made = await hewto.createArtifact({ kind: "specification", name: "ferry-fares", title: "Fares" });
  console.log(made.path);

  const report = await hewto.complianceReport({ locator: "impl://ferry-swift" });
  console.log(JSON.stringify(report.summary ?? Object.keys(report)));

  const { summary } = await hewto.check({ only: ["artifacts"] });
  console.log(summary);
});
