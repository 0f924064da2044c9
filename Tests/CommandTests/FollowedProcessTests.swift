import Foundation
import HealthJournal
import Testing

/// A reading store of the library beside `append`, which writes in a process of its own.
@Suite struct FollowedProcessTests {
  /// Other tests keep this process busy, for minutes on a small machine: five events one after
  /// another are to be heard in time, of the 400 that are written at most. All that are written
  /// come whole, and in order.
  @Test(.timeLimit(.minutes(20))) func eachEventIsHeardWithinASecond() async throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let reader = try HealthStore(reading: scratch.path(Scratch.journal))
    var news = await reader.observe(types: [.stepCount]).makeAsyncIterator()
    let client = try Client(scratch)
    let clock = ContinuousClock()
    var inTime = 0
    for _ in 1...400 where inTime < 5 {
      let uuid = UUID()
      client.send(Client.steps(uuid))
      #expect(client.answer()?.contains(uuid.uuidString) == true)
      let acknowledged = clock.now
      let heard = try #require(await news.next())
      inTime = clock.now - acknowledged < .seconds(1) ? inTime + 1 : 0
      #expect(heard.added.map(\.uuid.description) == [uuid.uuidString])
    }
    #expect(inTime == 5)
    #expect(client.finish() == 0)
  }
}
