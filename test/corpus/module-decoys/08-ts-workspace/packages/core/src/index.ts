export * as reqUtils from "./req-utils";
export { default as makeServer, boot as startServer } from "./server";
export * from "./paths";
