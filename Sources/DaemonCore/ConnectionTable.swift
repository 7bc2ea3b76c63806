import HitZoneProtocol
import LinuxIO

/// The connections, each in a place of its own; full is full.
struct ConnectionTable {
    private var places: [Connection?] = Array(repeating: nil, count: Limits.connections)
    private var generation: UInt32 = 0
    /// Those that are there.
    private(set) var all: [Connection] = []
    /// How many of them have subscribed.
    private(set) var subscribers = 0

    init() { all.reserveCapacity(Limits.connections) }

    var count: Int { all.count }

    var isFull: Bool { all.count == places.count }

    /// How many connections a user has.
    func count(ofUser user: UInt32) -> Int { all.count { $0.peer.user == user } }

    /// Takes a connection into a free place; nil, and the socket closes, when there is none.
    mutating func add(_ socket: consuming UnixSocket, peer: PeerCredentials) -> Connection? {
        guard let index = places.firstIndex(where: { $0 == nil }) else { return nil }
        generation &+= 1
        let token = Token(.connection, index: index, generation: generation)
        let connection = Connection(socket, peer: peer, token: token)
        places[index] = connection
        all.append(connection)
        return connection
    }

    /// The connection of a token, unless it has gone.
    func connection(_ token: Token) -> Connection? {
        guard places.indices.contains(token.index), let connection = places[token.index] else { return nil }
        return connection.token == token ? connection : nil
    }

    /// Makes a connection a subscriber.
    mutating func subscribe(_ connection: Connection, _ subscription: Subscription) {
        if !connection.isSubscriber { subscribers += 1 }
        connection.subscribe(subscription)
    }

    /// Lets a connection go; its socket closes.
    mutating func remove(_ connection: Connection) {
        guard self.connection(connection.token) != nil else { return }
        places[connection.token.index] = nil
        all.removeAll { $0 === connection }
        if connection.isSubscriber { subscribers -= 1 }
    }
}
