import ByteTools
package import HealthEvents
import HealthModel

/// What the importer makes of resources. An export asks it what will come back of what it writes.
package struct FHIRReadBack {
  private var devices = FHIRDevices()

  /// Nothing has been written.
  package init() {}

  /// Takes in a Device that was written.
  package mutating func add(device: [UInt8]) {
    if let resource = try? JSONValue(parsing: device.rawBytes) { devices.add(resource) }
  }

  /// The objects that an Observation gives: the first is its own, then those of its components.
  /// Nil: it gives none.
  package func drafts(of observation: [UInt8]) -> [Draft]? {
    guard let resource = try? JSONValue(parsing: observation.rawBytes) else { return nil }
    return try? FHIRObservation(resource, devices, DayCalendar(.utc)).read()?.drafts
  }
}
