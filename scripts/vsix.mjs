// The extension for VS Code as an archive. We write it ourselves: Microsoft's packer needs a newer Node than we support,
// and a .vsix is a zip with two lists.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { zip } from "./zip.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(root, "editors/vscode");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const manifest = { ...JSON.parse(readFileSync(join(source, "manifest.json"), "utf8")), version };

/**
 * The archive, and the modules in it. `withServer` adds the built program; without it the extension starts the `hewto`
 * on the PATH.
 */
export async function packExtension({ withServer }) {
  const { code, moduleIds } = await bundle();
  const files = {
    "[Content_Types].xml": contentTypes(),
    "extension.vsixmanifest": vsixManifest(),
    "extension/package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    "extension/dist/package.json": '{ "type": "commonjs" }\n',
    "extension/dist/extension.js": code,
  };
  for (const name of ["README.md", "media/hewto.svg"])
    files[`extension/${name}`] = readFileSync(join(source, name));
  // Every file of the archive needs an extension that the list of types knows.
  for (const name of ["LICENSE", "NOTICE"]) files[`extension/${name}.txt`] = readFileSync(join(root, name));
  files["extension/CHANGELOG.md"] = readFileSync(join(root, "CHANGELOG.md"));
  if (withServer) addServer(files);
  const modules = moduleIds.map((id) => relative(root, id).split(sep).join("/"));
  return { archive: zip(files), modules };
}

/** The extension as one file; the editor brings `vscode`. */
async function bundle() {
  const build = await rolldown({
    cwd: root,
    input: { extension: join(source, "src/extension.ts") },
    platform: "node",
    external: ["vscode"],
    transform: { target: "node20.19" },
  });
  const { output } = await build.generate({ format: "cjs", codeSplitting: false, comments: false });
  return output[0];
}

/** What editors start. The library, its types, the list of modules and the manual page are of no use to them. */
function addServer(files) {
  const dist = join(root, "dist");
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(dist, path).split(sep).join("/");
    if (!entry.isFile() || /^(?:types\/|modules\.json$|index\.js$|hewto\.vsix$|hewto\.1$)/.test(name))
      continue;
    files[`extension/server/${name}`] = readFileSync(path);
  }
}

function contentTypes() {
  const types = [
    ["json", "application/json"],
    ["vsixmanifest", "text/xml"],
    ["js", "application/javascript"],
    ["md", "text/markdown"],
    ["svg", "image/svg+xml"],
    ["txt", "text/plain"],
    ["wasm", "application/wasm"],
    ["bin", "application/octet-stream"],
    ["html", "text/html"],
    ["css", "text/css"],
    ["woff2", "font/woff2"],
  ];
  const rows = types.map(([name, type]) => `<Default Extension=".${name}" ContentType="${type}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${rows.join("")}</Types>\n`;
}

function vsixManifest() {
  const { name, publisher, displayName, description, categories, engines } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>${categories.join(",")}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}
