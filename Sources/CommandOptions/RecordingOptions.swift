public import Recording

/// The values of a command that reads a recording.
public protocol RecordingValues: Sendable {
    /// Which device of a recording of several; nil: the only touchscreen.
    var device: String? { get set }
    /// The ranges of the axes, where the user gives them.
    var range: AxisRanges? { get set }
}

extension CommandOption where Values: RecordingValues {
    /// `--device N|NAME`.
    public static var device: CommandOption {
        .value(
            "device", letter: "d", argument: "N|NAME",
            help:
                "Of a recording of several devices, which one: its number from 1, a pattern for its name, or its "
                + "node. By default the only touchscreen."
        ) { $0.device = $1 }
    }

    /// `--range X0,X1,Y0,Y1`.
    public static var range: CommandOption {
        .value(
            "range", argument: "X0,X1,Y0,Y1",
            help: "The ranges of the axes, where the recording does not declare them, or instead of those."
        ) { values, text throws(OptionValueError) in
            guard let range = AxisRanges(text) else {
                throw OptionValueError(
                    "give least and greatest x, least and greatest y, such as 0,4095,0,4095")
            }
            values.range = range
        }
    }
}
