export * from "./deep";
export * as tools from "./tools";
