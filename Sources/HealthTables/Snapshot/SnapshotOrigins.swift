import HealthEvents
import HealthModel

extension FactWriter {
  /// Writes an origin and the seq of the line that tells it.
  mutating func put(_ origin: Origin, _ sequence: UInt64) {
    let source = origin.source
    put(sequence)
    put(source.name)
    for text in [source.bundle, source.version, source.productType, source.operatingSystem] {
      put(any: text) { $0.put($1) }
    }
    put(any: origin.device) { $0.put($1) }
  }

  private mutating func put(_ device: Device) {
    for text in [
      device.name, device.manufacturer, device.model, device.hardware, device.firmware,
      device.software, device.localIdentifier, device.udi,
    ] {
      put(any: text) { $0.put($1) }
    }
    put(all: device.fields) { $0.put($1) }
  }

  private mutating func put(_ field: Field) {
    put(field.name)
    put(field.value)
  }

  private mutating func put(_ value: FieldValue) {
    switch value {
    case .null: put(0 as UInt8)
    case .text(let text):
      put(1 as UInt8)
      put(text)
    case .number(let number):
      put(2 as UInt8)
      put(number)
    case .boolean(let flag):
      put(3 as UInt8)
      put(flag)
    case .list(let values):
      put(4 as UInt8)
      put(all: values) { $0.put($1) }
    case .fields(let fields):
      put(5 as UInt8)
      put(all: fields) { $0.put($1) }
    }
  }
}

extension FactReader {
  mutating func origin() throws(SnapshotProblem) -> (UInt64, Origin) {
    let sequence = try number(UInt64.self)
    let source = Source(
      name: try text(), bundle: try anyText(), version: try anyText(),
      productType: try anyText(), operatingSystem: try anyText())
    let device = try any { (reader) throws(SnapshotProblem) in try reader.device() }
    return (sequence, Origin(source: source, device: device))
  }

  private mutating func anyText() throws(SnapshotProblem) -> String? {
    try any { (reader) throws(SnapshotProblem) in try reader.text() }
  }

  private mutating func device() throws(SnapshotProblem) -> Device {
    Device(
      name: try anyText(), manufacturer: try anyText(), model: try anyText(),
      hardware: try anyText(), firmware: try anyText(), software: try anyText(),
      localIdentifier: try anyText(), udi: try anyText(), fields: try fields())
  }

  private mutating func fields() throws(SnapshotProblem) -> [Field] {
    try all { (reader) throws(SnapshotProblem) in
      Field(try reader.text(), try reader.fieldValue())
    }
  }

  private mutating func fieldValue() throws(SnapshotProblem) -> FieldValue {
    switch try number(UInt8.self) {
    case 0: return .null
    case 1: return .text(try text())
    case 2: return .number(try double())
    case 3: return .boolean(try flag())
    case 4:
      return .list(
        try nested { (reader) throws(SnapshotProblem) in
          try reader.all { (reader) throws(SnapshotProblem) in try reader.fieldValue() }
        })
    case 5:
      return .fields(
        try nested { (reader) throws(SnapshotProblem) in try reader.fields() })
    case _: throw SnapshotProblem()
    }
  }
}
