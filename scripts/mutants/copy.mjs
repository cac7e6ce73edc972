// A copy of the tree that a sweep may change: what tests write there stays in it.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The files as they are on disk, with the installed packages linked one by one. */
export function makeCopy(root, files) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "hewto-mutants-")));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  chmodSync(copy, 0o755);
  for (const path of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules")))
    if (!/^\.(?:cache|vite)/.test(name))
      symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  if (existsSync(join(root, "dist"))) cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true });
  const config = { extends: "./tsconfig.json", include: ["src"], exclude: ["src/**/*.test.ts"] };
  writeFileSync(join(copy, "src-only.json"), JSON.stringify(config));
  return copy;
}
