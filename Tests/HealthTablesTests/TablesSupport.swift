import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

@testable import HealthTables

/// Lines of a journal, each without its line feed.
struct Scribe {
  private(set) var lines: [[UInt8]] = []
  private var chain = Digest.zero

  init(journal: ObjectUUID = id(0)) {
    let opening = JournalOpening(
      format: JournalLimits.format, journal: journal, timeZone: "Europe/Berlin")
    add(.open(opening))
  }

  mutating func add(_ event: Event, by: String = EventActor.owner) {
    var writer = JSONWriter()
    let number = UInt64(lines.count) + 1
    chain = LineCodec.append(
      event: event, by: by, sequence: number,
      at: Instant(microseconds: 1_795_158_000_000_000 + Int64(number) * 1_000),
      salt: Salt(random: (number, 7)), after: chain, to: &writer)
    lines.append(writer.bytes.dropLast())
  }

  /// A journal of random events.
  static func random(_ seed: UInt64, count: Int) -> Scribe {
    var scribe = Scribe()
    var events = RandomEvents(seed)
    for number in 2..<UInt64(count + 2) {
      let by = events.dice.pick([EventActor.owner, "com.example.app", "Ünïcode \"app\""])
      scribe.add(events.event(number), by: by)
    }
    return scribe
  }
}

/// How lines come into tables.
enum Way: CaseIterable {
  case line, entry

  func apply(_ line: [UInt8], to builder: inout TableBuilder) throws {
    switch self {
    case .line: _ = try builder.apply(line: unsafe line.span.bytes, at: 0)
    case .entry: try builder.apply(try LineCodec.decode(unsafe line.span.bytes), at: 0)
    }
  }
}

func builder(_ lines: [[UInt8]], by way: Way = .line) throws -> TableBuilder {
  var builder = TableBuilder()
  for line in lines { try way.apply(line, to: &builder) }
  builder.applyClaims()
  return builder
}

func tables(_ lines: [[UInt8]], by way: Way = .line) throws -> HealthTables {
  try builder(lines, by: way).tables
}

extension HealthTables {
  /// Everything that a view can see, in words: names in the place of numbers.
  func dump() -> [String] {
    var text = objects.map { row in
      "\(row.uuid) \(row.kind) \(types.names[Int(row.type)]) \(row.sequence) \(row.start) \(row.end)"
        + " \(row.isLive) \(origin(of: row.provenance))"
    }
    for type in sampleTypes {
      let columns = columns(type)
      text += (0..<columns.count).map { row in
        let extremes = columns.extremes(of: row).map { " \($0)" } ?? ""
        return "\(types.names[type]): \(words(columns[row]))" + extremes
      }
    }
    text += workoutLines.map { "\($0)" }
    text += decisions.map { "\($0)" }
    text += CharacteristicType.all.map { "\($0.shortName) \(characteristic($0) ?? "-")" }
    text += settings.priority.map { "\($0)" }.sorted()
    text += settings.preferredUnits.map { "\($0)" }.sorted()
    text.append(
      "\(opening as Any) \(settings.timeZone) \(lastSequence) \(lastAt as Any) \(liveCount)")
    text += EventKind.allCases.map { "\($0) \(counts[$0])" } + grants.map { "\($0)" }.sorted()
    text += synced.map { "\($0)" }.sorted() + olderSynced.map { "\($0)" }.sorted()
    text += origins.all.map { "\($0)" }.sorted()
    return text
  }

  private func origin(of provenance: UInt32) -> String {
    let pair = provenances[Int(provenance)]
    return "\(actors.names[Int(pair.actor)]) \(pair.origin)"
  }

  private func words(_ row: SampleRow) -> String {
    let unit =
      row.unit == SampleRow.none
      ? "-"
      : row.flags.contains(.category)
        ? categoryNames.names[Int(row.unit)] : units.names[Int(row.unit)]
    let zone = row.zone == SampleRow.none ? "-" : zones.names[Int(row.zone)]
    return "\(row.uuid) \(row.start) \(row.end) \(row.value + 0) \(row.sequence) \(unit) \(zone)"
      + " \(row.startOffset) \(row.endOffset) \(row.flags.rawValue) \(origin(of: row.provenance))"
  }
}

func id(_ number: UInt64) -> ObjectUUID { ObjectUUID(high: 0xABCD_0000_0000_0000, low: number) }

func time(_ seconds: Int64 = 0) -> Timestamp {
  Timestamp(instant: Instant(wholeSeconds: 1_795_158_000 + seconds), offsetMinutes: 60)
}

func quantity(
  _ number: UInt64, _ type: String = "HKQuantityTypeIdentifierStepCount",
  _ metadata: Metadata.Entry...
) -> HealthObject {
  let sample = QuantityContent(
    type: type, span: TimeSpan(time(), time(60)), value: 1, unit: "count")
  return HealthObject(
    uuid: id(number), content: .quantity(sample), metadata: Metadata(metadata))
}

func saving(_ objects: HealthObject...) -> Event { .save(Save(objects: objects)) }
