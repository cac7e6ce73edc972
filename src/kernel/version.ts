/** Set by the build from package.json. */
declare const HEWTO_VERSION: string | undefined;

export const version: string = typeof HEWTO_VERSION === "string" ? HEWTO_VERSION : "0.0.0-source";
