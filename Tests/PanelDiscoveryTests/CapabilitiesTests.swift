import Testing
import TouchModel

@testable import PanelDiscovery

@Suite struct `Capabilities from sysfs` {
    @Test(
        arguments: [
            ("0", []), ("1", [0]), ("2", [1]), ("3", [0, 1]), ("8000000000000000", [63]), ("1 0", [64]),
            ("2608000 3", [0, 1, 79, 85, 86, 89]), ("", []),
        ] as [(String, Set<UInt16>)])
    func `reads a bitmap whose highest word is first`(words: String, expected: Set<UInt16>) {
        #expect(Capabilities.bits(words, wordBits: 64) == expected)
    }

    @Test func `takes words of 32 bits on such a kernel`() {
        #expect(Capabilities.bits("1 80000000", wordBits: 32) == [31, 32])
    }

    @Test(arguments: ["g", "1 x", "-1", "10000000000000000"])
    func `refuses what is no bitmap`(words: String) {
        #expect(Capabilities.bits(words, wordBits: 64) == nil)
    }

    private let slots: Set<UInt16> = [AbsCode.mtSlot, AbsCode.mtPositionX, AbsCode.mtPositionY]
    private let direct = UInt16(InputProperty.direct)

    @Test func `a direct device with touch axes is a touchscreen`() {
        #expect(Capabilities(axes: slots, keys: [], properties: [direct]).isTouchscreen)
        #expect(
            Capabilities(axes: [AbsCode.x, AbsCode.y], keys: [KeyCode.touch], properties: [direct])
                .isTouchscreen)
    }

    @Test func `without INPUT_PROP_DIRECT, with a pen or with one axis it is none`() {
        #expect(!Capabilities(axes: slots, keys: [], properties: []).isTouchscreen)
        #expect(!Capabilities(axes: slots, keys: [Capabilities.toolPen], properties: [direct]).isTouchscreen)
        #expect(!Capabilities(axes: [AbsCode.x], keys: [KeyCode.touch], properties: [direct]).isTouchscreen)
    }
}
