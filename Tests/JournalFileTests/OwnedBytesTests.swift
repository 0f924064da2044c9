import ByteTools
import Foundation
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// What a snapshot asks of a system: the real one and the one in memory answer alike.
@Suite struct OwnedBytesTests {
  private static let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }

  private func check(_ system: any FileSystem, _ folder: String) throws {
    try system.createDirectory(folder + "/in")
    let file = try system.open(folder + "/in/a", .createNew)
    try system.append(Self.bytes, to: file)
    let owned = try #require(OwnedBytes(count: Self.bytes.count + 100))
    #expect(try system.read(file, 1000..<2000, into: owned) == 1000)
    // What lies after the end of the file is not read, and what was not asked for is not there.
    #expect(try system.read(file, 4990..<5100, into: owned) == 10)
    #expect(try system.read(file, 5000..<5100, into: owned) == 0)
    // What was read stays what it was.
    try system.truncate(file, to: 0)
    try system.append([UInt8](repeating: 7, count: 3000), to: file)
    system.close(file)
    try system.rename(folder + "/in/a", to: folder + "/in/b")
    try system.remove(folder + "/in/b")
    func bytes(_ range: Range<Int>) -> [UInt8] {
      owned.withBytes(range) { span in range.indices.map { span.byte($0 - range.lowerBound) } }
    }
    #expect(bytes(1000..<2000) == Array(Self.bytes[1000..<2000]))
    #expect(bytes(4990..<5000) == Array(Self.bytes[4990..<5000]))
    #expect(bytes(2000..<2100) == [UInt8](repeating: 0, count: 100))
    let words = try #require(owned.array(of: UInt32.self, at: 1008, count: 2))
    #expect(words[0] == 0xF3F2_F1F0 && words[1] == 0xF7F6_F5F4)
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
    try TemporaryFolder.use { try check(PosixSystem(), $0.url.path) }
  }

  /// A large part is read into large pages; what lies beside it stays as it was.
  @Test func largePartsAreReadInTheirPlace() throws {
    try TemporaryFolder.use { folder in
      let (system, count) = (PosixSystem(), 12 << 20)
      let part = [UInt8](repeating: 1, count: 5000) + [UInt8](repeating: 2, count: count - 5000)
      let file = try system.open(folder.url.path + "/large", .createNew)
      try system.append(part, to: file)
      let owned = try #require(OwnedBytes(count: count))
      let end = count - 3000
      var read = 4999
      while read < end { read += try system.read(file, read..<end, into: owned) }
      system.close(file)
      for position in [0, 4998, 4999, 5000, 2 << 20, count / 2, end - 1, end, count - 1] {
        let byte = owned.withBytes(position..<position + 1) { $0.byte(0) }
        let isRead = (4999..<end).contains(position)
        #expect(byte == (isRead ? part[position] : 0), "\(position)")
      }
    }
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

  /// A snapshot that is being written, or was left unfinished, keeps no writer waiting.
  @Test func aWriterAsksOnce() throws {
    let system = MemorySystem()
    _ = try JournalWriter.create("/j", timeZone: "UTC", on: system).committed
    try system.createDirectory("/j/snapshot")
    system["/j/snapshot/new"] = []
    let other = try system.open("/j/lock", .append)
    #expect(try system.lock(other, patiently: false))
    let before = system.calls(of: .lock)
    #expect(throws: JournalError.locked(path: "/j")) { _ = try openWriter("/j", on: system) }
    #expect(system.calls(of: .lock) == before + 1)
    system.close(other)
    let unfinished = try system.open("/j/snapshot/new", .update)
    #expect(try system.lock(unfinished, patiently: false))
    _ = try openWriter("/j", on: system).committed
  }
}
