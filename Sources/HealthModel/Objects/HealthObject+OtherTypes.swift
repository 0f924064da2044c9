// What an object states of types that are not its own. Who takes a type away, for a reader or
// for good, has to look here: sums over samples and copies of traits say what the samples and
// traits said.

extension HealthObject {
  /// The types, beside its own, of which it states figures or copies: a workout by its totals and
  /// statistics, a day's rings, an electrocardiogram by its average heart rate and by the lines
  /// with name and date of birth that a phone puts before it, a variability by the beats it was
  /// made of.
  package var otherTypes: Set<String> {
    switch content {
    case .workout(let workout):
      let statistics = workout.statistics + workout.activities.flatMap(\.statistics)
      return Set(statistics.map(\.type) + workout.totals.keys.flatMap(workout.types))
    case .summary:
      return Set(ActivitySummary.figureTypes.filter { fields[$0.key] != nil }.values)
    case .document(let document) where document.kind == .ecg:
      let types = [
        (fields[Field.averageHeartRate] != nil, Self.heartRate),
        (fields.personLines > 0, Self.dateOfBirth),
      ]
      return Set(types.filter(\.0).map(\.1))
    case .quantity: return fields[Field.beats] == nil ? [] : [Self.heartRate]
    case .category, .correlation, .characteristic, .document: return []
    }
  }

  /// Returns the same object without what it states of some types beside its own. The figures of a
  /// day's rings stay, as they are what the day's object is.
  package func without(_ types: Set<String>) -> HealthObject {
    guard !types.isDisjoint(with: otherTypes) else { return self }
    var rest = self
    switch content {
    case .workout(let workout): rest.content = .workout(workout.without(types))
    case .quantity: rest.fields.removeAll { $0.name == Field.beats }
    case .document:
      if types.contains(Self.heartRate) {
        rest.fields.removeAll { $0.name == Field.averageHeartRate }
      }
      if types.contains(Self.dateOfBirth) { rest.fields.removePersonLines() }
    case .category, .correlation, .characteristic, .summary: break
    }
    return rest
  }

  private static let heartRate = QuantityType.heartRate.identifier
  private static let dateOfBirth = CharacteristicType.dateOfBirth.identifier
}

extension ActivitySummary {
  /// The types of the samples that its figures add up, by Apple's names of the figures.
  package static let figureTypes = [
    "activeEnergyBurned": QuantityType.activeEnergyBurned.identifier,
    "appleMoveTime": QuantityType.appleMoveTime.identifier,
    "appleExerciseTime": QuantityType.appleExerciseTime.identifier,
    "appleStandHours": CategoryType.appleStandHour.identifier,
  ]
}

extension Workout {
  /// Returns the same workout without what it states of some types.
  fileprivate func without(_ types: Set<String>) -> Workout {
    var rest = self
    rest.statistics.removeAll { types.contains($0.type) }
    rest.totals = totals.filter { types.isDisjoint(with: self.types(of: $0.key)) }
    for index in rest.activities.indices {
      rest.activities[index].statistics.removeAll { types.contains($0.type) }
    }
    return rest
  }
}

extension Field {
  fileprivate static let averageHeartRate = "averageHeartRate"
  /// The beats that a variability was made of, as Apple's exports have them beside it.
  fileprivate static let beats = "beatsPerMinute"
  fileprivate static let header = "header"
}

extension [Field] {
  /// How many lines of an electrocardiogram's header tell of the person: those before the time of
  /// the recording, whatever their language is; all, where there is no such time.
  fileprivate var personLines: Int {
    guard case .list(let lines)? = self[Field.header] else { return 0 }
    return lines.firstIndex(where: \.isTime) ?? lines.count
  }

  fileprivate mutating func removePersonLines() {
    guard case .list(let lines)? = self[Field.header],
      let index = firstIndex(where: { $0.name == Field.header })
    else { return }
    self[index].value = .list([FieldValue](lines.dropFirst(personLines)))
  }
}

extension FieldValue {
  /// Whether it is a line of a header whose value is a time.
  fileprivate var isTime: Bool {
    guard case .fields(let fields) = self, case .text(let value)? = fields["value"] else {
      return false
    }
    return Timestamp(fieldText: value) != nil
  }
}
