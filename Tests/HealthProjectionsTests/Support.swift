import Foundation
import HealthEvents
import Journal
import HealthModel
import HealthProjections
import HealthTables
import JournalFile
import JournalTestSupport
import Testing

let app = "com.example.app"
let steps = QuantityType.stepCount.identifier
let pulse = QuantityType.heartRate.identifier
let energy = QuantityType.activeEnergyBurned.identifier
let sleep = CategoryType.sleepAnalysis.identifier

/// A journal in memory, filled and read back.
func journal(
  _ zone: String = "Europe/Berlin", _ fill: (inout JournalSession) throws -> Void
) throws -> ReplayedJournal {
  let system = MemorySystem()
  try JournalSession.create("/j", timeZone: zone, on: system)
  var session = try JournalSession.open("/j", on: system)
  try fill(&session)
  try session.commit()
  return try ReplayedJournal("/j", on: system)
}

extension JournalSession {
  /// Saves objects as the owner, of a source where one is named.
  mutating func save(
    _ objects: HealthObject..., source: String? = nil, device: Device? = nil,
    workout: ObjectUUID? = nil
  ) throws {
    let drafts = objects.map {
      Draft($0, source: source.map { Source(name: $0) }, device: device)
    }
    let request = SaveRequest(objects: drafts, workout: workout, imported: true)
    _ = try stage(Command(by: Actor.owner, .save(request)))
  }

  mutating func ask(_ request: Request, by: String = Actor.owner) throws {
    _ = try stage(Command(by: by, request))
  }
}

extension Table {
  /// Each row by field, without missing cells.
  func records() throws -> [[String: Cell]] {
    try allRows().map { row in
      var record: [String: Cell] = [:]
      for (column, cell) in zip(columns, row) where cell != .missing { record[column.field] = cell }
      return record
    }
  }

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
  let sample = QuantitySample(type: type, span: span, value: value, unit: unit)
  return HealthObject(uuid: id(number), content: .quantity(sample), metadata: metadata)
}

func category(
  _ number: Int, _ type: String, _ value: CategoryCode, _ span: TimeSpan
) -> HealthObject {
  let sample = CategorySample(type: type, span: span, value: value)
  return HealthObject(uuid: id(number), content: .category(sample))
}

func daily(
  _ journal: ReplayedJournal, _ query: Query = Query(),
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
  case .list(let list): "\(list.map { $0.map { "\($0.0)=\(word($0.1))" } })"
  }
}

/// Steele, Lea and Flood's SplitMix64: the same numbers in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: Int) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}

/// Python 3, where the machine has it.
enum Python {
  static let path = ["/usr/bin/python3", "/usr/local/bin/python3", "/root/.pyenv/shims/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static let isPresent = path != nil

  /// What a program prints.
  static func run(_ arguments: [String], input: String = "") throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("views-\(UUID().uuidString).txt")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // Into a file: reading a pipe ends in a trap where another child ends meanwhile.
    let answer = file.appendingPathExtension("out")
    try Data().write(to: answer)
    defer { try? FileManager.default.removeItem(at: answer) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = try FileHandle(forWritingTo: answer)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: try Data(contentsOf: answer), as: UTF8.self)
  }
}

/// Zones of the machine.
enum Zones {
  static let arePresent = FileManager.default.fileExists(
    atPath: "/usr/share/zoneinfo/Europe/Berlin")
}
