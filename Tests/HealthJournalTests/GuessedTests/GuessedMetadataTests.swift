import HealthJournalFoundation
import Testing

/// Metadata, devices and predicates on them, written as HealthKit's programs write them.
@Suite struct GuessedMetadataTests {
  private let start = Date(timeIntervalSince1970: 1_772_000_000)
  private let steps = QuantityType(.stepCount)

  private func walk(_ metadata: Metadata?, on device: Device? = nil) -> QuantitySample {
    QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: 1), start: start, end: start,
      device: device, metadata: metadata)
  }

  private func saved(_ sample: QuantitySample) async throws -> Metadata {
    let store = try HealthStore(inMemory: .gmt)
    try await store.save(sample)
    let read = try await store.object(sample.uuid).flatMap { QuantitySample($0) }
    return try #require(read?.metadata)
  }

  @Test func valuesOfVariablesAreTaken() async throws {
    let (identifier, version, share, flag) = ("walk-1", 2, 0.5, true)
    let metadata = try await saved(
      walk([
        MetadataKeySyncIdentifier: identifier, MetadataKeySyncVersion: version,
        MetadataKeyWasUserEntered: flag, MetadataKeyTimeZone: TimeZone.gmt.identifier,
        MetadataKeyLapLength: Quantity(unit: .meter(), doubleValue: 25), "share": share,
        "asked": start, "style": SwimmingStrokeStyle.freestyle.rawValue, "known": .string("x"),
        "value": MetadataValue.boolean(false),
      ]))
    #expect(metadata[MetadataKeySyncIdentifier]?.string == identifier)
    #expect(metadata[MetadataKeySyncVersion]?.number == 2)
    #expect(metadata[MetadataKeyWasUserEntered]?.boolean == true)
    #expect(metadata[MetadataKeyTimeZone] == .string(TimeZone.gmt.identifier))
    let lap = metadata[MetadataKeyLapLength]?.quantity
    #expect(lap == Quantity(unit: .meter(), doubleValue: 25))
    #expect(metadata["share"]?.number == share)
    #expect(metadata["asked"]?.date.map { Date($0.instant) } == start)
    #expect(metadata["style"]?.number == 2)
    #expect(metadata["known"] == "x")
    #expect(metadata["value"] == false)
  }

  @Test func aValueIsOfOneKindButForTruth() {
    #expect(MetadataValue.string("x").number == nil)
    #expect(MetadataValue.number(1).string == nil)
    #expect(MetadataValue.number(1).boolean == true)
    #expect(MetadataValue.number(0).boolean == false)
    #expect(MetadataValue.number(2).boolean == nil)
    #expect(MetadataValue.boolean(true).number == nil)
    #expect(MetadataValue.boolean(true).date == nil)
    #expect(MetadataValue.quantity(1, unit: "no unit").quantity == nil)
  }

  @Test func aBuilderKeepsWhatAVariableSays() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let brand = "Club"
    let builder = WorkoutBuilder(healthStore: store, configuration: WorkoutConfiguration())
    try await builder.addMetadata([MetadataKeyWorkoutBrandName: brand])
    #expect(await builder.metadata[MetadataKeyWorkoutBrandName]?.string == brand)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func aDeviceHasHealthKitsNames() {
    let device = Device(
      name: "Watch", manufacturer: "Apple Inc.", model: "Watch", hardwareVersion: "Watch7,2",
      firmwareVersion: "1", softwareVersion: "11.2", localIdentifier: nil,
      udiDeviceIdentifier: "00")
    #expect(device.hardwareVersion == "Watch7,2")
    #expect(device.firmwareVersion == "1")
    #expect(device.softwareVersion == "11.2")
    #expect(device.udiDeviceIdentifier == device.udi)
    #expect(Source(name: "Watch", operatingSystem: "11.2").operatingSystemVersion == "11.2")
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func objectsAreFoundByWhereTheyComeFrom() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let watch = Device(name: "My Watch", model: "Watch")
    let (worn, typed) = (walk(nil, on: watch), walk([MetadataKeyWasUserEntered: true]))
    try await store.save([worn, typed])
    func found(_ predicate: HealthPredicate) async throws -> [ObjectUUID] {
      try await store.objects(of: .stepCount, matching: predicate).map(\.object.uuid)
    }
    #expect(try await found(Query.predicateForObjects(from: .default())).count == 2)
    #expect(try await found(Query.predicateForObjects(from: [watch])) == [worn.uuid])
    #expect(
      try await found(
        Query.predicateForObjects(
          withDeviceProperty: DevicePropertyKeyModel, allowedValues: ["Watch"])) == [worn.uuid])
    let entered = Query.predicateForObjects(
      withMetadataKey: MetadataKeyWasUserEntered, operatorType: .equalTo, value: true)
    #expect(try await found(entered) == [typed.uuid])
    let identifier = typed.uuid.uuidString
    let uuid = try #require(UUID(uuidString: identifier))
    #expect(try await found(Query.predicateForObject(with: uuid)) == [typed.uuid])
    #expect(try await found(Query.predicateForObjects(with: [uuid])) == [typed.uuid])
  }
}
