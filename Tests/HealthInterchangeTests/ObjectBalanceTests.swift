import Foundation
import HealthInterchange
import HealthModel
import HealthViews
import TestSupport
import Testing

/// What an export says became of the live objects: no object is left out in silence.
@Suite struct ObjectBalanceTests {
  private static let forms: [any JournalExport] = [
    AllViewsExport(), FHIRExport(), OpenMHealthExport(),
  ]

  private static let calls: [[(String, String)]] = [
    [], [("type", "heartRate,bloodPressure")], [("from", "2024-01-01")], [("views", "workouts")],
  ]

  private static func check(_ journal: JournalInMemory, _ trial: String) throws {
    let objects = try journal.objects()
    for form in forms {
      let names = form.options.map(\.name)
      for call in calls where call.allSatisfy({ names.contains($0.0) }) {
        var values = OptionValues(command: "export")
        for (name, value) in call { values.add(value, to: name) }
        let (folder, report) = try journal.exported(values, as: form)
        let balance = try #require(report.balance)
        let said = "\(trial), \(form.name) \(call): \(balance.sentence())"
        #expect(balance.isEven && balance.live == objects.count, "\(said)")
        // What is left out is named: by type, with how many.
        #expect(balance.leftOut <= report.losses.rows.reduce(0) { $0 + $1.count }, "\(said)")
        if form is OpenMHealthExport { continue }
        let words = words(of: folder)
        let found = objects.keys.count { words.contains($0.description) }
        #expect(balance.written <= found, "\(said), \(found) found")
      }
    }
  }

  /// The uuids that the files name.
  private static func words(of folder: FilesInMemory) -> Set<String> {
    let letters = Set("0123456789ABCDEFabcdef-".utf8)
    return Set(
      folder.files.values.flatMap { bytes in
        bytes.split { !letters.contains($0) }.filter { $0.count == 36 }
          .map { String(decoding: $0, as: UTF8.self).uppercased() }
      })
  }

  @Test(arguments: Counts.seeds(0...2 as ClosedRange<UInt64>))
  func randomJournals(_ seed: UInt64) throws {
    let journal = try JournalInMemory()
    try journal.fill(150, seed)
    try Self.check(journal, "seed \(seed)")
  }

  @Test(arguments: JournalInMemory.fixtures) func fixture(_ file: URL) throws {
    let journal = try JournalInMemory()
    try journal.load(Array(try Data(contentsOf: file)))
    try Self.check(journal, file.lastPathComponent)
  }
}
