import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { operation } from "../../operation/operation.ts";
import { readAddress } from "../address.ts";
import { initStore, type Members, memberKinds } from "../open.ts";
import { forOperators, storeSettings } from "./configured.ts";

const logins = z
  .array(z.string().regex(/^[^\0]{1,63}$/))
  .max(1000)
  .default([]);

const rightsOf: Readonly<Record<keyof Members, string>> = {
  readers: "read",
  workers: "publish",
  servers: "serve a team",
  auditors: "read the audit",
  granters: "write grants",
};

export const storeInit = operation({
  name: "store_init",
  title: "Set up the shared store",
  summary: "Set up the shared store, or bring it up to date",
  details: "Needs a login that may create roles and a schema. Repeating it changes nothing.",
  icon: "artifact",
  effects: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  served: forOperators,
  cli: {
    words: "store init",
    flagNames: {
      readers: "reader",
      workers: "worker",
      servers: "server",
      auditors: "auditor",
      granters: "granter",
    },
    examples: [
      "store init",
      "store init --reader alice --worker ci",
      "store init --server team --granter sync",
    ],
  },
  input: z.object({
    readers: logins.describe("Logins of the database that may read"),
    workers: logins.describe("Logins of the database that may publish"),
    servers: logins.describe("Logins of the database for team servers: they read, and write the audit"),
    auditors: logins.describe("Logins of the database that may read the audit"),
    granters: logins.describe("Logins of the database that may write grants"),
  }),
  output: z.object({
    store: z.string(),
    tenant: z.string(),
    version: z.object({ before: z.int(), after: z.int() }),
    members: z.record(z.enum(memberKinds), z.array(z.string())),
  }),
  run: async (context, members) => {
    const settings = await storeSettings(context);
    if (!settings.ok) return settings;
    const { url, tenant } = settings.value;
    const address = readAddress(url);
    if (!address.ok) return address;
    const made = await initStore(url, { tenant }, members);
    if (!made.ok) return made;
    const version = { before: made.value.from, after: made.value.to };
    return ok({ store: address.value.shown, tenant, version, members });
  },
  text: ({ store, version: { before, after }, members }) => {
    const what =
      before === 0
        ? `Set up ${store} (version ${after}).`
        : before === after
          ? `${store} is up to date (version ${after}).`
          : `Brought ${store} from version ${before} to ${after}.`;
    const lines = memberKinds.flatMap((kind) =>
      members[kind].map((login) => `${login} may ${rightsOf[kind]}.`),
    );
    return [what, ...lines].join("\n");
  },
});
