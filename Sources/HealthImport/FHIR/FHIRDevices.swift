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

  /// The source and device of an Observation: of the Device that it refers to, else as
  /// HealthKitOnFHIR states them in the Observation itself; nil: it names none, or one that is not
  /// there.
  func origin(of observation: JSONValue) -> Origin? {
    if let reference = observation["device"]?["reference"].text {
      let id = reference.split { $0 == "/" || $0 == ":" }.last ?? ""
      if let known = origins[String(id)] { return known }
    }
    guard let source = Self.source(observation) else { return nil }
    return Origin(source: source, device: Self.device(observation))
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

  /// The app, as this program states it in a Device, and HealthKitOnFHIR in an Observation.
  private static func source(_ resource: JSONValue) -> Source? {
    guard let stated = FHIRParts(FHIRName.source, of: resource) else { return nil }
    guard let name = stated["source/name"] else { return nil }
    return Source(
      name: name, bundle: stated["source/bundleIdentifier"], version: stated["version"],
      productType: stated["productType"],
      operatingSystem: stated["operatingSystemVersion"] ?? stated["OSVersion"])
  }

  /// The device, as HealthKitOnFHIR states it in an Observation.
  private static func device(_ observation: JSONValue) -> Device? {
    guard let stated = FHIRParts(FHIRName.sourceDevice, of: observation) else { return nil }
    let device = Device(
      name: stated["name"], manufacturer: stated["manufacturer"], model: stated["model"],
      hardware: stated["hardwareVersion"], firmware: stated["firmwareVersion"],
      software: stated["softwareVersion"], localIdentifier: stated["localIdentifier"],
      udi: stated["udiDeviceIdentifier"])
    return device == Device() ? nil : device
  }
}

/// The texts of an extension that holds others, by the ends of their URLs.
private struct FHIRParts {
  private let url: String
  private var texts: [String: String] = [:]

  /// Those of the first extension of this URL; nil: there is none.
  init?(_ url: String, of resource: JSONValue) {
    guard let stated = resource["extension"].elements.first(where: { $0["url"].text == url })
    else { return nil }
    self.url = url
    add(stated)
  }

  /// HealthKitOnFHIR has an extension for the source between.
  private mutating func add(_ stated: JSONValue) {
    for part in stated["extension"].elements {
      guard let name = part["url"].text else { continue }
      if let text = part["valueString"].text { texts[name] = text }
      for inner in part["extension"].elements {
        if let name = inner["url"].text { texts[name] = inner["valueString"].text }
      }
    }
  }

  /// The text of the extension whose URL ends so.
  subscript(name: String) -> String? { texts[url + "/" + name] }
}
