import ByteTools
import Foundation
import HealthModel
import Testing

@testable import JournalFile

/// What a snapshot asks of a system: the real one and the one in memory answer alike.
@Suite struct MappingTests {
  private static let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }

  private func check(_ system: any FileSystem, _ folder: String) throws {
    try system.createDirectory(folder + "/in")
    let file = try system.open(folder + "/in/a", .createNew)
    #expect(try system.map(file).count == 0)
    try system.append(Self.bytes, to: file)
    let mapped = try system.map(file)
    system.close(file)
    // A file that has lost its name, or was closed, stays mapped.
    try system.rename(folder + "/in/a", to: folder + "/in/b")
    try system.remove(folder + "/in/b")
    #expect(mapped.count == Self.bytes.count)
    let middle = mapped.withBytes(1000..<1010) { span in (0..<10).map { span.byte($0) } }
    #expect(middle == Array(Self.bytes[1000..<1010]))
    let words = try #require(mapped.array(of: UInt32.self, at: 16, count: 2))
    #expect(words[0] == 0x1312_1110 && words[1] == 0x1716_1514)
    for name in ["x", "y"] { system.close(try system.open("\(folder)/in/\(name)", .createNew)) }
    #expect(try system.names(inDirectory: folder + "/in").sorted() == ["x", "y"])
    #expect(throws: SystemFailure.self) { try system.names(inDirectory: folder + "/none") }
    #expect(throws: SystemFailure.self) { try system.names(inDirectory: folder + "/in/x") }
  }

  @Test func inMemory() throws {
    let system = MemorySystem()
    try system.createDirectory("/m")
    try check(system, "/m")
    #expect(system.openFiles == 0)
  }

  @Test func onTheDisk() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mapping-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let system = PosixSystem()
    try system.createDirectory(folder)
    try check(system, folder)
  }

  @Test func aLockIsAskedForOnceOrPatiently() throws {
    let system = MemorySystem()
    try system.createDirectory("/m")
    let one = try system.open("/m/lock", .append)
    let other = try system.open("/m/lock", .append)
    for patiently in [false, true] {
      #expect(try system.lock(one, patiently: patiently))
      #expect(try !system.lock(other, patiently: patiently))
    }
  }

  /// A writer waits while a snapshot is being written, but not for ever.
  @Test func aWriterAsksAgainWhileASnapshotIsWritten() throws {
    let system = MemorySystem()
    _ = try JournalWriter.create("/j", timeZone: "UTC", on: system).committed
    let reader = try system.open("/j/lock", .append)
    #expect(try system.lock(reader, patiently: false))
    func calls() -> Int {
      let before = system.calls(of: .lock)
      #expect(throws: JournalError.locked(path: "/j")) { _ = try openWriter("/j", on: system) }
      return system.calls(of: .lock) - before
    }
    #expect(calls() == 1)
    try system.createDirectory("/j/snapshot")
    system["/j/snapshot/new"] = []
    #expect(calls() == 100)
    system.close(reader)
    _ = try openWriter("/j", on: system).committed
  }
}
