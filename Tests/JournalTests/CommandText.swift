import HealthModel
import TestSupport

/// The text of a command that saves one sample, to be put out of order.
struct CommandText {
  /// A key and its value, both as JSON.
  typealias Member = (key: String, value: String)

  /// The members of the command but for its objects, whose key is last.
  var members: [Member]
  /// The members of the sample.
  var sample: [Member]

  /// A canonical one; another number is another id, uuid and value, at another time.
  init(_ number: Int) {
    let minute = 10 + number % 50
    members = [
      ("\"id\"", "\"c\(number)\""), ("\"event\"", "\"save\""), ("\"by\"", "\"owner\""),
      ("\"objects\"", ""),
    ]
    sample = [
      ("\"kind\"", "\"quantity\""), ("\"uuid\"", "\"\(Self.uuid(number))\""),
      ("\"type\"", "\"HKQuantityTypeIdentifierStepCount\""),
      ("\"start\"", "\"2026-11-20T08:\(minute):00+01:00\""),
      ("\"end\"", "\"2026-11-20T09:\(minute):00+01:00\""), ("\"value\"", "\(number)"),
      ("\"unit\"", "\"count\""),
    ]
  }

  private static func uuid(_ number: Int) -> ObjectUUID {
    ObjectUUID(random: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)))
  }

  /// The same with its keys in these orders.
  func ordered(_ members: [Int], _ sample: [Int]) -> CommandText {
    var command = self
    command.members = members.map { self.members[$0] }
    command.sample = sample.map { self.sample[$0] }
    return command
  }

  /// Its line.
  var text: String { tokens.joined() }

  /// Its line, cut where white space may stand.
  var tokens: [String] {
    Self.object(members) { member in
      guard member.key == "\"objects\"" else { return [member.value] }
      return ["["] + Self.object(sample) { [$0.value] } + ["]"]
    }
  }

  private static func object(_ members: [Member], _ value: (Member) -> [String]) -> [String] {
    var tokens = ["{"]
    for (place, member) in members.enumerated() {
      if place > 0 { tokens.append(",") }
      tokens += [member.key, ":"] + value(member)
    }
    return tokens + ["}"]
  }
}

extension CommandText {
  /// A command whose layout follows from a seed: two of one seed differ in what their numbers tell
  /// alone.
  init(_ number: Int, layout seed: UInt64) {
    var random = Dice(seed)
    self.init(number)
    addParts(number, &random)
    if random.oneIn(4) { members.removeFirst() }
    if random.oneIn(3) { sample.remove(at: 1) }
    if random.oneIn(3) { reorder(&random) }
    if random.oneIn(8) { repeatMember(of: number + Int(random.next() % 2), &random) }
    if random.oneIn(8) { escape(&random) }
  }

  /// The line of a layout, perhaps with white space.
  static func line(_ number: Int, layout seed: UInt64) -> String {
    var random = Dice(~seed)
    var tokens = CommandText(number, layout: seed).tokens
    if random.oneIn(6) {
      let place = Int.random(in: 0...tokens.count, using: &random)
      tokens.insert([" ", "\t", "\r", "  "].randomElement(using: &random) ?? "", at: place)
    }
    return tokens.joined()
  }

  private mutating func addParts(_ number: Int, _ random: inout Dice) {
    let times = (0..<2).map { "\"2026-11-20T10:0\($0 == 0 ? number % 10 : 0):00Z\"" }
    let time = times[random.oneIn(2) ? 1 : 0]
    let ids = ["\(number)", "9007199254740993", "1.50", "\"é\"", "null", "\"\\u0041\""]
    if random.oneIn(2) { members[0].value = ids.randomElement(using: &random) ?? "" }
    if random.oneIn(4) { members[2].value = "\"com.example.fit\"" }
    if random.oneIn(5) {
      sample[0].value = "\"category\""
      sample[2].value = "\"HKCategoryTypeIdentifierSleepAnalysis\""
      sample[5].value = random.oneIn(2) ? "\(number % 6)" : "1"
      sample.removeLast()
    }
    if random.oneIn(8) { sample.append(("\"count\"", "\(number)")) }
    if random.oneIn(3) { sample.append(("\"source\"", #"{"name":"W","version":"1"}"#)) }
    if random.oneIn(3) {
      let devices = [#"{"name":"W"}"#, #"{"name":"W","created":\#(time)}"#, #"{"uuid":"7"}"#]
      sample.append(("\"device\"", devices.randomElement(using: &random) ?? ""))
    }
    if random.oneIn(2) { sample.append(("\"created\"", times[random.oneIn(2) ? 1 : 0])) }
    if random.oneIn(3) {
      let metadata = [
        "{}", #"{"HKWasUserEntered":true}"#, #"{"note":"x","created":\#(time)}"#,
        #"{"id":"7","uuid":"8"}"#, #"{"note":"a\",\"created\":\"2026-11-20T10:00:00Z"}"#,
        #"{"HKMetadataKeySyncIdentifier":"s","HKMetadataKeySyncVersion":\#(number)}"#,
      ]
      sample.append(("\"metadata\"", metadata.randomElement(using: &random) ?? ""))
    }
    let odd: [Member] = [
      ("\"workout\"", "null"), ("\"workout\"", sample[1].value), ("\"seq\"", "1"),
      ("\"reason\"", "\"x\""),
    ]
    if random.oneIn(12) { members.append(odd.randomElement(using: &random) ?? odd[0]) }
    if random.oneIn(12) { sample.append(random.oneIn(2) ? ("\"origin\"", "2") : ("\"x\"", "1")) }
  }

  /// Moves one key, or shuffles them all.
  private mutating func reorder(_ random: inout Dice) {
    if random.oneIn(3) {
      members.shuffle(using: &random)
      sample.shuffle(using: &random)
    } else if random.oneIn(2) {
      members.move(&random)
    } else {
      sample.move(&random)
    }
  }

  /// Says a member twice, with the value that a command of some number has there.
  private mutating func repeatMember(of number: Int, _ random: inout Dice) {
    let other = CommandText(number)
    if random.oneIn(2) {
      let place = Int.random(in: 0...members.count, using: &random)
      members.insert(other.members[Int.random(in: 0..<3, using: &random)], at: place)
    } else {
      let place = Int.random(in: 0...sample.count, using: &random)
      sample.insert(other.sample.randomElement(using: &random) ?? other.sample[0], at: place)
    }
  }

  /// Writes a character of a key or of a string as its escape.
  private mutating func escape(_ random: inout Dice) {
    let place = Int.random(in: 0..<sample.count, using: &random)
    if random.oneIn(3) {
      members[0].key = members[0].key.escaped
    } else if random.oneIn(2) {
      sample[place].key = sample[place].key.escaped
    } else if sample[place].value.hasPrefix("\"") {
      sample[place].value = sample[place].value.escaped
    }
  }
}

extension String {
  /// A JSON string with its first character escaped.
  fileprivate var escaped: String {
    guard let first = dropFirst().unicodeScalars.first else { return self }
    let digits = String(first.value, radix: 16)
    return "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + dropFirst(2)
  }
}

extension [CommandText.Member] {
  /// Moves one of them to another place.
  fileprivate mutating func move(_ random: inout Dice) {
    let member = remove(at: Int.random(in: 0..<count, using: &random))
    insert(member, at: Int.random(in: 0...count, using: &random))
  }
}
