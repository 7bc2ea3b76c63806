// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built in the Swift 6 language mode with these; a warning is an error.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
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
        .target(
            name: "TouchEngine", dependencies: ["TouchModel"], swiftSettings: strict,
            // A debug build calls sqrt, and no module below brings the maths library.
            linkerSettings: [.linkedLibrary("m")]),
        module("LinuxIO", ["CLinux"]),
        module("Spelling", []),
        module("CommandOptions", ["CLinux", "LinuxIO", "Recording", "Spelling"]),
        module("Evdev", ["CEvdev", "LinuxIO", "TouchModel"]),
        module("PanelDiscovery", ["CUdev", "Configuration", "LinuxIO", "TouchModel"]),
        module("YAML", ["CYAML"]),
        module("Configuration", ["Spelling", "YAML", "LinuxIO", "TouchEngine", "TouchModel"]),
        module("Lints", ["Configuration", "TouchEngine", "TouchModel", "YAML"]),
        module("Recording", ["TouchModel"]),
        module("HitZoneProtocol", ["TouchModel", "LinuxIO"]),
        module("Naming", ["HitZoneProtocol", "TouchEngine", "TouchModel"]),
        module(
            "Replay",
            ["Naming", "TouchEngine", "TouchModel", "Configuration", "YAML", "Recording", "HitZoneProtocol"]),
        module("Drawing", ["Replay", "HitZoneProtocol", "TouchEngine", "TouchModel"]),
        module(
            "DaemonCore",
            [
                "TouchEngine", "TouchModel", "LinuxIO", "Evdev", "PanelDiscovery", "Configuration",
                "Recording", "Replay", "Naming", "YAML", "HitZoneProtocol",
            ]),
        module("ReplyReading", ["HitZoneProtocol"]),
        module("HitZoneClient", ["ReplyReading", "HitZoneProtocol", "TouchModel", "LinuxIO"]),

        module(
            "HitZoneCommands",
            [
                "CommandOptions", "Drawing", "Evdev", "PanelDiscovery", "HitZoneClient", "HitZoneProtocol",
                "Naming", "Replay", "Configuration", "Recording", "Spelling", "TouchEngine", "TouchModel",
                "LinuxIO", "YAML", "Lints",
            ]),

        program(
            "hitzoned",
            ["CommandOptions", "DaemonCore", "Configuration", "Recording", "LinuxIO", "TouchModel"]),
        program("hitzone", ["HitZoneCommands", "CommandOptions", "LinuxIO"]),
        .executableTarget(
            // With the settings of an application rather than ours.
            name: "subscriber", dependencies: ["HitZoneClient"], path: "examples/subscriber",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),

        .executableTarget(
            name: "hitbench", dependencies: ["Configuration", "TestSupport", "TouchEngine", "TouchModel"],
            path: "Benchmarks/HitTest", swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["TouchModel", "TouchEngine"], path: "Tests/TestSupport",
            exclude: ["Panels"], swiftSettings: strict),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        tests("TouchEngineTests", ["TouchEngine", "TouchModel", "TestSupport", "AllocationCounter"]),
        .executableTarget(
            name: "panelprobe", dependencies: ["Evdev", "PanelDiscovery", "LinuxIO", "TouchModel"],
            path: "Tests/machine/PanelProbe", swiftSettings: strict),
        tests("LinuxIOTests", ["LinuxIO", "TestSupport"]),
        tests("CommandOptionsTests", ["CommandOptions", "LinuxIO"]),
        tests("EvdevTests", ["Evdev", "LinuxIO", "TouchModel"]),
        tests("PanelDiscoveryTests", ["PanelDiscovery", "Configuration", "LinuxIO", "TouchModel"]),
        tests("YAMLTests", ["YAML"]),
        tests("ConfigurationTests", ["Configuration", "Spelling", "TouchEngine", "TouchModel", "YAML"]),
        tests("LintsTests", ["Lints", "Configuration", "TouchEngine", "TouchModel", "TestSupport"]),
        tests("RecordingTests", ["Recording", "TouchModel"]),
        tests(
            "DrawingTests",
            [
                "Drawing", "Configuration", "Recording", "Replay", "HitZoneProtocol", "TouchEngine",
                "TouchModel", "TestSupport",
            ]),
        tests("HitZoneCommandsTests", ["hitzone", "hitzoned", "subscriber", "CommandOptions", "LinuxIO"]),
        tests(
            "HitZoneProtocolTests",
            [
                "HitZoneProtocol", "ReplyReading", "LinuxIO", "TouchModel", "TestSupport",
                "AllocationCounter",
            ]),
        tests(
            "DaemonCoreTests",
            [
                "DaemonCore", "Replay", "Naming", "Recording", "Configuration", "HitZoneProtocol", "LinuxIO",
                "TouchEngine", "TouchModel", "TestSupport", "AllocationCounter",
            ]),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                "Replay", "Recording", "Configuration", "HitZoneProtocol", "LinuxIO", "TouchModel",
                "TestSupport",
            ],
            exclude: ["cases"], swiftSettings: strict),
        tests(
            "DaemonTests",
            [
                "hitzone", "hitzoned", "Configuration", "Recording", "Replay", "HitZoneProtocol",
                "ReplyReading",
                "LinuxIO", "TouchModel", "TestSupport",
            ]),
        tests("HitZoneClientTests", ["HitZoneClient", "HitZoneProtocol", "LinuxIO", "TouchModel"]),
    ]
)
