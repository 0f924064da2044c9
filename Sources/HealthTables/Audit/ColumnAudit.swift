import ByteTools
import HealthEvents
import HealthModel

/// Finds the lines whose samples may break a rule, by reading columns only.
///
/// It has no rules of its own: it checks the first sample of each type, unit, kind and origin that
/// a source saves against the rules themselves. The samples that follow can differ from that one in
/// what is checked here: the uuid, the span, and the decisions and origins of later lines. Beyond
/// that, samples of canonical lines differ only in value and metadata, which no rule of an audit
/// asks for. All other lines are checked one by one anyway.
struct ColumnAudit {
  /// What the rules said of a sample.
  private struct Verdict {
    /// The number of its type.
    var type = UInt32.max
    /// The last line for which this holds.
    var through: UInt64 = 0
    var isGood = true
  }

  /// How many buckets of the index a thread takes at a time.
  private static let buckets = 512

  private let past: JournalPast
  private var decider = Decider()
  /// By the numbers of contexts, of quantities and of categories.
  private var verdicts: [Verdict]
  private var lines: [UInt32] = []

  private init(_ past: JournalPast) {
    self.past = past
    verdicts = Array(repeating: Verdict(), count: past.tables.vocabulary.contexts.all.count * 2)
  }

  /// The numbers of the lines that are to be looked into.
  static func lines(_ past: JournalPast, threads: Int, from starter: ThreadStarter) -> [UInt32] {
    guard let index = past.tables.index.frozen else { preconditionFailure("no index") }
    let buckets = stride(from: 0, to: index.starts.count - 1, by: Self.buckets).map {
      $0..<min($0 + Self.buckets, index.starts.count - 1)
    }
    let works = past.tables.sampleTypes.map(Work.type) + buckets.map(Work.buckets)
    let found = try? Threads.map(works, on: threads, from: starter) { work in
      switch work {
      case .type(let number):
        var audit = ColumnAudit(past)
        audit.look(atType: number)
        return audit.lines
      case .buckets(let buckets):
        return index.likelyTwins(in: buckets).map { past.tables.sequence(at: $0) }
      }
    }
    return (found ?? []).flatMap { $0 }
  }

  /// What a thread takes at a time.
  private enum Work: Sendable {
    case type(Int)
    case buckets(Range<Int>)
  }

  private mutating func look(atType number: Int) {
    let columns = past.tables.columns(number)
    for row in 0..<columns.count {
      let line = columns.sequences[row]
      let isCategory = columns.flags[row].contains(.category)
      let index = Int(columns.contexts[row]) * 2 + (isCategory ? 1 : 0)
      if verdicts[index].type != UInt32(number) || verdicts[index].through < line {
        verdicts[index] = verdict(on: columns[row], number)
      }
      if !verdicts[index].isGood || columns.ends[row] < columns.starts[row] { lines.append(line) }
    }
  }

  /// Checks a sample like that of the row, apart from uuid, span, value and metadata, against the
  /// rules.
  private mutating func verdict(on row: SampleRow, _ number: Int) -> Verdict {
    let tables = past.tables
    let provenance = tables.provenances[Int(row.provenance)]
    let line = UInt64(row.sequence)
    let moment = Timestamp(instant: Instant(microseconds: 0), offsetMinutes: 0)
    let (type, span) = (tables.types.names[number], TimeSpan(at: moment))
    let content: Content =
      row.flags.contains(.category)
      ? .category(CategorySample(type: type, span: span, value: .code(0)))
      : .quantity(
        QuantitySample(
          type: type, span: span, value: 0, unit: tables.units.names[Int(row.unit)]))
    var object = HealthObject(uuid: past.unusedUUID, content: content)
    if provenance.origin != 0 { object.origin = provenance.origin }
    let state = PastState(past, before: line)
    let fault = decider.fault(
      of: .save(Save(objects: [object])), by: tables.actors.names[Int(provenance.actor)],
      given: state)
    var verdict = Verdict(type: UInt32(number), through: past.decision(from: line) ?? .max)
    if let origin = state.unknownOrigin(of: object) {
      if origin >= line { verdict.through = min(verdict.through, origin) }
      verdict.isGood = false
    }
    if fault != nil { verdict.isGood = false }
    return verdict
  }
}
