import { extname } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mjs": "text/javascript",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".py": "text/x-python",
  ".sh": "application/x-sh",
  ".svg": "image/svg+xml",
  ".toml": "application/toml",
  ".ts": "text/x-typescript",
  ".txt": "text/plain",
  ".webp": "image/webp",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
  ".zip": "application/zip",
};

export const directoryType = "inode/directory";

/** The media type for a file name's extension; undefined for an unknown one. */
export function mimeTypeOf(path: string): string | undefined {
  return types[extname(path).toLowerCase()];
}
