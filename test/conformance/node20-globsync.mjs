// The official suite imports `globSync` from "fs", which Node 20 does not export. Only a command that we never
// call uses it, so these two packages get an "fs" with a stand-in.
import { register } from "node:module";

const standIn = `
  export * from "node:fs";
  export { default } from "node:fs";
  export function globSync() { throw new Error("globSync needs Node 22"); }
`;
const hook = `
  const suite = /\\/node_modules\\/(@modelcontextprotocol\\/conformance|conformance-next)\\//;
  export async function resolve(specifier, context, next) {
    const isWanted = (specifier === "fs" || specifier === "node:fs") && suite.test(context.parentURL ?? "");
    if (!isWanted) return next(specifier, context);
    return { url: ${JSON.stringify(moduleOf(standIn))}, shortCircuit: true };
  }
`;
register(moduleOf(hook));

function moduleOf(source) {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
