import Foundation
import HealthModel
import Testing

/// For every minute asks which stage counts, puts minutes together to sleeps, and asks Foundation
/// for the date of each.
struct SleepWalk {
  private(set) var rows: [String: [String: Int]] = [:]
  private var sources: [String: Set<String>] = [:]
  private var nights: Set<String> = []
  private static let fields = ["inBed", "unspecified", "awake", "core", "deep", "rem"]
  /// Awake, deep, REM, core, unspecified, in bed.
  private static let order = [2, 4, 5, 3, 1, 0]

  typealias Stage = SleepPropertyTests.Stage

  init(
    _ stages: [Stage], zone: String, _ period: SleepSummary.Period, _ rule: SleepSummary.Sources
  ) throws {
    let stages = stages.map { stage in
      var stage = stage
      stage.zone = stage.zone ?? zone
      return stage
    }
    let all = SleepPropertyTests.names
    for group in rule == .merge ? [all] : all.map({ [$0] }) {
      let own = stages.filter { group.contains($0.source) && $0.end > $0.start }
      let suffix = rule == .separate ? group[0] : ""
      if period == .day { try addDays(own, suffix) } else { try addNights(own, suffix) }
    }
    for (key, names) in sources { rows[key]?["sources"] = names.count }
  }

  private mutating func addDays(_ own: [Stage], _ suffix: String) throws {
    for minute in Set(own.flatMap { Array($0.start..<$0.end) }) {
      let here = own.filter { ($0.start..<$0.end).contains(minute) }
      let best = try here.map { (stage: $0, date: try Self.date(minute, $0)) }
        .min { (Self.rank($0.stage), $0.date) < (Self.rank($1.stage), $1.date) }
      if let best { add(best.stage, minute, "\(best.date) " + suffix, isNap: false) }
    }
  }

  private mutating func addNights(_ own: [Stage], _ suffix: String) throws {
    let pieces = Self.joined(own)
    let sleeps = WalkedSleeps(pieces)
    var minutes = [[(minute: Int, stage: Stage)]](repeating: [], count: sleeps.all.count)
    for minute in Set(pieces.flatMap { Array($0.start..<$0.end) }) {
      let here = pieces.indices.filter { (pieces[$0].start..<pieces[$0].end).contains(minute) }
      let best = here.min {
        (Self.rank(pieces[$0]), sleeps.numbers[$0], pieces[$0].zone ?? "")
          < (Self.rank(pieces[$1]), sleeps.numbers[$1], pieces[$1].zone ?? "")
      }
      if let best { minutes[sleeps.numbers[best]].append((minute, pieces[best])) }
    }
    for (number, place) in try Self.places(sleeps, minutes) {
      for (minute, stage) in minutes[number] {
        add(stage, minute, "\(place.date) " + suffix, isNap: place.isNap)
      }
    }
  }

  /// By what stages count before others.
  private static func rank(_ stage: Stage) -> Int {
    let source = SleepPropertyTests.names.firstIndex(of: stage.source) ?? 9
    return (stage.value == 0 ? 1000 : 0) + source * 10 + (order.firstIndex(of: stage.value) ?? 9)
  }

  /// Those of one source, stage and zone that touch as one.
  private static func joined(_ own: [Stage]) -> [Stage] {
    var joined: [Stage] = []
    for stage in own.sorted(by: { $0.start < $1.start }) {
      let index = joined.firstIndex {
        ($0.source, $0.value, $0.zone) == (stage.source, stage.value, stage.zone)
          && $0.end >= stage.start
      }
      if let index { joined[index].end = max(joined[index].end, stage.end) }
      if index == nil { joined.append(stage) }
    }
    return joined
  }

  private static func date(_ minute: Int, _ stage: Stage) throws -> CivilDate {
    try WalkedClock(stage.zone ?? "", minute).date
  }

  /// Of each sleep of which something counts the date, and whether it is a nap.
  private static func places(
    _ sleeps: WalkedSleeps, _ minutes: [[(minute: Int, stage: Stage)]]
  ) throws -> [Int: (date: CivilDate, isNap: Bool)] {
    var byDate: [CivilDate: [(number: Int, isAtNight: Bool, weight: [Int])]] = [:]
    for (number, sleep) in sleeps.all.enumerated() where !minutes[number].isEmpty {
      let (start, end) = (
        try WalkedClock(sleep.zone, sleep.start), try WalkedClock(sleep.zone, sleep.end)
      )
      let date = end.hour < 18 ? end.date : end.date.adding(days: 1)
      // Hours from the midnight of the date.
      let from = start.hour + 24 * Double(start.date.dayNumber - date.dayNumber)
      let to = end.hour + 24 * Double(end.date.dayNumber - date.dayNumber)
      let asleep = minutes[number].filter { ![0, 2].contains($0.stage.value) }.count
      byDate[date, default: []].append(
        (number, from >= -6 && to <= 12, [asleep, minutes[number].count, -sleep.start]))
    }
    var places: [Int: (date: CivilDate, isNap: Bool)] = [:]
    for (date, sleeps) in byDate {
      let main = sleeps.filter { $0.isAtNight || ($0.weight.first { $0 > 0 } ?? 0) >= 180 }
        .max { $0.weight.lexicographicallyPrecedes($1.weight) }
      for sleep in sleeps {
        places[sleep.number] = (date, !sleep.isAtNight && sleep.number != main?.number)
      }
    }
    return places
  }

  private mutating func add(_ stage: Stage, _ minute: Int, _ key: String, isNap: Bool) {
    let field = Self.fields[stage.value]
    var row = rows[key] ?? [:]
    row["inBed", default: 0] += 1
    if field != "inBed" { row[field, default: 0] += 1 }
    if !["inBed", "awake"].contains(field) {
      row["asleep", default: 0] += 1
      if isNap { row["naps", default: 0] += 1 }
    }
    if !isNap || !nights.contains(key) {
      if !isNap, nights.insert(key).inserted { (row["start"], row["end"]) = (nil, nil) }
      row["start"] = min(row["start"] ?? minute, minute)
      row["end"] = max(row["end"] ?? minute, minute + 1)
    }
    rows[key] = row
    sources[key, default: []].insert(stage.source)
  }
}

/// What the clock of a zone shows, by Foundation.
private struct WalkedClock {
  let date: CivilDate
  let hour: Double

  init(_ zone: String, _ minute: Int) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(minute) * 60))
    let local = Double(minute * 60 + offset) / 86_400
    date = CivilDate(dayNumber: Int(local.rounded(.down)))
    hour = (local - local.rounded(.down)) * 24
  }
}

/// Minutes put together to sleeps.
private struct WalkedSleeps {
  private(set) var all: [(start: Int, end: Int, zone: String)] = []
  /// Of each piece the number of its sleep.
  private(set) var numbers: [Int]

  init(_ pieces: [SleepWalk.Stage]) {
    numbers = pieces.map { _ in -1 }
    let isBed = pieces.map { $0.value == 0 || $0.value == 2 && $0.end - $0.start >= 240 }
    add(pieces, pieces.indices.filter { !isBed[$0] })
    let sleeps = all
    for index in pieces.indices where isBed[index] {
      let shared = sleeps.map {
        min($0.end, pieces[index].end) - max($0.start, pieces[index].start)
      }
      if let most = shared.max(), most > 0 { numbers[index] = shared.firstIndex(of: most) ?? -1 }
    }
    add(pieces, pieces.indices.filter { numbers[$0] < 0 })
  }

  private mutating func add(_ pieces: [SleepWalk.Stage], _ indices: [Int]) {
    let minutes = Set(indices.flatMap { Array(pieces[$0].start..<pieces[$0].end) }).sorted()
    var chains: [[Int]] = []
    for minute in minutes {
      if let last = chains.last?.last, minute - last <= 120 {
        chains[chains.count - 1].append(minute)
      } else {
        chains.append([minute])
      }
    }
    for chain in chains.flatMap(Self.cut) {
      let (start, end) = (chain[0], chain[chain.count - 1] + 1)
      let own = indices.filter { pieces[$0].start >= start && pieces[$0].end <= end }
      for index in own { numbers[index] = all.count }
      let last = own.filter { pieces[$0].end == end }.min { Self.precedes(pieces[$0], pieces[$1]) }
      all.append((start, end, last.flatMap { pieces[$0].zone } ?? ""))
    }
  }

  /// Of a chain of more than a day the parts before and after its longest gap.
  private static func cut(_ chain: [Int]) -> [[Int]] {
    let gaps = zip(chain, chain.dropFirst()).map { $1 - $0 }
    guard chain[chain.count - 1] + 1 - chain[0] > 1440, let longest = gaps.max(), longest > 1,
      let index = gaps.firstIndex(of: longest)
    else { return [chain] }
    return cut(Array(chain[...index])) + cut(Array(chain[(index + 1)...]))
  }

  private static func precedes(_ a: SleepWalk.Stage, _ b: SleepWalk.Stage) -> Bool {
    SleepWalk.precedence(a) < SleepWalk.precedence(b)
  }
}

extension SleepWalk {
  /// By what stages of several zones count before others.
  fileprivate static func precedence(_ stage: Stage) -> (Int, String) {
    (rank(stage), stage.zone ?? "")
  }
}
