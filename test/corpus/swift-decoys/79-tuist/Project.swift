import ProjectDescription
let project = Project(name: "Shop", targets: [.target(name: "Shop", sources: ["Sources/**"])])
