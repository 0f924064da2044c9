import ByteTools
import HealthEvents
import HealthImport
import HealthModel

/// A data point: a header, and a body by its schema.
struct OpenMHealthPoint {
  /// A value with its unit.
  struct Member {
    var key: String
    var value: Double
    var unit: String
  }

  private let id: String
  private let span: TimeSpan
  private let created: Timestamp
  private let isSelfReported: Bool
  /// The values.
  var members: [Member] = []
  /// Words beside them.
  var words: [(String, String)] = []

  /// A point of an object.
  init(_ live: LiveObject, _ clock: inout LocalClock) {
    let object = live.object
    let moment = TimeSpan(at: Timestamp(instant: .epoch, offsetMinutes: 0))
    span = clock.local(object.content.span ?? moment, object.metadata)
    id = FHIRText.uuid(object.uuid)
    created = object.created ?? span.end
    isSelfReported =
      live.statedOrigin == nil
      || object.metadata[MetadataName.wasUserEntered].map {
        $0 == .boolean(true) || $0 == .number(1)
      } ?? false
    if case .workout(let workout) = object.content { words = [Self.activity(workout)] }
  }

  /// A point of figures that were computed of samples.
  init(id: String, span: TimeSpan, created: Timestamp) {
    (self.id, self.span, self.created) = (id, span, created)
    isSelfReported = false
  }

  private static func activity(_ workout: Workout) -> (String, String) {
    let known = WorkoutActivityType.all.first { $0.exportName == workout.activity }
    return ("activity_name", known?.name ?? workout.activity)
  }

  /// What the schema of physical activities has of a workout with these totals.
  static func members(of workout: Workout, _ totals: [WorkoutTotal: Amount]) -> [Member] {
    var members = [Member(key: "duration", value: workout.duration, unit: "sec")]
    let known = [
      (WorkoutTotal.totalDistance, "distance", "m"), (.totalEnergyBurned, "kcal_burned", "kcal"),
    ]
    for (total, key, unit) in known {
      if let amount = totals[total], let stated = try? Unit(amount.unit),
        let own = try? Unit(unit), let value = try? stated.convert(amount.value, to: own)
      {
        members.append(Member(key: key, value: value, unit: unit))
      }
    }
    return members
  }

  /// The point as JSON.
  func bytes(_ schema: OpenMHealthSchema) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.object("header") { header(&$0, schema) }
      writer.object("body") { body(&$0, schema) }
    }
    return writer.bytes
  }

  private func header(_ writer: inout JSONWriter, _ schema: OpenMHealthSchema) {
    writer.member("uuid", id)
    writer.object("schema_id") { writer in
      writer.member("namespace", schema.namespace)
      writer.member("name", schema.name)
      writer.member("version", schema.version)
    }
    writer.member("source_creation_date_time", "\(created)")
    writer.member("modality", isSelfReported ? "self-reported" : "sensed")
  }

  private func body(_ writer: inout JSONWriter, _ schema: OpenMHealthSchema) {
    for (key, word) in words { writer.member(key, word) }
    for member in members {
      writer.object(member.key) { writer in
        let text = DecimalText.text(member.value)
        writer.member(
          "value", number: member.unit == "%" ? PercentNumber.hundredfold(of: text) : text)
        writer.member("unit", member.unit)
      }
    }
    writer.object("effective_time_frame") { writer in
      guard schema.isOfInterval || span.start != span.end else {
        return writer.member("date_time", "\(span.start)")
      }
      writer.object("time_interval") { writer in
        writer.member("start_date_time", "\(span.start)")
        writer.member("end_date_time", "\(span.end)")
      }
    }
  }
}
