import { expect, test } from "vitest";
import { unwrap } from "../../test/support/stores.ts";
import { temporaryFolder, temporaryTree } from "../../test/support/temporary.ts";
import { addressRequest } from "../workspace/trust/request.ts";
import { trust } from "../workspace/trust/trust.ts";
import { storeUse } from "./configured.ts";
import { allowedStore } from "./settings.ts";

const url = "postgres://db.example.com/hewto";

test("an address in a project's file is used only after the person has allowed exactly that", async () => {
  const root = await temporaryTree({ "hewto.toml": `[store]\nurl = "${url}"\n` });
  const env = { HOME: await temporaryFolder() };
  const refused = unwrap(await allowedStore({ root }, env));
  expect(refused.use).toBeUndefined();
  expect(refused.refusal?.message).toContain(`wants to read a shared index from \`${url}\``);
  expect(await storeUse({ root }, env), "says why").toMatchObject({ code: "not_trusted" });
  unwrap(await trust(root, unwrap(addressRequest(url, "store")), env, new Date()));
  expect(unwrap(await allowedStore({ root }, env)).use?.url).toBe(url);
  expect(await storeUse({ root }, env)).toBe("allowed");
  expect(
    unwrap(await allowedStore({ root }, { ...env, PGPASSWORD: "secret" })).use,
    "with a password",
  ).toBeUndefined();
});

test("a project's file cannot name a user or a password", async () => {
  const root = await temporaryTree({ "hewto.toml": '[store]\nurl = "postgres://u:p@evil.example.com/x"\n' });
  const refused = unwrap(await allowedStore({ root }, { HOME: await temporaryFolder() }));
  expect(refused.refusal?.code).toBe("invalid_config");
});

test("an address of the person's own settings or environment needs no further word", async () => {
  const home = await temporaryTree({ ".config/hewto/config.toml": `[store]\nurl = "${url}"\n` });
  const root = await temporaryFolder();
  expect(unwrap(await allowedStore({ root }, { HOME: home })).use?.url).toBe(url);
  const env = { HOME: await temporaryFolder(), HEWTO_STORE_URL: "file:///srv/x" };
  expect(unwrap(await allowedStore({ root }, env)).use?.url).toBe("file:///srv/x");
  expect(await storeUse({ root }, { HOME: env.HOME })).toBe("none");
});
