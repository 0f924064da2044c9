import HealthModel

extension AppleElements {
  /// A workout with its routes.
  mutating func workout(_ live: LiveObject, _ workout: Workout, routes: [AppleRoute]) {
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

  /// A duration in minutes, as the Health app writes it, where these convert back to exactly the
  /// same seconds; else in seconds.
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
}
