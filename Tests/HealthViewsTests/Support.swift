import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import Testing
import ViewTestSupport

let app = "com.example.app"
let steps = QuantityType.stepCount.identifier
let pulse = QuantityType.heartRate.identifier
let energy = QuantityType.activeEnergyBurned.identifier
let sleep = CategoryType.sleepAnalysis.identifier

extension JournalSession {
  /// Saves objects as the owner, of a source where one is named.
  mutating func save(
    _ objects: HealthObject..., source: String? = nil, bundle: String? = nil,
    device: Device? = nil, workout: ObjectUUID? = nil
  ) throws {
    let drafts = objects.map {
      Draft($0, source: source.map { Source(name: $0, bundle: bundle) }, device: device)
    }
    let request = SaveRequest(objects: drafts, workout: workout, imported: true)
    _ = try stage(Command(by: EventActor.owner, .save(request)))
  }

  mutating func ask(_ request: Request, by: String = EventActor.owner) throws {
    _ = try stage(Command(by: by, request))
  }
}

extension Table {
  /// The cells of one column.
  func column(_ field: String) throws -> [Cell] {
    try records().map { $0[field] ?? .missing }
  }
}

func id(_ number: Int) -> ObjectUUID { ObjectUUID(high: 0xABCD_0000, low: UInt64(number)) }

/// A moment from RFC 3339 text; a slip of the pen is an hour of 1970 that no test expects.
func at(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text) ?? Timestamp(instant: .epoch, offsetMinutes: 17)
}

func span(_ start: String, _ end: String? = nil) -> TimeSpan {
  TimeSpan(at(start), at(end ?? start))
}

func quantity(
  _ number: Int, _ type: String, _ value: Double, _ unit: String, _ span: TimeSpan,
  zone: String? = nil
) -> HealthObject {
  var metadata = Metadata()
  if let zone { metadata[MetadataName.timeZone] = .string(zone) }
  let sample = QuantityContent(type: type, span: span, value: value, unit: unit)
  return HealthObject(uuid: id(number), content: .quantity(sample), metadata: metadata)
}

func category(
  _ number: Int, _ type: String, _ value: CategoryCode, _ span: TimeSpan
) -> HealthObject {
  let sample = CategoryContent(type: type, span: span, value: value)
  return HealthObject(uuid: id(number), content: .category(sample))
}

func daily(
  _ journal: ReplayedJournal, _ query: ViewQuery = ViewQuery(),
  _ change: (inout DailyView.Options) -> Void = { _ in }
) throws -> [[String: Cell]] {
  var options = DailyView.Options()
  change(&options)
  return try DailyView.table(of: journal, in: ViewContext(query), options: options).records()
}

/// `2026-11-20 812 count`: the parts of a row in words.
func words(_ rows: [[String: Cell]], _ fields: String...) -> [String] {
  rows.map { row in fields.map { word(row[$0] ?? .missing) }.joined(separator: " ") }
}

func word(_ cell: Cell) -> String {
  switch cell {
  case .missing: "-"
  case .text(let text), .identifier(let text): text
  case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
  case .whole(let number): "\(number)"
  case .time(let time): time.description
  case .day(let day): day.description
  case .flag(let flag): "\(flag)"
  case .names(let names): names.joined(separator: ", ")
  case .json(let text): text
  case .list(let list): "\(list.map { $0.map { "\($0.0)=\(word($0.1))" } })"
  }
}
