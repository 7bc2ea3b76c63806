import Glibc
import HitZoneProtocol
import LinuxIO
import TouchModel

/// The event log and those who read it.
struct Hub: ~Copyable {
    private(set) var log = EventLog()
    private(set) var connections = ConnectionTable()
    /// Room for one read; calls are small as a rule, and a large one takes more turns.
    private var buffer = [UInt8](repeating: 0, count: 1 << 13)
    private let notes = Log()
    /// Of subscribers that have gone.
    private var lostBefore: UInt64 = 0
    /// No subscriber has yet to look at an event before this one.
    private var firstAwaited: UInt64 = .max
    /// Whether a connection may have something to answer or to send: events came, or readiness, or a turn has left
    /// something over.
    private(set) var isStirred = false
    /// Whether calls may wait: new ones, or those that a turn has left over.
    private(set) var hasCalls = false

    /// A random word that tells this run of the daemon from others.
    let run: String

    init() {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        run = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Publishes an event. Subscribers see to it when they are served.
    mutating func publish(_ event: consuming Event, at now: Int64) {
        if let overwritten = log.nextOverwritten(at: now), overwritten >= firstAwaited {
            for connection in connections.all { connection.keep(overwritten, from: log) }
        }
        log.append(event, at: now)
        isStirred = true
    }

    /// Makes a connection a subscriber.
    mutating func subscribe(_ connection: Connection, _ subscription: Subscription) {
        firstAwaited = min(firstAwaited, subscription.cursor)
        connections.subscribe(connection, subscription)
    }

    /// Takes a new connection, or tells it that there is no room: at all, or for one more of the same user.
    mutating func accept(_ socket: consuming UnixSocket, _ poller: borrowing Poller) {
        do throws(SystemError) {
            let peer = try socket.peerCredentials()
            let isPrivileged = peer.user == 0 || peer.user == geteuid()
            if connections.isFull {
                refuse(socket, limit: Limits.connections)
            } else if !isPrivileged, connections.count(ofUser: peer.user) >= Limits.connectionsPerUser {
                refuse(socket, limit: Limits.connectionsPerUser)
            } else if let connection = connections.add(socket, peer: peer) {
                do throws(SystemError) {
                    try poller.add(
                        connection.socket.descriptor, for: connection.interest,
                        token: connection.token.rawValue)
                } catch {
                    // One that is not watched would keep its place for ever.
                    remove(connection)
                    throw error
                }
            }
        } catch {
            notes(.warning, "a new connection is of no use, ignoring: \(error)", by: .clients)
        }
    }

    private func refuse(_ socket: consuming UnixSocket, limit: Int) {
        var refusal = JSONWriter()
        Reply.write(.tooManyConnections(limit: limit), to: &refusal)
        // The buffer of a new socket has room; where it has not, closing says enough.
        _ = try? socket.send(refusal.bytes.span)
    }

    /// Lets a connection go.
    mutating func remove(_ connection: Connection) {
        lostBefore += connection.outbox.subscription?.lost ?? 0
        connections.remove(connection)
    }

    /// Events that subscribers were told are lost.
    var lost: UInt64 { connections.all.reduce(lostBefore) { $0 + ($1.outbox.subscription?.lost ?? 0) } }

    /// Takes in what a connection has sent, or its end. Once is enough: what is left makes it ready again.
    mutating func receive(_ readiness: Poller.Readiness) {
        guard let connection = connections.connection(Token(rawValue: readiness.token)) else { return }
        isStirred = true
        do throws(SystemError) {
            if readiness.interest.contains(.readable) {
                hasCalls = true
                try connection.receive(through: &buffer)
            } else if !readiness.interest.isDisjoint(with: [.hangUp, .error]), !connection.takesCalls {
                // Of a client that has gone, what it asked for before is carried out first.
                remove(connection)
            }
        } catch {
            remove(connection)
        }
    }

    /// The next call of a connection. A client that sends what is no call is let go once it has its answers
    /// to the calls before.
    mutating func nextCall(of connection: Connection) -> Call? {
        guard connection.takesCalls else { return nil }
        do throws(ProtocolError) {
            return try connection.nextCall()
        } catch {
            notes(.info, "closing a connection: \(error)", by: .clients)
            connection.endInput()
            return nil
        }
    }

    /// Sends all connections what waits for them.
    mutating func flush(_ poller: borrowing Poller) {
        log.prepareToServe()
        firstAwaited = .max
        hasCalls = false
        for connection in connections.all {
            flush(connection, poller)
            firstAwaited = min(firstAwaited, connection.awaited)
            if connection.takesCalls { hasCalls = true }
        }
        isStirred = hasCalls
    }

    /// Sends a connection what waits for it, in one write as a rule.
    private mutating func flush(_ connection: Connection, _ poller: borrowing Poller) {
        do throws(SystemError) {
            try connection.flush(&log)
            try connection.updateInterest(poller)
            if connection.isDone { remove(connection) }
        } catch {
            remove(connection)
        }
    }

    /// Whether everyone has all that is theirs.
    var isFlushed: Bool { connections.all.allSatisfy(\.isFlushed) }
}
