import HealthModel

extension HealthStore {
  /// An answer now, and a new one whenever a change has made it differ.
  ///
  /// - Parameters:
  ///   - types: those whose changes matter; nil: all.
  ///   - reader: the owner, or a source, which hears of what it may see.
  ///   - answer: asks the store.
  /// - Returns: a sequence that throws what `answer` throws, and ends when the store is closed.
  nonisolated func answers<Answer: Equatable & Sendable>(
    ofTypes types: [TypeIdentifier]?, as reader: String,
    _ answer: @escaping @Sendable () async throws -> Answer
  ) -> AsyncThrowingStream<Answer, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Answer.self)
    let task = Task {
      do {
        // Before the first answer, so that nothing falls between it and the next one.
        let news = await observe(types: types, as: reader)
        var known = try await answer()
        continuation.yield(known)
        for await _ in news {
          let next = try await answer()
          if next != known { continuation.yield(next) }
          known = next
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
