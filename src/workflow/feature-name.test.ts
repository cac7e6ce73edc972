import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareFeatures, hasNumber, nextNumber, parseFeatureName, slugOf } from "./feature-name.ts";

describe("feature names", () => {
  it("accepts numbers of three or more digits and time stamps, and nothing else", () => {
    expect(parseFeatureName("003-user-auth")).toMatchObject({ number: "003", slug: "user-auth" });
    expect(parseFeatureName("1000-x")).toMatchObject({ number: "1000" });
    expect(parseFeatureName("20260319-143022-login")).toMatchObject({
      number: "20260319-143022",
      slug: "login",
    });
    for (const folder of ["1-x", "notes", "003", "003-", "_changes"])
      expect(parseFeatureName(folder)).toBeUndefined();
  });

  it("matches its number with any leading zeros, and nothing that is not a number", () => {
    const name = parseFeatureName("002-login");
    for (const digits of ["2", "02", "002", "0002"]) expect(hasNumber(name, digits), digits).toBe(true);
    for (const word of ["", "3", "2.0", "0x2", "2e0", " 2", "-2"])
      expect(hasNumber(name, word), word).toBe(false);
    expect(hasNumber(parseFeatureName("20260319-143022-login"), "20260319")).toBe(false);
    expect(hasNumber(parseFeatureName("000-zero"), "")).toBe(false);
    expect(hasNumber(undefined, "2")).toBe(false);
  });

  it("sorts by number, time stamps last", () => {
    const names = ["1000-b", "20260319-143022-z", "002-a", "010-c"].flatMap(
      (folder) => parseFeatureName(folder) ?? [],
    );
    expect(names.sort(compareFeatures).map((name) => name.folder)).toEqual([
      "002-a",
      "010-c",
      "1000-b",
      "20260319-143022-z",
    ]);
  });

  it("continues after the highest number, in base ten, past 999", () => {
    expect(nextNumber([])).toBe("001");
    expect(nextNumber(["010-a", "notes", "008-b"])).toBe("011");
    expect(nextNumber(["999-a", "20260319-143022-b"])).toBe("1000");
  });

  it("uses the significant words of a description", () => {
    expect(slugOf("I want to add user authentication with OAuth2")).toBe("user-authentication-oauth2");
    expect(slugOf("Fix the API timeouts")).toBe("fix-api-timeouts");
    expect(slugOf("Show up in UI on go")).toBe("show-ui");
    expect(slugOf("the of a")).toBe("the-of-a");
  });

  it("never returns an empty slug, in any script", () => {
    expect(slugOf("ユーザー認証を追加")).toBe("ユーザー認証を追加");
    expect(slugOf("!!! 🚢")).toBe("feature");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const slug = slugOf(text);
        expect(slug).not.toBe("");
        expect(slug).not.toMatch(/[/\\\s.]|^-|-$/u);
        expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(200);
      }),
    );
  });
});
