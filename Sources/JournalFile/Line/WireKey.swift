/// A key of a line. These strings are the format: never derived, never changed. Code that is tuned,
/// as the fast readers of lines and what finds chain values, has some of them in literals of its
/// own.
///
/// Which of them stand in which object, and in which order, says `LineGrammar`.
package struct WireKey: Sendable {
  /// The key as it stands in quotes; it needs no escapes.
  package let literal: StaticString

  /// A key of the format is one of those below.
  @inline(__always)
  init(_ literal: StaticString) { self.literal = literal }

  /// The same, for a message.
  package var text: String { literal.description }
}

extension WireKey {
  // The envelope of a line.
  static var seq: WireKey { WireKey("seq") }
  static var at: WireKey { WireKey("at") }
  static var by: WireKey { WireKey("by") }
  static var event: WireKey { WireKey("event") }
  static var salt: WireKey { WireKey("salt") }
  static var chain: WireKey { WireKey("chain") }
  static var digest: WireKey { WireKey("digest") }

  // A journal's beginning.
  static var format: WireKey { WireKey("format") }
  static var journal: WireKey { WireKey("journal") }
  static var timeZone: WireKey { WireKey("timeZone") }
  static var weekStarts: WireKey { WireKey("weekStarts") }

  // Where samples come from.
  static var source: WireKey { WireKey("source") }
  static var device: WireKey { WireKey("device") }
  static var name: WireKey { WireKey("name") }
  static var bundle: WireKey { WireKey("bundle") }
  static var version: WireKey { WireKey("version") }
  static var productType: WireKey { WireKey("productType") }
  static var operatingSystem: WireKey { WireKey("operatingSystem") }
  static var manufacturer: WireKey { WireKey("manufacturer") }
  static var model: WireKey { WireKey("model") }
  static var hardware: WireKey { WireKey("hardware") }
  static var firmware: WireKey { WireKey("firmware") }
  static var software: WireKey { WireKey("software") }
  static var localIdentifier: WireKey { WireKey("localIdentifier") }
  static var udi: WireKey { WireKey("udi") }

  // Events.
  static var objects: WireKey { WireKey("objects") }
  static var workout: WireKey { WireKey("workout") }
  static var replaces: WireKey { WireKey("replaces") }
  static var reason: WireKey { WireKey("reason") }
  static var share: WireKey { WireKey("share") }
  static var read: WireKey { WireKey("read") }
  static var priority: WireKey { WireKey("priority") }
  static var preferredUnits: WireKey { WireKey("preferredUnits") }
  static var lines: WireKey { WireKey("lines") }
  static var kept: WireKey { WireKey("kept") }
  static var tombstones: WireKey { WireKey("tombstones") }
  static var hashes: WireKey { WireKey("hashes") }

  // The receipt of an import.
  static var file: WireKey { WireKey("file") }
  static var bytes: WireKey { WireKey("bytes") }
  static var sha256: WireKey { WireKey("sha256") }
  static var exported: WireKey { WireKey("exported") }
  static var first: WireKey { WireKey("first") }
  static var last: WireKey { WireKey("last") }
  static var counts: WireKey { WireKey("counts") }
  static var saved: WireKey { WireKey("saved") }
  static var corrected: WireKey { WireKey("corrected") }
  static var known: WireKey { WireKey("known") }
  static var superseded: WireKey { WireKey("superseded") }
  static var erased: WireKey { WireKey("erased") }
  static var leftOut: WireKey { WireKey("leftOut") }
  static var quarantined: WireKey { WireKey("quarantined") }
  static var unsupported: WireKey { WireKey("unsupported") }
  static var extent: WireKey { WireKey("extent") }
  static var complete: WireKey { WireKey("complete") }
  static var person: WireKey { WireKey("person") }
  static var selection: WireKey { WireKey("selection") }
  static var from: WireKey { WireKey("from") }
  static var to: WireKey { WireKey("to") }
  static var types: WireKey { WireKey("types") }
  static var sources: WireKey { WireKey("sources") }
  static var compared: WireKey { WireKey("compared") }
  static var vanished: WireKey { WireKey("vanished") }

  // Objects.
  static var kind: WireKey { WireKey("kind") }
  static var uuid: WireKey { WireKey("uuid") }
  static var type: WireKey { WireKey("type") }
  static var start: WireKey { WireKey("start") }
  static var end: WireKey { WireKey("end") }
  static var origin: WireKey { WireKey("origin") }
  static var created: WireKey { WireKey("created") }
  static var metadata: WireKey { WireKey("metadata") }
  static var date: WireKey { WireKey("date") }

  // Samples.
  static var value: WireKey { WireKey("value") }
  static var unit: WireKey { WireKey("unit") }
  static var count: WireKey { WireKey("count") }
  static var minimum: WireKey { WireKey("minimum") }
  static var maximum: WireKey { WireKey("maximum") }
  static var sum: WireKey { WireKey("sum") }
  static var average: WireKey { WireKey("average") }

  // Workouts.
  static var activity: WireKey { WireKey("activity") }
  static var duration: WireKey { WireKey("duration") }
  static var events: WireKey { WireKey("events") }
  static var activities: WireKey { WireKey("activities") }
  static var statistics: WireKey { WireKey("statistics") }
  static var totalEnergyBurned: WireKey { WireKey("totalEnergyBurned") }
  static var totalDistance: WireKey { WireKey("totalDistance") }
  static var totalSwimmingStrokeCount: WireKey { WireKey("totalSwimmingStrokeCount") }
  static var totalFlightsClimbed: WireKey { WireKey("totalFlightsClimbed") }

  // A command of `append`.
  static var id: WireKey { WireKey("id") }

  // The file of a workout in progress.
  static var kilocaloriesPerHour: WireKey { WireKey("kilocaloriesPerHour") }
  static var steps: WireKey { WireKey("steps") }
  static var step: WireKey { WireKey("step") }
}

extension LineProblem {
  static func missing(_ key: WireKey) -> LineProblem { .missing(key: key.text) }

  static func wrongValue(_ key: WireKey) -> LineProblem { .wrongValue(key: key.text) }
}
