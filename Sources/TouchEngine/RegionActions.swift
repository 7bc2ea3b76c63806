public import TouchModel

/// A region's actions by trigger. They are so few that a list of them is smaller and faster than a dictionary.
public struct RegionActions: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private struct Entry: Hashable, Sendable {
        var trigger: Trigger
        var action: ActionSettings
    }

    /// In the order of `Trigger.index`, so that equal actions have equal lists.
    private var entries: [Entry] = []

    /// No actions.
    public init() {}

    /// These actions; of a trigger that is given twice the last.
    public init(dictionaryLiteral elements: (Trigger, ActionSettings)...) {
        for (trigger, action) in elements { self[trigger] = action }
    }

    /// Whether no trigger has an action.
    public var isEmpty: Bool { entries.isEmpty }

    /// The action of `trigger`, or nil.
    public subscript(trigger: Trigger) -> ActionSettings? {
        get {
            for index in entries.indices where entries[index].trigger == trigger {
                return entries[index].action
            }
            return nil
        }
        set {
            let place =
                entries.indices.first { entries[$0].trigger.index >= trigger.index } ?? entries.endIndex
            if place < entries.endIndex, entries[place].trigger == trigger { entries.remove(at: place) }
            guard let newValue else { return }
            let entry = Entry(trigger: trigger, action: newValue)
            // An insertion at the end costs several times as much.
            if place == entries.endIndex { entries.append(entry) } else { entries.insert(entry, at: place) }
        }
    }

    /// Whether `trigger` has an action.
    func has(_ trigger: Trigger) -> Bool {
        for index in entries.indices where entries[index].trigger == trigger { return true }
        return false
    }
}
