// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "Decoy",
  targets: [
    .target(name: "Core"),
    .target(name: "Umbrella", dependencies: ["Core"]),
    .target(name: "App", dependencies: ["Umbrella"]),
    .target(name: "Other"),
  ]
)
