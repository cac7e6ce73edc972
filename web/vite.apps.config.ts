import { defineConfig } from "vite";
import page from "./vite.config.ts";

/** The views for the chat of a host as one script and one style sheet; scripts/build.mjs makes a single file of them. */
export default defineConfig({
  ...page,
  build: {
    ...page.build,
    outDir: "../dist/apps",
    cssCodeSplit: false,
    rolldownOptions: {
      input: "src/apps/main.tsx",
      checks: { emptyImportMeta: false },
      output: {
        format: "iife",
        codeSplitting: false,
        entryFileNames: "app.js",
        assetFileNames: "app[extname]",
      },
    },
  },
});
