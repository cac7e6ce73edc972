import { type Blob, contents } from "./git.ts";

const texts: readonly (readonly [string, RegExp])[] = [
  ["Apache-2.0", /Apache License\s+Version 2\.0/i],
  ["MIT", /Permission is hereby granted, free of charge, to any person obtaining/i],
  ["BSD", /Redistribution and use in source and binary forms, with or without/i],
  ["ISC", /Permission to use, copy, modify, and(\/or)? distribute this software for any/i],
];
const copyleft =
  /GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE\s+Version|Mozilla Public License Version|Eclipse Public License/i;

/** The permissive license of a repository, from its license files; "" if it has another or none. */
export async function licenseOf(repository: string, blobs: readonly Blob[]): Promise<string> {
  const files = blobs.filter(({ path }) => /^(LICEN[SC]E|COPYING|MIT-LICENSE)[^/]*$/i.test(path));
  const found = new Set<string>();
  for await (const { blob, bytes } of contents(repository, files)) {
    const text = bytes.toString("utf8");
    if (/3rd|third|docs|font/i.test(blob.path)) continue;
    if (copyleft.test(text.slice(0, 2_000))) return "";
    for (const [name, pattern] of texts) if (pattern.test(text)) found.add(name);
  }
  return [...found].sort().join(" / ");
}
