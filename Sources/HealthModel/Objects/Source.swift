/// The app or device that wrote a sample, at one version: HealthKit's source revision.
public struct Source: Hashable, Sendable {
  /// The name that a person sees. Apple's exports tell sources apart by nothing else.
  public var name: String
  /// The bundle identifier; exports do not hold it.
  public var bundle: String?
  /// The version of the app or of the operating system.
  public var version: String?
  /// The product that ran it, as `iPhone15,2`.
  public var productType: String?
  /// The system that ran it, as `18.5`.
  public var operatingSystem: String?

  /// A source of this name.
  public init(
    name: String, bundle: String? = nil, version: String? = nil, productType: String? = nil,
    operatingSystem: String? = nil
  ) {
    self.name = name
    self.bundle = bundle
    self.version = version
    self.productType = productType
    self.operatingSystem = operatingSystem
  }
}

/// The hardware that measured a sample: HealthKit's HKDevice, each part only where known.
public struct Device: Hashable, Sendable {
  /// As `Apple Watch`.
  public var name: String?
  /// As `Apple Inc.`.
  public var manufacturer: String?
  /// As `Watch`.
  public var model: String?
  /// As `Watch7,2`.
  public var hardware: String?
  /// The firmware version.
  public var firmware: String?
  /// The software version.
  public var software: String?
  /// The name that this phone gave it.
  public var localIdentifier: String?
  /// The device part of a UDI.
  public var udi: String?
  /// What else the source told, by its own names.
  public var fields: [Field] = []

  /// A device with these parts.
  public init(
    name: String? = nil, manufacturer: String? = nil, model: String? = nil,
    hardware: String? = nil, firmware: String? = nil, software: String? = nil,
    localIdentifier: String? = nil, udi: String? = nil, fields: [Field] = []
  ) {
    self.name = name
    self.manufacturer = manufacturer
    self.model = model
    self.hardware = hardware
    self.firmware = firmware
    self.software = software
    self.localIdentifier = localIdentifier
    self.udi = udi
    self.fields = fields
  }
}
