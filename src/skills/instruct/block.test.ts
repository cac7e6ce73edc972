import { expect, test } from "vitest";
import { withBlock, withoutBlock } from "./block.ts";

test("removing the block leaves the file byte for byte as it was, and a new file goes", () => {
  for (const text of ["", "# Rules\n", "# Rules", "a\r\nb\r\n", "a\r\nb", "\n\n", "\ufeff# Rules\n"]) {
    const added = withBlock(text);
    expect(added.startsWith(text), JSON.stringify(text)).toBe(true);
    expect(added).toContain("hewto skills list");
    expect(withBlock(added), "adding it again changes nothing").toBe(added);
    expect(withoutBlock(added)).toBe(text);
  }
  expect(withoutBlock(withBlock(undefined))).toBeUndefined();
});

test("text that was written below the block stays, and an old block is brought up to date in its place", () => {
  const grown = `${withBlock("# Rules\n")}\n## Later\n`;
  expect(withoutBlock(grown)).toBe("# Rules\n\n## Later\n");
  const old = grown.replace("## Skills", "## Old words");
  expect(withBlock(old)).toBe(grown);
  expect(withoutBlock("# No block\n")).toBe("# No block\n");
  expect(withBlock("a\r\n")).not.toMatch(/[^\r]\n/);
});
