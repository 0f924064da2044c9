import ByteTools
import HealthEvents
import HealthModel
import JournalFile
@testable import HealthTables

/// A line that the general reader takes is written as one that it reads as the same; and the tables
/// take a line by the fast way just where they take it by the general one, to the same rows.
enum LineTarget {
  static func run(_ bytes: [UInt8]) {
    guard !bytes.contains(UInt8(ascii: "\n")) else { return }
    let entry = try? LineCodec.decode(bytes.rawBytes)
    if let entry { writeAndRead(entry) }
    var (fast, general) = (base, base)
    var fastFailed = false
    do { _ = try fast.apply(line: bytes.rawBytes, at: 0) } catch { fastFailed = true }
    var generalFailed = entry == nil
    do { if let entry { try general.apply(entry, at: 0) } } catch { generalFailed = true }
    demand(fastFailed == generalFailed, "failed: fast \(fastFailed), general \(generalFailed)")
    guard !fastFailed else { return }
    fast.applyClaims()
    general.applyClaims()
    let (one, other) = (words(fast.tables), words(general.tables))
    demand(one == other, "the fast way gives \(one), the general one \(other)")
  }

  private static func writeAndRead(_ entry: Entry) {
    guard case .event(let event, let by) = entry.body else { return }
    var writer = JSONWriter()
    let salt = Salt(random: (1, 2))
    if let original = entry.original.flatMap({ Digest(hex: Array($0.utf8).rawBytes) }) {
      _ = LineCodec.appendRewritten(
        entry, event: event, salt: salt, original: original, chain: .zero, to: &writer)
    } else {
      _ = LineCodec.append(
        event: event, by: by, sequence: entry.sequence, at: entry.at, recorded: entry.recorded,
        salt: salt, after: .zero, to: &writer)
    }
    demand(writer.bytes.last == UInt8(ascii: "\n"), "no line feed at the end")
    let again = try? LineCodec.decode(writer.bytes.rawBytes.extracting(0..<writer.bytes.count - 1))
    demand(again == entry, "\(entry) is read again as \(again as Any)")
  }

  /// Tables of an opening and a sample, which a line may go on from.
  private static let base: TableBuilder = {
    let time = Timestamp(instant: Instant(wholeSeconds: 1_795_158_000), offsetMinutes: 60)
    let sample = QuantityContent(
      type: "HKQuantityTypeIdentifierStepCount", span: TimeSpan(time, time), value: 1,
      unit: "count")
    let object = HealthObject(uuid: ObjectUUID(high: 1, low: 2), content: .quantity(sample))
    let opening = JournalOpening(
      format: 1, journal: ObjectUUID(high: 3, low: 4), timeZone: "Europe/Berlin")
    var builder = TableBuilder()
    for (number, event) in [Event.open(opening), .save(Save(objects: [object]))].enumerated() {
      let entry = Entry(
        sequence: UInt64(number + 1), at: time.instant, body: .event(event, by: EventActor.owner))
      try? builder.apply(entry, at: 0)
    }
    builder.applyClaims()
    return builder
  }()

  /// What a view sees of tables: names in the place of numbers.
  private static func words(_ tables: HealthTables) -> [String] {
    var text = tables.objects.map { row in
      "\(row.uuid) \(row.kind) \(tables.types.names[Int(row.type)]) \(row.sequence) \(row.start)"
        + " \(row.end) \(row.isLive)"
    }
    for type in tables.sampleTypes {
      let columns = tables.columns(type)
      text += (0..<columns.count).map { row in
        let sample = columns[row]
        return "\(sample.uuid) \(sample.start) \(sample.end) \(sample.value + 0) \(sample.sequence)"
          + " \(sample.startOffset) \(sample.endOffset) \(sample.flags.rawValue)"
      }
    }
    text += EventKind.allCases.map { "\($0) \(tables.counts[$0])" }
    return text + ["\(tables.lastSequence) \(tables.lastAt as Any) \(tables.liveCount)"]
  }
}
