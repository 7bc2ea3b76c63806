import Glibc
import Recording
import Testing
import TouchModel

@Suite(.serialized) struct DemoRecordingTests {
    static let path =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/config/demo.evemu"

    @Test func `the demo recording is what its script makes`() throws {
        let made = DemoRecording.make()
        if unsafe getenv("HITZONE_WRITE_DEMO") != nil { try Self.write(made) }
        #expect(try #require(SharedRecordings.contents(of: Self.path)) == made)
    }

    @Test func `the demo recording is a touchscreen's and complete`() throws {
        let recording = try Recording.load(path: Self.path)
        let device = try recording.device()
        #expect(recording.warnings.isEmpty)
        #expect(try device.touchPanel() == DemoRecording.panel)
        let ids = device.events.filter { $0.type == EventType.abs && $0.code == AbsCode.mtTrackingID }
        #expect(ids.count { $0.value >= 0 } == ids.count { $0.value < 0 })
        let last = try #require(device.events.last)
        #expect(last.time < Timestamp(microseconds: 10_500_000))
    }

    private static func write(_ bytes: [UInt8]) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        try #require(count == bytes.count)
    }
}
