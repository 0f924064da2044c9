import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile

extension ReportSection {
  /// The lines that the report was made from, and how to verify them.
  static let receipt = ReportSection(
    name: "receipt", title: .receiptTitle, nothing: nil
  ) { data in
    [
      .note(data.words(.receiptNote)), .facts(data.receipt), .note(data.words(.verifyNote)),
    ]
  }
}

extension ReportData {
  /// The facts that name the lines, the rules and the zones.
  fileprivate var receipt: [(name: Word, text: String)] {
    let tables = journal.tables
    var facts: [(name: Word, text: String)] = []
    if let opening = tables.opening {
      facts.append((.journal, opening.journal.description))
      facts.append((.format, String(tables.format)))
    }
    facts.append((.lastLine, words.number(Int(journal.head.sequence))))
    if let time = tables.lastAt {
      facts.append((.recorded, Timestamp(instant: time, offsetMinutes: 0).description))
    }
    // The chain is made of all lines, also of those that a source may not see.
    if options.reader == nil { facts.append((.chain, journal.head.chainText)) }
    if journal.isVerified {
      facts.append((.chainVerified, words(.chainGood, words.number(Int(journal.head.sequence)))))
    }
    facts.append((.liveObjects, balance))
    facts.append((.zone, calendar.zone.name))
    facts.append((.zoneRules, zoneRules))
    facts.append((.rules, String(Views.rulesVersion)))
    if !options.version.isEmpty { facts.append((.program, "health-journal " + options.version)) }
    facts.append((.againCommand, again))
    facts.append((.auditCommand, "health-journal audit"))
    return facts
  }

  /// The live objects of the journal: those of the types that sections are about, and the others,
  /// which are named.
  private var balance: String {
    let counts = journal.tables.liveCounts
    let others = counts.filter { !Self.shownTypes.contains($0.key) }
    let (all, rest) = (counts.values.reduce(0, +), others.values.reduce(0, +))
    let text = words(
      .ofTypes, words.number(all), words.number(all - rest), words.number(rest))
    let names = others.sorted { $0.key < $1.key }.map { type, count in
      "\(TypeCatalogue.shortName(of: type)) \(words.number(count))"
    }
    return names.isEmpty ? text : text + ": " + names.joined(separator: ", ")
  }

  /// The types that sections are about.
  private static let shownTypes = Set(
    (Measure.compared + Measure.vital).map(\.type) + [
      CategoryType.sleepAnalysis.identifier, CategoryType.appleStandHour.identifier,
      CorrelationType.bloodPressure.identifier, Electrocardiogram.type, Note.type,
      WorkoutContent.type, SummaryContent.type,
      WorkoutRoute.type, CharacteristicType.dateOfBirth.identifier,
      CharacteristicType.biologicalSex.identifier,
    ] + Episodes.symptoms + Episodes.warnings)

  /// A hash of when the days of both periods begin: equal where two systems' zone files say the
  /// same of them.
  private var zoneRules: String {
    var hash = SHA256()
    for day in period.before.days.lowerBound...period.days.upperBound {
      hash.update(String(calendar.start(of: day).wholeSeconds).utf8.rawBytes)
      hash.update(UInt8(ascii: "\n"))
    }
    return String(hash.finalize().hexText.prefix(16))
  }

  /// The command that makes the same page of these lines.
  private var again: String {
    let days = "--from \(period.first) --to \(CivilDate(dayNumber: period.days.upperBound))"
    let asOf = "--as-of \(journal.head.sequence)"
    return (["health-journal report -o report.html", days, asOf] + options.again)
      .joined(separator: " ")
  }
}
