import { describe, expect, it } from "vitest";
import { parseSwift } from "../../languages/swift/swift.ts";
import { buildGraph } from "../build/build.ts";
import { readPropertyList } from "./property-list.ts";
import { Targets } from "./targets.ts";

const files = [
  "Sources/Core/A.swift",
  "Sources/core-tool/main.swift",
  "Tests/CoreTests/T.swift",
  "Examples/roll/main.swift",
  "lib/one/x.swift",
  "lib/two/y.swift",
  "lib/two/skip/z.swift",
  "nested/Sources/Core/B.swift",
];

const manifest = `// swift-tools-version:5.9
import PackageDescription
let package = Package(
  name: "demo", /* .target(name: "Ghost", path: "lib") */
  dependencies: [.package(url: "https://example.com/x.git", from: "1.0.0")],
  targets: [
    // .target(name: "Commented", path: "Sources/Core"),
    .target(name: "Core", dependencies: []),
    .executableTarget(name: "core-tool", dependencies: ["Core", .product(name: "Logging", package: "swift-log")]),
    .testTarget(name: "CoreTests", dependencies: [.target(name: "Core", condition: .when(platforms: [.linux]))]),
    .executableTarget(
      name: "roll",
      dependencies: [.byName(name: "Core")],
      path: "Examples/roll",
      swiftSettings: [.define("A)")]),
    .target(name: "Lib", path: "lib", exclude: ["two/skip"], sources: ["one", "two"]),
  ]
)
package.targets.append(.target(name: "Computed" + suffix))
`;

describe("targets of a package", () => {
  const targets = new Targets([{ path: "Package.swift", text: manifest }], files);

  it("have the files of their folder, or of the path and sources that are written", () => {
    expect(files.map((path) => targets.of(path)?.name)).toEqual([
      "Core",
      "core_tool",
      "CoreTests",
      "roll",
      "Lib",
      "Lib",
      undefined,
      undefined,
    ]);
  });

  it("say what they depend on, as written, and are not taken from comments or lists of dependencies", () => {
    expect(targets.all.map(({ name, kind, dependencies }) => [name, kind, dependencies.join()])).toEqual([
      ["Core", "library", ""],
      ["core_tool", "executable", "Core,Logging"],
      ["CoreTests", "test", "Core"],
      ["roll", "executable", "Core"],
      ["Lib", "library", ""],
    ]);
  });

  it("of a nested package count from its folder, and the nearest one wins", () => {
    const nested = 'let p = Package(name: "n", targets: [.target(name: "Core2", path: "Sources/Core")])';
    const both = new Targets(
      [
        { path: "Package.swift", text: 'let p = Package(targets: [.target(name: "All", path: ".")])' },
        { path: "nested/Package.swift", text: nested },
      ],
      files,
    );
    expect(both.of("nested/Sources/Core/B.swift")?.name).toBe("Core2");
    expect(both.of("nested/other/C.swift")?.name).toBe("All");
  });

  it("survive manifests that are cut off or make no sense", () => {
    for (let length = 0; length < manifest.length; length += 7)
      expect(
        () => new Targets([{ path: "Package.swift", text: manifest.slice(0, length) }], files),
      ).not.toThrow();
  });
});

const project = `// !$*UTF8*$!
{
  objects = {
    F1 /* A.swift */ = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
    F2 = {isa = PBXFileReference; path = "With Space.swift"; sourceTree = "<group>"; };
    F3 = {isa = PBXFileReference; name = S.swift; path = Shared/S.swift; sourceTree = SOURCE_ROOT; };
    F4 = {isa = PBXFileReference; path = T.swift; sourceTree = "<group>"; };
    B1 = {isa = PBXBuildFile; fileRef = F1; }; B2 = {isa = PBXBuildFile; fileRef = F2; };
    B3 = {isa = PBXBuildFile; fileRef = F3; }; B4 = {isa = PBXBuildFile; fileRef = F4; };
    B5 = {isa = PBXBuildFile; fileRef = F3; };
    G0 = {isa = PBXGroup; children = (G1, G2, G3, F3, ); sourceTree = "<group>"; };
    G1 = {isa = PBXGroup; children = (F1, F2); path = App; sourceTree = "<group>"; };
    G2 = {isa = PBXGroup; children = (F4); path = AppTests; sourceTree = "<group>"; };
    G3 = {isa = PBXFileSystemSynchronizedRootGroup; path = Widgets; sourceTree = "<group>"; };
    P1 = {isa = PBXSourcesBuildPhase; files = (B1, B2, B3); };
    P2 = {isa = PBXSourcesBuildPhase; files = (B4, B5); };
    P3 = {isa = PBXResourcesBuildPhase; files = (B4); };
    D1 = {isa = PBXTargetDependency; target = T1; };
    K1 = {isa = XCSwiftPackageProductDependency; productName = Logging; };
    T1 = {isa = PBXNativeTarget; name = "My App"; buildPhases = (P1, P3); dependencies = (); productType = "com.apple.product-type.application"; packageProductDependencies = (K1); };
    T2 = {isa = PBXNativeTarget; name = AppTests; buildPhases = (P2); dependencies = (D1); productType = "com.apple.product-type.bundle.unit-test"; };
    T3 = {isa = PBXNativeTarget; name = Widgets; buildPhases = (); fileSystemSynchronizedGroups = (G3); productType = "com.apple.product-type.framework"; };
    R = {isa = PBXProject; mainGroup = G0; projectDirPath = ""; targets = (T1, T2, T3); };
  };
  rootObject = R;
}
`;

describe("targets of an Xcode project", () => {
  const targets = new Targets([{ path: "ios/Demo.xcodeproj/project.pbxproj", text: project }], []);

  it("have the files of their source phases, and the folders that they take whole", () => {
    const names = (path: string) => targets.of(path)?.name;
    expect(names("ios/App/A.swift")).toBe("My_App");
    expect(names("ios/App/With Space.swift")).toBe("My_App");
    expect(names("ios/AppTests/T.swift")).toBe("AppTests");
    expect(names("ios/Widgets/deep/W.swift")).toBe("Widgets");
    expect(names("ios/App/Unlisted.swift")).toBeUndefined();
  });

  it("share a file with tests without losing it to them", () => {
    expect(targets.of("ios/Shared/S.swift")?.name).toBe("My_App");
    const testsFirst = project.replace("targets = (T1, T2, T3)", "targets = (T2, T1, T3)");
    const other = new Targets([{ path: "ios/Demo.xcodeproj/project.pbxproj", text: testsFirst }], []);
    expect(other.all[0]?.kind).toBe("test");
    expect(other.of("ios/Shared/S.swift")?.name).toBe("My_App");
  });

  it("depend on targets and products", () => {
    expect(targets.all.map(({ kind, dependencies }) => [kind, dependencies])).toEqual([
      ["app", ["Logging"]],
      ["test", ["My App"]],
      ["library", []],
    ]);
  });

  it("do not exist where the project does not read", () => {
    for (let length = 0; length < project.length - 3; length += 11) {
      expect(readPropertyList(project.slice(0, length))).toBeUndefined();
      expect(
        new Targets([{ path: "x.xcodeproj/project.pbxproj", text: project.slice(0, length) }], []).all,
      ).toEqual([]);
    }
  });
});

describe("modules by manifest", () => {
  it("separate what the same folder name would join, and a changed manifest is resolved again", () => {
    const texts: Record<string, string> = {
      "code/a/Login.swift": "struct Login { func go() {} }",
      "code/b/Use.swift": "func use(login: Login) { login.go() }",
    };
    const sources = Object.keys(texts).map((path) => ({
      path,
      hash: path,
      language: "swift" as const,
      role: "source" as const,
      facts: () => parseSwift(texts[path] ?? ""),
    }));
    const package_ = (...names: string[]) => [
      {
        path: "Package.swift",
        text: names
          .map((name, at) => `.target(name: "${name}", path: "code/${at === 0 ? "a" : "b"}")`)
          .join(","),
      },
    ];
    const edges = (built: ReturnType<typeof buildGraph>) =>
      built.files.flatMap((file) => file.edges.map(({ to, confidence }) => `${to.key} ${confidence}`));
    const apart = buildGraph(sources, undefined, package_("A", "B"));
    expect(apart.files.map(({ module }) => module)).toEqual(["A", "B"]);
    expect(edges(apart)).not.toContain("Login.go() exact");
    const one = [{ path: "Package.swift", text: '.target(name: "All", path: "code")' }];
    const together = buildGraph(sources, apart, one);
    expect(together.resolved).toBe(2);
    expect(edges(together)).toContain("Login.go() exact");
    expect(together.files).toEqual(buildGraph(sources, undefined, one).files);
  });
});
