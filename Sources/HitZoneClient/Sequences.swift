public import HitZoneProtocol

/// The states and events that a daemon sends to a subscriber.
public struct UpdateSequence: AsyncSequence, Sendable {
    /// A state or an event.
    public typealias Element = SubscriptionReply
    /// Why it ends early.
    public typealias Failure = ClientError

    let client: HitZoneClient
    let filter: EventFilter
    let position: Position?

    /// A subscription of its own, made at the first `next`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(sequence: self)
    }

    /// One subscription; it is closed when the iterator goes.
    public struct Iterator: AsyncIteratorProtocol {
        private let sequence: UpdateSequence
        private var connection: Connection?
        private var failures = 0
        private var isFinished = false
        /// The run of the present connection.
        private var run: String?
        /// After which event the subscription goes on when it is made again; nil before the first state.
        public private(set) var position: Position?

        init(sequence: UpdateSequence) {
            self.sequence = sequence
            position = sequence.position
        }

        /// The next state or event; nil when the task is cancelled, or when the daemon has closed the
        /// connection and there is to be no other (`Reconnection.never`). After nil or an error there is
        /// nothing more.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> SubscriptionReply? {
            while !isFinished && !Task.isCancelled {
                do throws(ClientError) {
                    if let update = try await receive() { return update }
                    if try await !pause(after: nil) { break }
                } catch .cancelled {
                    break
                } catch {
                    if try await !pause(after: error) { break }
                }
            }
            finish()
            return nil
        }

        /// The next update of this connection, made if need be; nil when the daemon has closed it.
        private nonisolated(nonsending) mutating func receive() async throws(ClientError)
            -> SubscriptionReply?
        {
            if connection == nil { connection = try await subscribe() }
            guard let message = try await connection?.receive() else { return nil }
            let update = try Connection.parameters(of: message, as: SubscriptionReply.self)
            switch update {
            case .state(let state):
                failures = 0
                run = state.run
                // The number of another run stays with that run until the first event of this one.
                let known = position ?? Position(sequence: state.sequence)
                position = Position(sequence: known.sequence, run: known.run ?? run)
            case .event(let event): position = Position(sequence: event.seq, run: run)
            }
            return update
        }

        private nonisolated(nonsending) func subscribe() async throws(ClientError) -> Connection {
            let connection = try Connection(path: sequence.client.path)
            let subscription = Request.Subscription(
                filter: sequence.filter, since: position?.sequence, run: position?.run)
            do throws(ClientError) {
                try await connection.send(.subscribe(subscription))
            } catch .connectionLost {
                // A daemon that refuses a connection says why before it closes it.
            }
            return connection
        }

        /// Waits before the next attempt; false when there is to be none, and the error when that is one.
        private nonisolated(nonsending) mutating func pause(after error: ClientError?)
            async throws(ClientError) -> Bool
        {
            connection = nil
            failures += 1
            let pause = sequence.client.reconnection.pause(
                afterFailures: failures, random: Double.random(in: 0...1))
            guard let pause, error?.isPassing != false else {
                finish()
                if let error { throw error }
                return false
            }
            if failures == 1 { sequence.client.onLoss?(error) }
            do {
                try await Task.sleep(for: pause)
                return true
            } catch {
                return false
            }
        }

        private mutating func finish() {
            isFinished = true
            connection = nil
        }
    }
}

/// The events that a daemon sends to a subscriber.
public struct EventSequence: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = Event
    /// Why it ends early.
    public typealias Failure = ClientError

    let updates: UpdateSequence

    /// A subscription of its own, made at the first `next`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(updates: updates.makeAsyncIterator())
    }

    /// One subscription; it is closed when the iterator goes.
    public struct Iterator: AsyncIteratorProtocol {
        private var updates: UpdateSequence.Iterator
        /// The last state that the daemon told: nil before the first event, and renewed by each reconnection.
        public private(set) var state: State?

        init(updates: UpdateSequence.Iterator) {
            self.updates = updates
        }

        /// The next event; nil when the task is cancelled, or when the daemon has closed the connection and
        /// there is to be no other (`Reconnection.never`). After nil or an error there is nothing more.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ClientError) -> Event? {
            while let update = try await updates.next(isolation: actor) {
                switch update {
                case .state(let state): self.state = state
                case .event(let event): return event
                }
            }
            return nil
        }
    }
}
