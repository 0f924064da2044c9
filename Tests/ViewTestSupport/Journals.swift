import HealthImport
package import HealthModel
package import HealthTables
package import HealthViews
package import Journal
import JournalFile
import JournalTestSupport
package import TestSupport
import Testing

/// A journal in memory, filled and read back.
package func journal(
  _ zone: String = "Europe/Berlin", _ fill: (inout JournalSession) throws -> Void
) throws -> ReplayedJournal {
  let system = MemorySystem()
  try JournalSession.create("/j", timeZone: zone, on: system)
  var session = try JournalSession.open("/j", on: system)
  try fill(&session)
  try session.commit()
  return try ReplayedJournal("/j", on: system)
}

extension RealExports {
  /// A journal in a folder of its own that holds an export.
  package static func journal(of export: String, zone: String) throws -> ReplayedJournal {
    try TemporaryFolder.use { temporary in
      let folder = temporary.path("j.journal")
      let system = PosixSystem()
      try JournalSession.create(folder, timeZone: zone)
      let file = try system.open(export, .readForeign)
      defer { system.close(file) }
      var job = try ImportJob(
        into: try JournalSession.open(folder), fileName: "export.xml", progress: { _, _ in })
      let report = try job.run(FileByteSource(file, on: system))
      #expect(report.outcome.balances && report.outcome.doubt == nil)
      return try ReplayedJournal(folder, verifyingChain: true)
    }
  }
}

extension Table {
  /// Each row by field, without missing cells.
  package func records() throws -> [[String: Cell]] {
    let fields = columns.map(\.field)
    return try allRows().map { row in
      Dictionary(zip(fields, row)) { first, _ in first }.filter { $0.value != .missing }
    }
  }
}

// MARK: Objects

package func id(_ number: Int) -> ObjectUUID { ObjectUUID(high: 0xABCD_0000, low: UInt64(number)) }

/// A moment of the clock of Berlin in winter; a slip of the pen is an hour of 1970 that no test
/// expects.
package func at(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text + ":00+01:00") ?? Timestamp(instant: .epoch, offsetMinutes: 17)
}

package func quantity(
  _ number: Int, _ name: String, _ value: Double, _ unit: String, _ start: String,
  _ end: String? = nil
) -> HealthObject {
  let sample = QuantityContent(
    type: "HKQuantityTypeIdentifier" + name, span: TimeSpan(at(start), at(end ?? start)),
    value: value, unit: unit)
  return HealthObject(uuid: id(number), content: .quantity(sample))
}

package func category(
  _ number: Int, _ type: String, _ value: Int, _ start: String, _ end: String
) -> HealthObject {
  let sample = CategoryContent(type: type, span: TimeSpan(at(start), at(end)), value: .code(value))
  return HealthObject(uuid: id(number), content: .category(sample))
}
