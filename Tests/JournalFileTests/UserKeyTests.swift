import JournalTestSupport
import Testing

@testable import JournalFile

/// The key that a user's programs seal snapshots with.
@Suite struct UserKeyTests {
  private let system = MemorySystem()
  private var file: UserKeyFile { UserKeyFile(in: "/home/state", on: system) }

  @Test func isMadeOnceAndKept() throws {
    #expect(file.read() == nil)
    let key = try #require(file.made())
    #expect(key.count == 32)
    #expect(file.read() == key)
    #expect(system.paths.filter { $0.contains("snapshot-key") } == ["/home/state/snapshot-key"])
  }

  /// One that is cut, or that another user put there, is as none; another takes its place.
  @Test func isNotTakenFromOthers() throws {
    let key = try #require(file.made())
    system["/home/state/snapshot-key"] = Array(key.prefix(31))
    #expect(file.read() == nil)
    let second = try #require(file.made())
    #expect(second != key)
    system.giveAway("/home/state/snapshot-key")
    #expect(file.read() == nil)
  }

  @Test func isNoneWhereItCannotBeKept() {
    system.fail(.append, with: .full)
    #expect(file.made() == nil)
    #expect(!system.paths.contains { $0.contains("snapshot-key") })
  }
}
