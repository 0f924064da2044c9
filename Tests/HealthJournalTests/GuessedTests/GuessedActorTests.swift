import HealthJournal
import Testing

/// Names of Swift's own that no name of ours hides.
@Suite struct GuessedActorTests {
  private func answer(_ isolation: isolated (any Actor)? = #isolation) -> String {
    isolation == nil ? "nobody" : "an actor"
  }

  @Test func swiftsActorIsSwifts() async {
    #expect(answer(nil) == "nobody")
    let who = await MainActor.run { answer() }
    #expect(who == "an actor")
    #expect(EventActor.owner == "owner")
  }
}
