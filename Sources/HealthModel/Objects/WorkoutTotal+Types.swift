extension Workout {
  /// The quantity types whose samples a total adds up: of distance those of the activity and of the
  /// parts.
  ///
  ///     swim.types(of: .totalDistance)   // ["HKQuantityTypeIdentifierDistanceSwimming"]
  ///
  /// Source: the types that Apple's SDK headers name for each activity; all other activities have
  /// walking and running distance.
  public func types(of total: WorkoutTotal) -> [String] {
    switch total {
    case .totalEnergyBurned: [QuantityType.activeEnergyBurned.identifier]
    case .totalSwimmingStrokeCount: [QuantityType.swimmingStrokeCount.identifier]
    case .totalFlightsClimbed: [QuantityType.flightsClimbed.identifier]
    case .totalDistance:
      Set(([activity] + activities.compactMap(\.activity)).flatMap(Self.distanceTypes)).sorted()
    }
  }

  /// The types in which the distance of an activity is measured.
  private static func distanceTypes(of activity: String) -> [String] {
    let endings =
      switch WorkoutActivityType.find(activity)?.name {
      case "cycling", "handCycling": ["Cycling"]
      case "swimming", "underwaterDiving", "waterFitness", "waterPolo": ["Swimming"]
      case "wheelchairWalkPace", "wheelchairRunPace": ["Wheelchair"]
      case "downhillSkiing", "snowSports", "snowboarding": ["DownhillSnowSports"]
      case "crossCountrySkiing": ["CrossCountrySkiing"]
      case "paddleSports": ["PaddleSports"]
      case "rowing": ["Rowing"]
      case "skatingSports": ["SkatingSports"]
      case "swimBikeRun", "transition": ["Cycling", "Swimming", "WalkingRunning"]
      case _: ["WalkingRunning"]
      }
    return endings.map { "HKQuantityTypeIdentifierDistance" + $0 }
  }
}
