import TestSupport

/// The text of a record of an export, to be put out of order.
struct RecordText {
  /// Name, `="` or another sign, value and quote.
  var attributes: [String]
  /// What follows them.
  var ending = "/>"

  /// One as Apple writes it, with the attributes that each has; another number is another time and
  /// value.
  init(_ number: Int) {
    let minute = 10 + number % 50
    let day = 10 + number / 50 % 18
    let month = 10 + number / 900
    let date = "2024-\(month)-\(day)"
    attributes = [
      "type=\"HKQuantityTypeIdentifierStepCount\"", "sourceName=\"Watch\"", "unit=\"count\"",
      "creationDate=\"\(date) 09:59:00 +0100\"", "startDate=\"\(date) 07:\(minute):00 +0100\"",
      "endDate=\"\(date) 08:\(minute):00 +0100\"", "value=\"\(number)\"",
    ]
  }

  /// The same with its attributes in this order.
  func ordered(_ order: [Int]) -> RecordText {
    var record = self
    record.attributes = order.map { attributes[$0] }
    return record
  }

  /// Its tag, and an end tag where it has one.
  var text: String { "<Record " + attributes.joined(separator: " ") + ending }
}

extension RecordText {
  /// A record whose layout follows from a seed: two of one seed differ in what their numbers tell
  /// alone.
  init(_ number: Int, layout seed: UInt64) {
    var random = Dice(seed)
    self.init(number)
    addParts(number, &random)
    if random.oneIn(3) { attributes.shuffle(using: &random) }
    let place = Int.random(in: 0..<attributes.count, using: &random)
    if random.oneIn(6) { attributes.remove(at: place) }
    let other = RecordText(number + Int(random.next() % 2)).attributes.randomElement(using: &random)
    if random.oneIn(6), let other {
      attributes.insert(other, at: Int.random(in: 0...attributes.count, using: &random))
    }
    let edits: [(String, String)] = [
      ("=\"", "=\"&#x20;"), ("=\"", " = \""), ("1", "&#49;"), ("\"", "'"), ("a", "A"),
      ("e", "&amp;"),
    ]
    let edit = edits.randomElement(using: &random) ?? edits[0]
    let edited = Int.random(in: 0..<attributes.count, using: &random)
    if random.oneIn(4) { attributes[edited].replace(edit.0, with: edit.1) }
  }

  private mutating func addParts(_ number: Int, _ random: inout Dice) {
    let devices = [
      "&lt;&lt;HKDevice: 0x\(number)ab&gt;, name:Watch&gt;", "&lt;&lt;HKDevice: 0x\(number)",
      "&lt;&lt;HKDevice: 0x\(number)&gt;", "&lt;&lt;HKDevice: 0x\(number)&gt;, name:Watch",
      "&lt;&lt;HKDevice: 0x&gt;, name:0x\(number)&gt;", "Watch",
    ]
    if random.oneIn(5) {
      attributes[0] = "type=\"HKCategoryTypeIdentifierSleepAnalysis\""
      attributes[6] = "value=\"HKCategoryValueSleepAnalysis\(number % 2 == 0 ? "InBed" : "Awake")\""
      attributes.remove(at: 2)
    }
    if random.oneIn(2) {
      attributes.insert("device=\"\(devices.randomElement(using: &random) ?? "")\"", at: 2)
    }
    if random.oneIn(2) { attributes.insert("sourceVersion=\"\(number % 2)\"", at: 2) }
    let odd = ["average=\"2\"", "min=\"\(number)\"", "odd=\"1\"", "startDate=\"x\""]
    if random.oneIn(8) { attributes.insert(odd.randomElement(using: &random) ?? "", at: 2) }
    let entries = ["HKTimeZone", "note", "HKTimeZone"].map {
      "<MetadataEntry key=\"\($0)\" value=\"\(number % 2)\"/>"
    }
    if random.oneIn(3) {
      let count = Int.random(in: 0...3, using: &random)
      ending = ">" + entries.prefix(count).joined(separator: "\n") + "</Record>"
    }
  }
}
