public import HealthModel

/// Predicates on where objects come from, and on their metadata.
extension Query {
  /// Objects of a source.
  public static func predicateForObjects(from source: Source) -> HealthPredicate {
    predicateForObjects(from: [source] as Set<Source>)
  }

  /// Objects of these sources.
  public static func predicateForObjects(from sources: Set<Source>) -> HealthPredicate {
    .objects(from: sources.map { $0.bundle ?? $0.name }.sorted())
  }

  /// Objects of these devices, by their names; of one that has no name there are none.
  public static func predicateForObjects(from devices: Set<Device>) -> HealthPredicate {
    .objects(fromDevices: devices.compactMap(\.name).sorted())
  }

  /// Objects whose device has one of these values.
  public static func predicateForObjects(
    withDeviceProperty property: DeviceProperty, allowedValues: Set<String>
  ) -> HealthPredicate {
    .objects(withDeviceProperty: property, allowedValues: allowedValues.sorted())
  }

  /// Objects that have this key in their metadata.
  public static func predicateForObjects(withMetadataKey key: String) -> HealthPredicate {
    .metadata(key: key)
  }

  /// Objects whose metadata has one of these values.
  public static func predicateForObjects(
    withMetadataKey key: String, allowedValues: [any MetadataConvertible]
  ) -> HealthPredicate {
    .metadata(key: key, allowedValues: allowedValues.map(\.metadataValue))
  }

  /// Objects whose metadata compares so.
  public static func predicateForObjects(
    withMetadataKey key: String, operatorType operation: PredicateOperator,
    value: any MetadataConvertible
  ) -> HealthPredicate { .metadata(key: key, operator: operation, value: value.metadataValue) }
}

/// As a property of a device: `Apple Watch`.
public let DevicePropertyKeyName = DeviceProperty.name  // swift-format-ignore
/// As a property of a device: `Apple Inc.`.
public let DevicePropertyKeyManufacturer = DeviceProperty.manufacturer  // swift-format-ignore
/// As a property of a device: `Watch`.
public let DevicePropertyKeyModel = DeviceProperty.model  // swift-format-ignore
/// As a property of a device: `Watch7,2`.
public let DevicePropertyKeyHardwareVersion = DeviceProperty.hardware  // swift-format-ignore
/// As a property of a device: the firmware version.
public let DevicePropertyKeyFirmwareVersion = DeviceProperty.firmware  // swift-format-ignore
/// As a property of a device: the software version.
public let DevicePropertyKeySoftwareVersion = DeviceProperty.software  // swift-format-ignore
/// As a property of a device: the name that this phone gave it.
public let DevicePropertyKeyLocalIdentifier = DeviceProperty.localIdentifier  // swift-format-ignore
/// As a property of a device: the device part of a UDI.
public let DevicePropertyKeyUDIDeviceIdentifier = DeviceProperty.udi  // swift-format-ignore
