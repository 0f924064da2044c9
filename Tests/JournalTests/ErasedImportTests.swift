import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// What was erased stays out of imports that state it again, unless it is asked for.
@Suite struct ErasedImportTests {
  /// Any part of any export is erased: the same file brings nothing of it back, then all of it.
  @Test(arguments: PlainImportTests.files, [1, 3, 10])
  func staysOutUntilItIsAskedFor(_ file: URL, _ part: Int) throws {
    try check(Array(try Data(contentsOf: file)), everySo: part)
  }

  /// The same of exports with any number of copies of any versions of few things.
  @Test(arguments: Counts.seeds(0...59)) func copiesAndVersions(_ seed: Int) throws {
    var dice = Dice(seed)
    let things = ImportVersionsTests.things(&dice)
    let bytes = ImportVersionsTests.export(things, "2026-03-01")
    try check(bytes, everySo: dice.below(4) + 1, usesFastPath: dice.often(50))
  }

  private func check(_ bytes: [UInt8], everySo part: Int, usesFastPath: Bool = true) throws {
    let trial = try ErasedTrial(usesFastPath: usesFastPath)
    _ = try trial.run(bytes)
    let all = try trial.live()
    let chosen = all.sorted { $0.description < $1.description }.enumerated()
      .filter { $0.offset % part == 0 }.map(\.element)
    if chosen.isEmpty { return }
    try trial.erase(chosen)
    let left = try trial.live()
    let refused = try trial.run(bytes)
    // Nothing is saved, and each that is gone is accounted for; a file may state one twice.
    #expect(refused.saved + refused.corrected == 0)
    #expect(refused.erased >= all.count - left.count)
    #expect(try trial.live() == left)
    let asked = try trial.run(bytes, again: true)
    #expect(asked.erased == 0 && asked.saved == all.count - left.count && asked.corrected == 0)
    #expect(try trial.live() == all)
    let known = try trial.run(bytes)
    #expect(known.saved + known.corrected + known.erased == 0)
    // Without tombstones of its own an erasure leaves those of earlier ones.
    try trial.erase(chosen, forgets: true)
    let forgotten = try trial.live()
    let back = try trial.run(bytes)
    #expect(back.saved + back.erased >= all.count - forgotten.count && back.corrected == 0)
    #expect(try !trial.lines().contains { $0.utf8.count > JournalLimits.lineBytes })
  }

  /// Given an erasure that leaves no tombstones, when the file comes again, then it brings
  /// everything back.
  @Test(arguments: Counts.seeds(0...19)) func whatIsForgottenComesBack(_ seed: Int) throws {
    var dice = Dice(seed)
    let bytes = ImportVersionsTests.export(ImportVersionsTests.things(&dice), "2026-03-01")
    let trial = try ErasedTrial()
    _ = try trial.run(bytes)
    let all = try trial.live()
    try trial.erase(all.filter { _ in dice.often(50) }, forgets: true)
    let left = try trial.live()
    #expect(try !trial.lines().joined().contains("tombstones"))
    let sum = try trial.run(bytes)
    #expect(sum.erased == 0 && sum.corrected == 0)
    #expect(try trial.live().count >= left.count && left.isSubset(of: trial.live()))
  }

  /// What an import brought is erased with it, and what was there before stays as it was.
  @Test func anImportIsErasedAsAWhole() throws {
    let files = PlainImportTests.files.suffix(3)
    let first = Array(try Data(contentsOf: try #require(files.first)))
    let second = Array(try Data(contentsOf: try #require(files.last)))
    let trial = try ErasedTrial()
    _ = try trial.run(first)
    let before = try ImportVersionsTests.live(trial.system)
    _ = try trial.run(second)
    let receipt = UInt64(try trial.lines().count)
    try trial.erase(.importReceipt(receipt))
    #expect(try ImportVersionsTests.live(trial.system) == before)
    #expect(try trial.run(second).saved == 0)
  }

  /// Given an erased record, when a later export corrects what it says of it, then it stays out
  /// too.
  @Test func aCorrectedStatementStaysOut() throws {
    let trial = try ErasedTrial()
    let things = [ImportVersionsTests.Thing(identity: 2, version: 0)]
    _ = try trial.run(ImportVersionsTests.export(things, "2026-03-01"))
    try trial.erase(Array(try trial.live()))
    let later = [ImportVersionsTests.Thing(identity: 2, version: 1)]
    let sum = try trial.run(ImportVersionsTests.export(later, "2026-04-01"))
    #expect(sum.erased == 2 && sum.saved == 0)
  }

  /// Given a correlation of which a member was erased, when its file comes again, then it stays
  /// without the member; and the record that stood outside of it does not come back.
  @Test func aMemberStaysOut() throws {
    let pressure = { (type: String, value: Int) in
      """
      <Record type="HKQuantityTypeIdentifierBloodPressure\(type)" sourceName="Cuff" unit="mmHg" \
      startDate="2026-01-01 08:00:00 +0100" endDate="2026-01-01 08:00:00 +0100" value="\(value)"/>
      """
    }
    let records = pressure("Systolic", 120) + pressure("Diastolic", 80)
    let bytes = Array(
      """
      <HealthData>\(records)<Correlation type="HKCorrelationTypeIdentifierBloodPressure" \
      sourceName="Cuff" startDate="2026-01-01 08:00:00 +0100" \
      endDate="2026-01-01 08:00:00 +0100">\(records)</Correlation></HealthData>
      """.utf8)
    let trial = try ErasedTrial()
    _ = try trial.run(bytes)
    var query = ViewQuery()
    query.types = ["HKQuantityTypeIdentifierBloodPressureSystolic"]
    try trial.erase(.query(query))
    let left = try trial.live()
    let sum = try trial.run(bytes)
    #expect(sum.erased == 1 && sum.saved == 0 && sum.corrected == 0)
    #expect(try trial.live() == left && left.count == 2)
    // Where the correlation was erased alone, its members are known.
    query.types = ["HKCorrelationTypeIdentifierBloodPressure"]
    try trial.erase(.query(query))
    #expect(try trial.live().isEmpty)
    #expect(try trial.run(bytes).erased == 3)
  }

  /// Observations of other programs too: one that was erased, a member of one, all of one.
  @Test func observationsStayOut() throws {
    let loinc = { (code: String) in
      "{\"coding\":[{\"system\":\"http://loinc.org\",\"code\":\"\(code)\"}]}"
    }
    let quantity = { (value: Int, unit: String) in
      "\"valueQuantity\":{\"value\":\(value),\"code\":\"\(unit)\",\"system\":\"http://unitsofmeasure.org\"}"
    }
    let head = "{\"resourceType\":\"Observation\",\"status\":\"final\","
    let time = "\"effectiveDateTime\":\"2026-01-01T08:00:00+01:00\","
    let parts = [("8480-6", 120), ("8462-4", 80)].map {
      "{\"code\":\(loinc($0.0)),\(quantity($0.1, "mm[Hg]"))}"
    }
    let bytes = Array(
      """
      \(head)\(time)"code":\(loinc("29463-7")),\(quantity(70, "kg"))}
      \(head)\(time)"code":\(loinc("85354-9")),"component":[\(parts.joined(separator: ","))]}

      """.utf8)
    let trial = try ErasedTrial()
    #expect(try trial.run(bytes).saved == 4)
    let all = try trial.live()
    for (type, gone) in [
      ("QuantityTypeIdentifierBloodPressureSystolic", 1), ("QuantityTypeIdentifierBodyMass", 2),
      ("CorrelationTypeIdentifierBloodPressure", 4),
    ] {
      var query = ViewQuery()
      query.types = ["HK" + type]
      try trial.erase(.query(query))
      let sum = try trial.run(bytes)
      #expect(sum.erased == gone && sum.saved == 0 && sum.known == 4 - gone, "\(type)")
    }
    #expect(try trial.run(bytes, again: true).saved == 4)
    #expect(try trial.live() == all && trial.run(bytes).known == 4)
  }

  /// Given the tombstones of several erasures, then they have one salt, and name nothing.
  @Test func tombstonesNameNothing() throws {
    let trial = try ErasedTrial()
    let things = (0..<4).map { ImportVersionsTests.Thing(identity: $0, version: 0) }
    _ = try trial.run(ImportVersionsTests.export(things, "2026-03-01"))
    var gone: [ObjectUUID] = []
    while let uuid = try trial.live().min(by: { $0.description < $1.description }) {
      try trial.erase([uuid])
      gone.append(uuid)
    }
    var tombstones: [Tombstones] = []
    try ReplayedJournal("/j", on: trial.system, verifyingChain: true).forEachEntry { entry in
      if case .erase(let erasure)? = entry.event {
        tombstones += [erasure.tombstones].compactMap(\.self)
      }
      return true
    }
    #expect(tombstones.count == gone.count && Set(tombstones.map(\.salt)).count == 1)
    let text = try trial.lines().joined()
    #expect(gone.allSatisfy { !text.contains($0.description) })
  }
}

/// A journal in memory into which exports come.
struct ErasedTrial {
  let system = MemorySystem()
  private let importer: AppleHealthImporter

  init(usesFastPath: Bool = true) throws {
    importer = AppleHealthImporter(usesFastPath: usesFastPath)
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
  }

  /// Imports, and sums up what became of objects.
  func run(
    _ bytes: [UInt8], again: Bool = false, selection: ImportSelection? = nil
  ) throws -> ImportCount {
    ImportTable.sum(try report(bytes, again: again, selection: selection).outcome.types)
  }

  /// Imports.
  func report(
    _ bytes: [UInt8], again: Bool = false, selection: ImportSelection? = nil
  ) throws -> ImportJob.Report {
    var choices = ImportJob.Choices()
    choices.savesErased = again
    choices.selection = selection
    var job = try ImportJob(
      into: try JournalSession.open("/j", on: system), fileName: "export.xml", choices
    ) { _, _ in }
    let report = try job.run(MemorySource(bytes), by: [importer, FHIRImporter()])
    #expect(report.outcome.balances)
    return report
  }

  func erase(_ uuids: [ObjectUUID], forgets: Bool = false) throws {
    _ = try erase(.objects(uuids), forgets: forgets)
  }

  @discardableResult func erase(
    _ selection: ErasureSelection, forgets: Bool = false
  ) throws -> JournalSession.Erased {
    var session = try JournalSession.open("/j", on: system)
    let counted = try session.countErasure(selection)
    let erased = try session.erase(selection, reason: "asked for", forgets: forgets)
    try session.finish()
    #expect(try JournalAudit("/j", on: system).count == 0)
    // What is asked before is what is done.
    #expect(erased.counts == counted)
    return erased
  }

  /// Erases all of some types.
  @discardableResult func erase(types: [String]) throws -> ErasureCounts {
    var query = ViewQuery()
    query.types = types
    return try erase(.query(query)).counts
  }

  /// The receipts of imports.
  func receipts() throws -> [ImportReceipt] {
    try ReplayedJournal("/j", on: system).importReceipts()
  }

  /// The objects that views show.
  func live() throws -> Set<ObjectUUID> {
    var live: Set<ObjectUUID> = []
    try ReplayedJournal("/j", on: system).forEachEntry { entry in
      if case .save(let save)? = entry.event {
        live.formUnion(save.objects.map(\.uuid))
        live.subtract(save.replaces)
      }
      return true
    }
    return live
  }

  func lines() throws -> [Substring] {
    String(decoding: system["/j/events.ndjson"] ?? [], as: UTF8.self).split(separator: "\n")
  }
}
