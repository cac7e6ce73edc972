import { defineConfig } from "vite";
import page from "./vite.config.ts";

/**
 * The page of `hewto web --export` as one classic script: a browser refuses to load modules from a folder. Called by
 * scripts/build.mjs, which puts `exported.html` beside it.
 */
export default defineConfig({
  ...page,
  build: {
    ...page.build,
    outDir: "../dist/web-export",
    cssCodeSplit: false,
    rolldownOptions: {
      input: "src/exported.tsx",
      // Parts that the server's page loads on demand are inside, so nobody asks where they are.
      checks: { emptyImportMeta: false },
      output: {
        format: "iife",
        codeSplitting: false,
        entryFileNames: "page.js",
        assetFileNames: "page[extname]",
      },
    },
  },
});
