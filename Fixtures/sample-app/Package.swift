// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "sample-app",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "health-journal", path: "../..")],
  targets: [
    .executableTarget(
      name: "sample-app",
      dependencies: [.product(name: "HealthJournal", package: "health-journal")])
  ]
)
