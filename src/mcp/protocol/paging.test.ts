import { expect, it } from "vitest";
import { page } from "./paging.ts";

it("gives every item once, page by page", () => {
  const items = Array.from({ length: 450 }, (_, index) => index);
  const seen: number[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const next = page(items, cursor);
    seen.push(...next.items);
    cursor = next.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  expect(seen).toEqual(items);
  expect(pages).toBe(3);
});

it("gives no cursor where nothing follows", () => {
  expect(page([1, 2], undefined)).toEqual({ items: [1, 2] });
  expect(page([], undefined)).toEqual({ items: [] });
});

it("refuses a cursor that is not its own", () => {
  for (const cursor of ["", "x", "ZnJvbTp4", Buffer.from("from:-1").toString("base64url")]) {
    expect(() => page([1], cursor)).toThrow(/Invalid cursor/);
  }
});
