import ByteTools
import HealthEvents
import HealthImport
import HealthModel

/// Writes objects as the elements of an export. `AppleObjectWriter` has the importer read every
/// element back, and so finds what is lost; nothing here has to know that.
struct AppleElements {
  var xml = XMLWriter(indent: 1)

  // MARK: What all elements share

  /// Writes source and device.
  mutating func source(_ live: LiveObject) {
    // An import has a source without a name where an element names none.
    xml.attribute("sourceName", live.sourceName.isEmpty ? nil : live.sourceName)
    xml.attribute("sourceVersion", live.origin?.source.version)
    xml.attribute("device", live.origin?.device.map(Self.text))
  }

  /// Writes the times of creation, start and end.
  mutating func times(_ object: HealthObject) {
    date("creationDate", object.created)
    date("startDate", object.content.span?.start)
    date("endDate", object.content.span?.end)
  }

  /// Writes a moment.
  mutating func date(_ name: String, _ time: Timestamp?) {
    xml.attribute(name, time.map(AppleDateText.text))
  }

  /// Writes the attributes and the text of an element that the importer kept unread. All attributes
  /// must precede the element's content.
  mutating func rest(_ fields: [Field]) {
    attributes(fields.attributes)
    if case .text(let text)? = fields["text"] { xml.text(text) }
  }

  /// Attributes by their names; of one that came twice only the first can be written again.
  mutating func attributes(_ fields: [Field]) {
    for field in fields {
      switch field.value {
      case .text(let text): xml.attribute(field.name, text)
      case .number(let number): xml.attribute(field.name, number)
      case .list(let values): attributes(values.map { Field(field.name, $0) })
      case .boolean(let isTrue): xml.attribute(field.name, isTrue ? "YES" : "NO")
      case .null, .fields: xml.isLossy = true
      }
    }
  }

  /// Elements that were kept whole.
  mutating func whole(_ elements: [[Field]]) {
    for element in elements { whole(element) }
  }

  /// Writes an element that was kept whole, with all that it holds.
  mutating func whole(_ fields: [Field]) {
    guard case .text(let name)? = fields["element"], XMLWriter.isName(name) else { return }
    xml.begin(name)
    rest(fields)
    whole(KeptChildren(fields).rest)
    xml.end()
  }

  // MARK: Metadata

  /// Writes the entries of metadata, and repeated ones with another value.
  mutating func metadata(_ object: HealthObject) {
    metadata(object.metadata)
    guard case .list(let repeated)? = object.fields["repeatedMetadata"] else { return }
    for case .fields(let entry) in repeated {
      guard case .text(let key)? = entry["key"], case .text(let value)? = entry["value"]
      else { continue }
      self.entry(key, value)
    }
  }

  /// Writes the entries of metadata.
  mutating func metadata(_ metadata: Metadata) {
    for entry in metadata.entries { self.entry(entry.key, Self.text(entry.value)) }
  }

  private mutating func entry(_ key: String, _ value: String) {
    xml.begin("MetadataEntry")
    xml.attribute("key", key)
    xml.attribute("value", value)
    xml.end()
  }

  /// Returns a value of metadata as exports write it.
  static func text(_ value: MetadataValue) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): DecimalText.text(number)
    case .boolean(let isTrue): isTrue ? "1" : "0"
    case .date(let time): AppleDateText.text(time)
    case .quantity(let number, let unit): DecimalText.text(number) + " " + unit
    }
  }

  // MARK: Devices

  /// Returns a device as exports write it, with the address 0.
  private static func text(_ device: Device) -> String {
    if case .text(let text)? = device.fields["text"], device == Device(fields: device.fields),
      device.fields.count == 1
    {
      return text
    }
    let parts: [(String, String?)] = [
      ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
      ("hardware", device.hardware), ("firmware", device.firmware),
      ("software", device.software), ("localIdentifier", device.localIdentifier),
      ("UDIDeviceIdentifier", device.udi),
    ]
    var text = "<<HKDevice: 0x0>"
    for case (let name, let value?) in parts { text += ", \(name):\(value)" }
    for field in device.fields {
      guard case .text(let value) = field.value else { continue }
      text += field.name == "text" ? ", \(value)" : ", \(field.name):\(value)"
    }
    return text + ">"
  }

  /// Writes a quantity or category sample.
  mutating func record(_ live: LiveObject) {
    let object = live.object
    xml.begin("Record")
    xml.attribute("type", object.content.type)
    source(live)
    if case .quantity(let sample) = object.content { xml.attribute("unit", sample.unit) }
    times(object)
    switch object.content {
    case .quantity(let sample):
      xml.attribute("value", sample.value)
      xml.attribute("recordCount", sample.series?.count)
      xml.attribute("min", sample.series?.minimum)
      xml.attribute("max", sample.series?.maximum)
      xml.attribute("sum", sample.series?.sum)
    case .category(let sample):
      xml.attribute("value", sample.value.canonicalText(of: sample.type))
    case .correlation, .workout, .characteristic, .summary, .document: break
    }
    rest(object.fields)
    metadata(object)
    let kept = KeptChildren(object.fields).rest
    let isKept = kept.contains { $0["element"] == .text("HeartRateVariabilityMetadataList") }
    if !isKept { beats(object.fields) }
    whole(kept)
    xml.end()
  }

  /// Writes a correlation with its members, which are also written outside it.
  mutating func correlation(_ live: LiveObject, members: [LiveObject]) {
    xml.begin("Correlation")
    xml.attribute("type", live.object.content.type)
    source(live)
    times(live.object)
    rest(live.object.fields)
    metadata(live.object)
    for member in members { record(member) }
    whole(KeptChildren(live.object.fields).rest)
    xml.end()
  }

  /// Writes the readings of a heart's beats of a heart rate variability.
  private mutating func beats(_ fields: [Field]) {
    guard case .list(let beats)? = fields["beatsPerMinute"] else { return }
    xml.begin("HeartRateVariabilityMetadataList")
    for case .fields(let beat) in beats {
      xml.begin("InstantaneousBeatsPerMinute")
      attributes(beat)
      xml.end()
    }
    xml.end()
  }

  mutating func workout(_ live: LiveObject, _ workout: WorkoutContent, routes: [AppleRoute]) {
    xml.begin("Workout")
    xml.attribute("workoutActivityType", workout.activity)
    // What the importer could not read as a duration is written again as it stood.
    if live.object.fields.attributes["duration"] == nil { duration(workout.duration) }
    for total in WorkoutTotal.allCases {
      guard let amount = workout.totals[total] else { continue }
      xml.attribute(total.rawValue, amount.value)
      xml.attribute(total.rawValue + "Unit", amount.unit)
    }
    source(live)
    times(live.object)
    rest(live.object.fields)
    metadata(live.object)
    var kept = KeptChildren(live.object.fields)
    for event in workout.events {
      let same = kept.take("WorkoutEvent") {
        $0.says("type", event.type) && $0.date("date") == event.date
      }
      if same.isEmpty { self.event(event) } else { whole(same) }
    }
    for activity in workout.activities {
      let same = kept.take("WorkoutActivity") {
        $0.says("uuid", activity.uuid) && $0.date("startDate") == activity.start
      }
      if same.isEmpty { self.activity(activity) } else { whole(same) }
    }
    for statistics in workout.statistics {
      let same = kept.take("WorkoutStatistics") {
        $0.says("type", statistics.type) && $0.date("startDate") == statistics.start
      }
      if same.isEmpty { self.statistics(statistics) } else { whole(same) }
    }
    for route in routes { self.route(route) }
    whole(kept.rest)
    xml.end()
  }

  /// Writes a duration in minutes, as the Health app does, if these convert back to exactly the
  /// same seconds; otherwise in seconds.
  private mutating func duration(_ seconds: Double?) {
    guard let seconds else { return }
    let minutes = seconds / 60
    if let exact = [minutes, minutes.nextUp, minutes.nextDown].first(where: { $0 * 60 == seconds })
    {
      xml.attribute("duration", exact)
      xml.attribute("durationUnit", "min")
    } else {
      xml.attribute("duration", seconds)
      xml.attribute("durationUnit", "s")
    }
  }

  private mutating func event(_ event: WorkoutEvent) {
    xml.begin("WorkoutEvent")
    xml.attribute("type", event.type)
    date("date", event.date)
    duration(event.duration)
    metadata(event.metadata)
    xml.end()
  }

  private mutating func activity(_ activity: WorkoutActivity) {
    xml.begin("WorkoutActivity")
    xml.attribute("uuid", activity.uuid)
    xml.attribute("workoutActivityType", activity.activity)
    date("startDate", activity.start)
    date("endDate", activity.end)
    duration(activity.duration)
    for event in activity.events { self.event(event) }
    for statistics in activity.statistics { self.statistics(statistics) }
    metadata(activity.metadata)
    xml.end()
  }

  private mutating func statistics(_ statistics: WorkoutStatistics) {
    xml.begin("WorkoutStatistics")
    xml.attribute("type", statistics.type)
    date("startDate", statistics.start)
    date("endDate", statistics.end)
    xml.attribute("average", statistics.average)
    xml.attribute("minimum", statistics.minimum)
    xml.attribute("maximum", statistics.maximum)
    xml.attribute("sum", statistics.sum)
    xml.attribute("unit", statistics.unit)
    xml.end()
  }

  private mutating func route(_ route: AppleRoute) {
    let object = route.live.object
    xml.begin("WorkoutRoute")
    source(route.live)
    times(object)
    rest(object.fields)
    metadata(object)
    var kept = KeptChildren(object.fields)
    for path in route.paths {
      let same = kept.take("FileReference") { $0.says("path", path) }
      whole(same)
      if !same.isEmpty { continue }
      xml.begin("FileReference")
      xml.attribute("path", path)
      xml.end()
    }
    for point in route.inlinePoints {
      xml.begin("Location")
      attributes(point)
      xml.end()
    }
    whole(kept.rest)
    xml.end()
  }

  /// Writes the activity rings of a day.
  mutating func summary(_ live: LiveObject, _ summary: SummaryContent) {
    let object = live.object
    xml.begin("ActivitySummary")
    xml.attribute("dateComponents", summary.date)
    attributes(object.fields.filter { !["attributes", "text", "children"].contains($0.name) })
    rest(object.fields)
    metadata(object)
    whole(KeptChildren(object.fields).rest)
    xml.end()
  }

  /// Writes a hearing test.
  mutating func audiogram(_ live: LiveObject, _ document: Document) {
    let object = live.object
    xml.begin("Audiogram")
    xml.attribute("type", document.type)
    source(live)
    times(object)
    rest(object.fields)
    metadata(object)
    if case .list(let points)? = object.fields["sensitivityPoints"] {
      for case .fields(let point) in points {
        xml.begin("SensitivityPoint")
        attributes(point)
        xml.end()
      }
    }
    whole(KeptChildren(object.fields).rest)
    xml.end()
  }

  /// Writes the owner's characteristics, by the newest values.
  mutating func me(_ traits: [Characteristic]) {
    xml.begin("Me")
    let required =
      ["DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType"]
      + ["CardioFitnessMedicationsUse"]
    let types = required.map { "HKCharacteristicTypeIdentifier" + $0 }
    for type in types { xml.attribute(type, traits.first { $0.type == type }?.value ?? "") }
    for trait in traits where !types.contains(trait.type) {
      xml.attribute(trait.type, trait.value)
    }
    xml.end()
  }

  /// Returns true if `Me` has an attribute for a type: the importer reads each of these names.
  static func isTrait(_ type: String) -> Bool {
    type.hasPrefix("HKCharacteristicTypeIdentifier") && XMLWriter.isName(type)
  }
}

extension [Field] {
  /// The attributes that the importer kept unread.
  var attributes: [Field] {
    guard case .fields(let attributes)? = self["attributes"] else { return [] }
    return attributes
  }
}

/// The elements inside another element that the importer kept whole, because they hold something
/// that it does not know. If it could also read such an element, the whole element is written again
/// instead of the part that was read.
struct KeptChildren {
  private struct Child {
    var fields: [Field]
    /// True if a part of it was read and is written by itself.
    var isRead: Bool
  }

  private var children: [Child] = []

  /// Creates the kept elements from an object's fields.
  init(_ fields: [Field]) {
    guard case .list(let list)? = fields["children"] else { return }
    for case .fields(let child) in list {
      children.append(Child(fields: child, isRead: Self.isRead(child)))
    }
  }

  /// Returns the elements to write instead of a part that was read: the first kept element of this
  /// name whose attributes match, and before it the unread elements that precede it; none if no
  /// kept element is that part.
  mutating func take(_ name: String, _ isSame: ([Field]) -> Bool) -> [[Field]] {
    let index = children.firstIndex { child in
      child.isRead && child.fields["element"] == .text(name) && isSame(child.fields.attributes)
    }
    guard let index else { return [] }
    let before = children[..<index].filter { !$0.isRead }.map(\.fields)
    let found = before + [children[index].fields]
    children = children[..<index].filter(\.isRead) + children[(index + 1)...]
    return found
  }

  /// The elements that are left.
  var rest: [[Field]] { children.map(\.fields) }

  private static func isRead(_ child: [Field]) -> Bool {
    let attributes = child.attributes
    switch child["element"] {
    case .text("WorkoutEvent"): return attributes.date("date") != nil && attributes["type"] != nil
    case .text("WorkoutActivity"): return attributes.date("startDate") != nil
    case .text("WorkoutStatistics"): return attributes["type"] != nil
    case .text("FileReference"): return attributes["path"] != nil
    case .text("HeartRateVariabilityMetadataList"): return true
    default: return false
    }
  }
}

extension [Field] {
  /// Returns a date as exports have it.
  func date(_ name: String) -> Timestamp? {
    guard case .text(let text)? = self[name] else { return nil }
    return AppleDate.parse(Array<UInt8>(text.utf8).rawBytes)
  }

  /// Returns true if an attribute has this value; for nil, if it is absent.
  func says(_ name: String, _ value: String?) -> Bool { self[name] == value.map { .text($0) } }
}

/// Dates as the Health app writes them: `2024-05-01 07:30:00 +0200`.
struct AppleDateText {
  /// The day that was written last, and its text: the next date is mostly of the same one.
  private var day = Int64.min
  private var dayText: [UInt8] = []

  /// Appends a moment, cut to whole seconds, with its own offset.
  mutating func append(_ time: Timestamp, to output: inout [UInt8]) {
    let seconds = time.instant.wholeSeconds + Int64(time.offsetMinutes) * 60
    var (day, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if rest < 0 { (day, rest) = (day - 1, rest + 86_400) }
    if day != self.day {
      self.day = day
      dayText = Array(CivilDate(dayNumber: Int(day)).description.utf8)
    }
    let offset = Int64(time.offsetMinutes.magnitude)
    output.append(contentsOf: dayText)
    output.append(addingCapacity: 15) { output in
      output.append(UInt8(ascii: " "))
      Self.append(rest / 3_600, to: &output)
      output.append(UInt8(ascii: ":"))
      Self.append(rest / 60 % 60, to: &output)
      output.append(UInt8(ascii: ":"))
      Self.append(rest % 60, to: &output)
      output.append(UInt8(ascii: " "))
      output.append(time.offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      Self.append(offset / 60, to: &output)
      Self.append(offset % 60, to: &output)
    }
  }

  /// Returns the text of a moment.
  static func text(_ time: Timestamp) -> String {
    var (dates, bytes) = (AppleDateText(), [UInt8]())
    dates.append(time, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ number: Int64, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "0") + UInt8(number / 10))
    output.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension Timestamp {
  var isWholeSecond: Bool { instant.microseconds % 1_000_000 == 0 }

  /// The time cut to a whole second.
  var wholeSecond: Timestamp {
    Timestamp(instant: instant.wholeSecond, offsetMinutes: offsetMinutes)
  }
}
