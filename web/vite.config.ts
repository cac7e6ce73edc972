import { defineConfig } from "vite";

/** Called by scripts/build.mjs. Names carry a hash of the content, so browsers may keep the files for good. */
export default defineConfig({
  root: import.meta.dirname,
  // The page also works from a folder, as a static export.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // Everything is on this machine: preloading would only make the start wait.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
