import TouchModel

/// What an input device can send, as sysfs tells it to anyone without opening the node.
struct Capabilities: Hashable, Sendable {
    /// The codes of EV_ABS.
    var axes: Set<UInt16>
    /// The codes of EV_KEY.
    var keys: Set<UInt16>
    /// The numbers of INPUT_PROP_….
    var properties: Set<UInt16>

    /// BTN_TOOL_PEN: the device follows a pen.
    static let toolPen: UInt16 = 0x140

    /// Both position axes of multi-touch or of single touch.
    var hasPosition: Bool {
        axes.isSuperset(of: [AbsCode.mtPositionX, AbsCode.mtPositionY])
            || axes.isSuperset(of: [AbsCode.x, AbsCode.y])
    }

    /// INPUT_PROP_DIRECT: it lies upon a screen.
    var isDirect: Bool { properties.contains(UInt16(InputProperty.direct)) }

    /// Whether it is a touchscreen by what it can send, for when udev says nothing.
    var isTouchscreen: Bool { isDirect && hasPosition && !keys.contains(Self.toolPen) }

    /// The numbers of the bits that are set in `words`, the kernel's form of a bitmap: hexadecimal words of
    /// `wordBits` bits, the highest first, a space between. Nil when it is none.
    static func bits(_ words: String, wordBits: Int = UInt.bitWidth) -> Set<UInt16>? {
        var bits: Set<UInt16> = []
        for (index, word) in words.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
            guard let value = UInt64(word, radix: 16) else { return nil }
            let base = index * wordBits
            for bit in 0..<wordBits where value & (1 << UInt64(bit)) != 0 {
                guard let number = UInt16(exactly: base + bit) else { return nil }
                bits.insert(number)
            }
        }
        return bits
    }
}
