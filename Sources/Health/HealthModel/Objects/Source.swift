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

  /// Creates a source of this name.
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
  /// The name, for example `Apple Watch`.
  public var name: String?
  /// The manufacturer, for example `Apple Inc.`.
  public var manufacturer: String?
  /// The model, for example `Watch`.
  public var model: String?
  /// The revision of the hardware, for example `Watch7,2`.
  public var hardware: String?
  /// The firmware version.
  public var firmware: String?
  /// The software version.
  public var software: String?
  /// The name that the phone gave to the device.
  public var localIdentifier: String?
  /// The device part of a UDI.
  public var udi: String?
  /// The values for which the model has no property, under the source's names.
  public var fields: [Field] = []

  /// Creates a device with these parts.
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

/// Names by which sources are told apart.
package enum SourceName {
  /// Returns the name without differences that do not make another source: in real exports, names
  /// of one source differ by no-break spaces and by blanks at their end.
  package static func folded(_ name: String) -> String {
    // By bytes: by scalars it costs a short command a twentieth of its time.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      if byte == 0xA0, bytes.last == 0xC2 {
        bytes[bytes.count - 1] = UInt8(ascii: " ")
      } else {
        bytes.append(byte)
      }
    }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the name as a keyboard writes it. Apple's names have signs that keyboards lack:
  /// `Anna’s Apple Watch` with a typographic apostrophe and a no-break space. The name that a
  /// person asks for and the one in a journal are compared in this form.
  package static func typed(_ name: String) -> String {
    String(folded(name).map { $0 == "’" ? "'" : $0 })
  }

  /// Returns true if a person who asks for a name means this one.
  package static func means(_ asked: String, _ name: String) -> Bool {
    asked == name || typed(asked) == typed(name)
  }

  /// Returns the name with what distinguishes it from others of that name: `iPhone (iPhone14,5)`.
  package static func label(_ name: String, _ distinction: String) -> String {
    "\(folded(name)) (\(distinction))"
  }
}
