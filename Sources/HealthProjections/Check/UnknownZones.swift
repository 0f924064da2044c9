import ByteTools
import HealthModel
package import HealthTables
import ViewTables

/// Time zones that samples name and this system does not know: their days are those of the
/// journal's zone, which figures do not show.
package struct UnknownZones: Sendable {
  /// How many samples name each zone.
  private var counts: [String: Int] = [:]

  /// The zones of the samples that the query of a context shows; without one, of all.
  package init(of journal: ReplayedJournal, in context: ViewContext = ViewContext()) throws {
    let tables = journal.tables
    let unknown = try Self.names(in: tables, context)
    guard !unknown.isEmpty else { return }
    var selection = try SampleSelection(context.query, journal)
    for type in context.query.namedTypes(in: tables) {
      guard let columns = tables.columns(of: type),
        columns.known.contains(where: { unknown[$0.zone] != nil })
      else { continue }
      for row in try selection.rows(of: type) {
        if let name = unknown[columns.zone(row)] { counts[name, default: 0] += 1 }
      }
    }
  }

  /// The zones of the tables that are not known, by number.
  private static func names(
    in tables: HealthTables, _ context: ViewContext
  ) throws -> [UInt32: String] {
    guard !tables.zones.names.isEmpty else { return [:] }
    let names = try DayFinder(tables, context).unknownNames
    let numbers = tables.zones.names.enumerated().filter { names.contains($0.element) }
    return Dictionary(uniqueKeysWithValues: numbers.map { (UInt32($0.offset), $0.element) })
  }

  /// Returns what is said of them, zone by zone.
  ///
  /// - Parameter zone: that whose days count in their place.
  package func sentences(daysOf zone: String) -> [String] {
    counts.sorted { $0.key < $1.key }.map { name, count in
      "\(counted(count, "sample")) "
        + CheckStatement.unknownZone(name, used: zone).description
    }
  }
}

extension Check {
  /// Samples and workouts that name a zone which the system does not know.
  static let zones = Check(
    name: "zones", level: .note,
    summary: "samples and workouts whose own time zone is not known on this system"
  ) { subject in
    var found: [String: CheckFinding] = [:]
    let zone = subject.days.zone(of: 0).name
    func note(_ name: String, _ line: UInt32, _ example: @autoclosure () -> CheckExample) {
      var finding =
        found[name]
        ?? CheckFinding(count: 0, says: .unknownZone(name, used: zone), examples: [])
      finding.count += 1
      finding.lines.append(line)
      if finding.examples.count < subject.options.examples { finding.examples.append(example()) }
      found[name] = finding
    }
    let names = subject.journal.tables.zones.names
    for samples in subject.types {
      for row in samples.rows {
        let zone = samples.columns.zone(row)
        guard zone != SampleRow.none, subject.days.unknownNames.contains(names[Int(zone)])
        else { continue }
        note(
          names[Int(zone)], samples.columns.sequences[row], subject.example(row, of: samples))
      }
    }
    for listed in subject.workouts {
      guard let zone = listed.object.metadata.timeZone, subject.isUnknown(zone) else { continue }
      note(zone, listed.row.sequence, subject.example(listed))
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension View {
  /// Returns what is said of samples among those that were asked for whose own zone is not known.
  func zoneRemarks(_ request: inout ViewRequest) throws -> [String] {
    guard !request.values.has(.timeZone), !request.tables.zones.names.isEmpty else { return [] }
    var context = try request.context()
    if !reads.isAsked { context.query.types = reads.ofDates }
    if let day = options.first(where: { $0.name == "day" }), request.values.has(day) || isOfOneDay,
      context.query.from == nil, context.query.to == nil
    {
      let date = try request.day(day)
      context.query.show(date.dayNumber, of: try context.calendar(of: request.tables))
    }
    return try UnknownZones(of: request.journal, in: context)
      .sentences(daysOf: request.timeZone)
  }
}
