// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built in the Swift 6 language mode with these; a warning is an error.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "hitzone",
    products: [
        .library(name: "HitZoneClient", targets: ["HitZoneClient"]),
        .executable(name: "hitzoned", targets: ["hitzoned"]),
        .executable(name: "hitzone", targets: ["hitzone"]),
    ],
    targets: [
        .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CLinux"),

        module("TouchModel", []),
        module("TouchEngine", ["TouchModel"]),
        module("LinuxIO", ["CLinux"]),
        module("Evdev", ["CEvdev", "LinuxIO", "TouchModel"]),
        module("PanelDiscovery", ["CUdev", "LinuxIO", "TouchModel"]),
        module("YAML", ["CYAML"]),
        module("Configuration", ["YAML", "TouchEngine", "TouchModel"]),
        module("Recording", ["YAML", "TouchModel"]),
        module("HitZoneProtocol", ["TouchModel"]),
        module(
            "Replay", ["TouchEngine", "TouchModel", "Configuration", "Recording", "HitZoneProtocol"]),
        module(
            "DaemonCore",
            [
                "TouchEngine", "TouchModel", "LinuxIO", "Evdev", "PanelDiscovery", "Configuration",
                "Recording", "Replay", "HitZoneProtocol",
            ]),
        module("HitZoneClient", ["HitZoneProtocol", "TouchModel", "LinuxIO"]),

        program("hitzoned", ["DaemonCore", "Configuration", "Recording", "LinuxIO", "TouchModel"]),
        program(
            "hitzone",
            [
                "HitZoneClient", "HitZoneProtocol", "Replay", "Configuration", "Recording",
                "TouchEngine", "TouchModel", "LinuxIO",
            ]),

        .target(name: "TestSupport", dependencies: ["TouchModel", "TouchEngine"], path: "Tests/TestSupport", swiftSettings: strict),
        .executableTarget(
            name: "panelprobe", dependencies: ["Evdev", "PanelDiscovery", "LinuxIO", "TouchModel"],
            path: "Tests/machine/PanelProbe", swiftSettings: strict),
        tests("TouchEngineTests", ["TouchEngine", "TouchModel", "TestSupport"]),
        tests("LinuxIOTests", ["LinuxIO"]),
        tests("EvdevTests", ["Evdev", "LinuxIO", "TouchModel"]),
        tests("PanelDiscoveryTests", ["PanelDiscovery", "LinuxIO", "TouchModel"]),
        tests("YAMLTests", ["YAML"]),
        tests("ConfigurationTests", ["Configuration", "TouchEngine", "TouchModel", "YAML"]),
        tests("RecordingTests", ["Recording", "TouchModel"]),
        tests("HitZoneProtocolTests", ["HitZoneProtocol", "TouchModel"]),
        tests("HitZoneClientTests", ["HitZoneClient", "HitZoneProtocol", "LinuxIO"]),
    ]
)
