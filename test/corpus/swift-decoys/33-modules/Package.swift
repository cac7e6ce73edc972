// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "Decoy",
  targets: [
    .target(name: "Core"),
    .target(name: "App"),
    .target(name: "Feature", dependencies: ["Core"]),
  ]
)
