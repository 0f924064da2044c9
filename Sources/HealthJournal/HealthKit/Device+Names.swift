public import HealthModel

// Names of HealthKit's HKDevice and HKSourceRevision that are shorter here.

extension Device {
  /// HealthKit's name.
  @available(
    *, deprecated,
    message: "write Device(name:manufacturer:model:hardware:firmware:software:localIdentifier:udi:)"
  )
  public init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
    firmwareVersion: String?, softwareVersion: String?, localIdentifier: String?,
    udiDeviceIdentifier: String?
  ) {
    self.init(
      name: name, manufacturer: manufacturer, model: model, hardware: hardwareVersion,
      firmware: firmwareVersion, software: softwareVersion, localIdentifier: localIdentifier,
      udi: udiDeviceIdentifier)
  }

  /// HealthKit's name.
  @available(*, deprecated, renamed: "hardware")
  public var hardwareVersion: String? { hardware }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "firmware")
  public var firmwareVersion: String? { firmware }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "software")
  public var softwareVersion: String? { software }
  /// HealthKit's name.
  @available(*, deprecated, renamed: "udi")
  public var udiDeviceIdentifier: String? { udi }
}

extension Source {
  /// HealthKit's name; here it is the text that the source gave.
  @available(*, deprecated, renamed: "operatingSystem")
  public var operatingSystemVersion: String? { operatingSystem }
}

extension ObjectUUID {
  /// Foundation's name.
  @available(*, deprecated, renamed: "description")
  public var uuidString: String { description }
}
