// Skills: what is installed in this project, and the text of one.
import { openHewto } from "hewto";
import { withFerry } from "./ferry.mjs";

await withFerry(async (workspace) => {
  const hewto = await openHewto({ workspace, flags: { "no-plugins": true } });

  const { skills } = await hewto.skillsList();
  const own = skills.filter(({ location }) => location === "project");
  console.log(own.map(({ name, description }) => `${name}: ${description}`).join("\n"));

  const text = await hewto.skill({ name: own[0].name });
  console.log(text.split("\n")[0]);
});
