import ByteTools
import HealthEvents
import HealthModel

/// The Devices that an input has stated so far, by their ids.
struct FHIRDevices {
  private var origins: [String: Origin] = [:]
  /// More than any person has; what comes after them is as if it were not there.
  private static let most = 100_000

  init() {}

  /// Takes in a Device.
  mutating func add(_ resource: JSONValue) {
    guard let id = resource["id"].text, origins.count < Self.most else { return }
    origins[id] = Self.origin(resource)
  }

  /// The source and device that an Observation refers to; nil: it names none, or one that is not
  /// there.
  func origin(of observation: JSONValue) -> Origin? {
    guard let reference = observation["device"]?["reference"].text else { return nil }
    let id = reference.split { $0 == "/" || $0 == ":" }.last ?? ""
    return origins[String(id)]
  }

  private static func origin(_ resource: JSONValue) -> Origin {
    let names = resource["deviceName"].elements
    func name(_ type: String) -> String? {
      names.first { $0["type"].text == type }?["name"].text
    }
    func version(_ type: String) -> String? {
      resource["version"].elements.first { $0["type"]?["text"].text == type }?["value"].text
    }
    let device = Device(
      name: name("user-friendly-name"), manufacturer: resource["manufacturer"].text,
      model: name("model-name"), hardware: resource["modelNumber"].text,
      firmware: version("firmware"), software: version("software"),
      localIdentifier: resource["identifier"].elements.first?["value"].text,
      udi: resource["udiCarrier"].elements.first?["deviceIdentifier"].text)
    let hasDevice = device != Device()
    let source = source(resource)
    let fallback = device.name ?? device.model ?? device.hardware ?? device.manufacturer
    return Origin(
      source: source ?? Source(name: fallback ?? "FHIR"), device: hasDevice ? device : nil)
  }

  /// The app, as this program and HealthKitOnFHIR state it.
  private static func source(_ resource: JSONValue) -> Source? {
    let stated = resource["extension"].elements.first { $0["url"].text == FHIRName.source }
    guard let stated else { return nil }
    func part(_ name: String) -> String? {
      stated["extension"].elements.first { $0["url"].text == FHIRName.source + "/" + name }?[
        "valueString"
      ].text
    }
    guard let name = part("source/name") else { return nil }
    return Source(
      name: name, bundle: part("source/bundleIdentifier"), version: part("version"),
      productType: part("productType"), operatingSystem: part("operatingSystemVersion"))
  }
}
