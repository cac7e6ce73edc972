export * from "./b";
export function own() {}
