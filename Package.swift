// swift-tools-version: 6.2
// Figranium for desktop Linux: credentials in the Secret Service, App Intents, a command line.
//
// The arrows between targets are the architecture; `install/check-imports` holds them in the
// sources. Only `*Bridge` targets import a C module. On Apple's systems the `AppIntents` target
// is not built: the system's framework of that name is used instead.

import PackageDescription

/// One set of rules for every Swift target: language mode 6, strict memory safety, no warnings.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "figranium-linux",
  products: [
    .library(name: "Figranium", targets: ["Figranium"]),
    .library(name: "AppIntents", targets: ["AppIntents"]),
    .library(name: "AppIntentsDesktop", targets: ["AppIntentsDesktop"]),
    .library(name: "FigraniumSecretService", targets: ["FigraniumSecretService"]),
    .library(name: "FigraniumTesting", targets: ["FigraniumTesting"]),
    .executable(name: "figctl", targets: ["figctl"]),
  ],
  targets: [
    // C: headers and links only; macros and variadic calls become `static inline` in shim.h.
    .systemLibrary(
      name: "CGLib", pkgConfig: "gio-unix-2.0",
      providers: [.apt(["libglib2.0-dev"]), .yum(["glib2-devel"])]),
    .systemLibrary(
      name: "CSecret", pkgConfig: "libsecret-1",
      providers: [.apt(["libsecret-1-dev"]), .yum(["libsecret-devel"])]),
    .systemLibrary(
      name: "CGcrypt", pkgConfig: "libgcrypt",
      providers: [.apt(["libgcrypt20-dev"]), .yum(["libgcrypt-devel"])]),
    .systemLibrary(
      name: "CCurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .yum(["libcurl-devel"])]),
    .systemLibrary(name: "CSystem"),

    // Bridges: the only place for unsafe code. Package API, Sendable values in and out.
    library("SystemBridge", ["CSystem"]),
    library("GLibBridge", ["CGLib"]),
    library("CurlBridge", ["CCurl", "SystemBridge"]),
    library("SecretBridge", ["CGLib", "CGcrypt", "CSecret", "GLibBridge", "SystemBridge"]),

    // Libraries.
    library("AppIntents"),
    library("AppIntentsDesktop", ["AppIntents", "GLibBridge"]),
    library("Figranium", ["AppIntents", "CurlBridge", "SystemBridge"]),
    library(
      "FigraniumSecretService", ["Figranium", "GLibBridge", "SecretBridge", "SystemBridge"]),
    // For the tests of programs that use the libraries.
    library("FigraniumTesting", ["AppIntents", "Figranium"]),
    library("DemoServer", ["GLibBridge"]),

    // The command.
    library(
      "FigctlKit",
      [
        "AppIntents", "AppIntentsDesktop", "DemoServer", "Figranium", "FigraniumSecretService",
        "GLibBridge", "SystemBridge",
      ]),
    .executableTarget(name: "figctl", dependencies: ["FigctlKit"], swiftSettings: settings),

    // What `install/bench` and `install/picture` run; no product.
    .executableTarget(
      name: "FigctlBench",
      dependencies: [
        "AppIntents", "AppIntentsDesktop", "DemoServer", "Figranium", "GLibBridge", "SystemBridge",
      ],
      path: "Benchmarks/FigctlBench", swiftSettings: settings),

    // A program of its own intents in the desktop's search; no product.
    .executableTarget(
      name: "TimerExample", dependencies: ["AppIntents", "AppIntentsDesktop"],
      path: "Examples/Timer", swiftSettings: settings),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: ["DemoServer", "GLibBridge", "SystemBridge", "TestBusBridge"],
      path: "Tests/TestSupport",
      exclude: ["Providers", "Python"], swiftSettings: settings),
    .target(
      name: "TestBusBridge", dependencies: ["CGLib", "GLibBridge"], path: "Tests/TestBusBridge",
      swiftSettings: settings),
    // What the tests of SystemBridge run as a child: prompts, signals, hardening, memory.
    .executableTarget(
      name: "SystemProbe", dependencies: ["SystemBridge"], path: "Tests/SystemProbe",
      swiftSettings: settings),
    // What the tests of streams run as a child: memory, descriptors.
    .executableTarget(
      name: "StreamProbe", dependencies: ["Figranium", "SystemBridge"], path: "Tests/StreamProbe",
      swiftSettings: settings),
    // What the tests of leaks run as a child: one kind of work, many times.
    .executableTarget(
      name: "StoreProbe", dependencies: ["CSystem", "Figranium", "FigraniumSecretService"],
      path: "Tests/StoreProbe", swiftSettings: settings),
    tests("SystemBridgeTests", ["GLibBridge", "SystemBridge", "SystemProbe", "TestSupport"]),
    tests("GLibBridgeTests", ["GLibBridge", "TestSupport"]),
    tests(
      "CurlBridgeTests",
      ["CurlBridge", "DemoServer", "GLibBridge", "SystemBridge", "TestSupport"]),
    tests("DemoServerTests", ["DemoServer", "GLibBridge", "TestSupport"]),
    .target(
      name: "IntentSamples", dependencies: ["AppIntents"],
      path: "Tests/SourceCompatibilityTests/Samples/Todo", swiftSettings: settings),
    tests(
      "AppIntentsDesktopTests", ["AppIntents", "AppIntentsDesktop", "GLibBridge", "TestSupport"]),
    tests("AppIntentsTests", ["AppIntents", "IntentSamples"]),
    tests(
      "FigraniumTests",
      [
        "AppIntents", "CurlBridge", "DemoServer", "Figranium", "GLibBridge", "StreamProbe",
        "SystemBridge", "TestSupport",
      ]),
    tests("FigraniumTestingTests", ["AppIntents", "Figranium", "FigraniumTesting"]),
    tests(
      "FigraniumSecretServiceTests",
      [
        "AppIntents", "DemoServer", "Figranium", "FigraniumSecretService", "GLibBridge",
        "SecretBridge", "SystemBridge", "TestSupport",
      ]),
    tests(
      "FigctlTests",
      [
        "DemoServer", "FigctlKit", "Figranium", "FigraniumSecretService", "GLibBridge",
        "SystemBridge", "TestSupport", "figctl",
      ]),
    // What users of comparable tools report, see Tests/FIELD-REPORTS.md.
    tests(
      "FieldReportTests",
      [
        "CurlBridge", "DemoServer", "FigctlKit", "Figranium", "FigraniumSecretService",
        "GLibBridge", "SecretBridge", "StoreProbe", "SystemBridge", "SystemProbe", "TestSupport",
        "figctl",
      ]),
    .testTarget(
      name: "SourceCompatibilityTests",
      dependencies: ["AppIntents", "Figranium", "FigraniumSecretService", "GLibBridge"],
      exclude: ["Refused", "Samples/Todo"], swiftSettings: settings),
  ]
)

// What `install/fuzz` runs links with libFuzzer only: known when asked for.
if Context.environment["FIGRANIUM_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
    .executableTarget(
      name: "FuzzTargets",
      dependencies: ["CFuzzer", "FigctlKit", "Figranium", "GLibBridge", "SystemBridge"],
      path: "Fuzz/FuzzTargets", swiftSettings: settings),
  ]
}
