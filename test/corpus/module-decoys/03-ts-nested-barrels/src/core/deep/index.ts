export * from "./thing";
